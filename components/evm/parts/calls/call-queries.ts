import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import type { EvmCallFrame, EvmCallTree } from '#lib/evm/trace/contract.ts'
import type { CallView } from './call-row.tsx'

type Context = { signal: AbortSignal }

/** All calls of a transaction, or of one that is not sent. */
export const framesQuery = ({ chain, of }: CallView) => ({
  queryKey: ['evm-calls', chain, of] as const,
  queryFn: async (context: Context): Promise<EvmCallTree['frames']> => {
    if ('simulation' in of) {
      const { frames } = await fromEvmExplorer('/evm/simulation').call({ chain, ...of.simulation }, context)
      return frames ?? []
    }
    return (await fromEvmExplorer('/evm/transactions/:transaction_hash/calls').call({ chain, ...of }, context)).frames
  },
})

/** One of these calls with everything in it. */
export const frameQuery = ({ chain, of }: CallView, frame: string) => ({
  queryKey: ['evm-call', chain, of, frame] as const,
  queryFn: async (context: Context): Promise<EvmCallFrame> =>
    'simulation' in of
      ? await fromEvmExplorer('/evm/simulation/calls/:frame').call({ chain, ...of.simulation, frame }, context)
      : await fromEvmExplorer('/evm/transactions/:transaction_hash/calls/:frame').call(
          { chain, ...of, frame },
          context,
        ),
})
