import type { InternalTransaction } from '#lib/evm/api/records/transactions.ts'

/** `index`: its place among all calls. */
export type PlacedCall = { call: InternalTransaction; index: number; depth: number; isPlaced: boolean }

/** The account as which a call runs: a delegate call runs foreign code as the caller itself. */
const runningAs = ({ type, from, to }: InternalTransaction): string | null =>
  /^(DELEGATECALL|CALLCODE)$/i.test(type) ? from : to

/**
 * The depth of each call. The interface returns calls in execution order without their nesting, so it is inferred: the
 * caller is the innermost open call that runs as the caller's address. A call without a possible caller is placed at
 * the top and is not `isPlaced`.
 */
export const callFlow = (calls: readonly InternalTransaction[], root: string | null): PlacedCall[] => {
  const open: (string | null)[] = []
  return calls.map((call, index) => {
    let depth = open.length
    while (depth > 0 && open[depth - 1] !== call.from) depth--
    const isPlaced = depth > 0 || root === null || call.from === root
    open.length = depth
    open.push(runningAs(call))
    return { call, index, depth, isPlaced }
  })
}
