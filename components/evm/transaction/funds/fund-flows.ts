import { coin, type Move } from '#lib/evm/summary/moves.ts'
import type { EvmCallTree } from '#lib/evm/trace/contract.ts'

/** A value that went from one address to another. */
export type FundStep = {
  /** `native`, or the address of a token. */
  asset: string
  from: string
  to: string
  /** Of NFTs: how many. */
  amount: bigint
  /** Null for what has no ids. */
  tokenId: string | null
}

/** Steps of one asset with the same direction, added up. Numbered from 1, in the order of their first step. */
export type FundFlow = Omit<FundStep, 'tokenId'> & { number: number; stepCount: number; tokenIds: readonly string[] }

/**
 * Every native and token transfer of a transaction that lasted. In time order if the trace says where each log was emitted
 * (`isInOrder`); otherwise native transfers come first.
 */
export const fundSteps = (
  tree: Pick<EvmCallTree, 'frames' | 'log_placement'>,
  moves: readonly Move[],
): { steps: FundStep[]; isInOrder: boolean } => {
  const ofTokens = (some: readonly Move[]): FundStep[] =>
    some.map(({ token, from, to, amount, tokenId }) => ({ asset: token, from, to, amount, tokenId }))
  if (tree.log_placement !== 'traced')
    return { steps: [...tree.frames.flatMap(nativeSteps), ...ofTokens(moves)], isInOrder: moves.length === 0 }
  const byLog = Map.groupBy(moves, ({ logIndex }) => logIndex)
  const calls = Map.groupBy(tree.frames, ({ frame }) => frame.slice(0, Math.max(0, frame.lastIndexOf('-'))))
  const stepsOf = (frame: EvmCallTree['frames'][number]): FundStep[] => {
    const logsAt = (position: number | null) =>
      frame.logs
        .filter((log) => log.position === position)
        .flatMap(({ log_index }) => ofTokens(byLog.get(log_index) ?? []))
    const inner = (calls.get(frame.frame) ?? []).flatMap((call, position) => [...logsAt(position), ...stepsOf(call)])
    return [...nativeSteps(frame), ...inner, ...logsAt(null)]
  }
  const [top] = tree.frames
  return { steps: top ? stepsOf(top) : [], isInOrder: true }
}

/** They run foreign code with the value of the call around them, or none. */
const kindsWithoutValue = new Set(['DELEGATECALL', 'CALLCODE', 'STATICCALL', 'EXTDELEGATECALL', 'EXTSTATICCALL'])

const nativeSteps = ({ type, from, to, value, is_undone }: EvmCallTree['frames'][number]): FundStep[] =>
  is_undone || value === '0' || to === null || kindsWithoutValue.has(type)
    ? []
    : [{ asset: coin, from, to, amount: BigInt(value), tokenId: null }]

/** The flows of these steps; transfers of nothing are left out. */
export const fundFlows = (steps: readonly FundStep[]): FundFlow[] => {
  const flows = new Map<string, FundFlow>()
  for (const { asset, from, to, amount, tokenId } of steps) {
    if (amount === 0n) continue
    const key = `${asset} ${from} ${to}`
    const known = flows.get(key)
    flows.set(key, {
      number: known?.number ?? flows.size + 1,
      asset,
      from,
      to,
      amount: (known?.amount ?? 0n) + amount,
      stepCount: (known?.stepCount ?? 0) + 1,
      tokenIds: tokenId === null ? (known?.tokenIds ?? []) : [...(known?.tokenIds ?? []), tokenId].slice(0, 2),
    })
  }
  return [...flows.values()]
}
