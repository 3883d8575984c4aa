import { ServiceError } from '#lib/base/errors.ts'
import type { CallAnswer } from '#lib/evm/chain/rpc/state/calls.ts'
import type { ContractCall } from '#lib/evm/chain/rpc/state/multicall.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { inParallel } from '#lib/evm/query/in-parallel.ts'
import { batchesOf } from '#lib/store/batches-of.ts'

/** Calls of one Multicall3 request, and requests at a time. */
const callsPerRequest = 140
const requestsAtOnce = 3

/** The answers of contracts after a block, in the order of the calls. @throws not_available if no node answers all of them */
export const readCalls = async (
  { node }: Pick<EvmQueryContext, 'node'>,
  chain: ServedChain,
  calls: readonly ContractCall[],
  { block, signal }: { block: StateBlock; signal: AbortSignal },
): Promise<CallAnswer[]> => {
  const { callContracts } = node
  if (!callContracts) throw new ServiceError('not_available', `Prices on ${chain.title} require a node.`)
  const batches = [...batchesOf(calls, callsPerRequest)]
  const answers = await inParallel(batches, requestsAtOnce, (batch) => callContracts(chain, batch, block, signal))
  if (answers.flat().includes('failed')) throw new ServiceError('not_available', 'The node did not answer in time.')
  return answers.flat()
}
