import type { InternalTransaction } from '#lib/evm/contract/transactions.ts'

export type PlacedCall = { call: InternalTransaction; depth: number; isPlaced: boolean }

/** Whose code's account runs in a call: a delegate call runs foreign code as the caller itself. */
const runningAs = ({ type, from, to }: InternalTransaction): string | null =>
  /^(DELEGATECALL|CALLCODE)$/i.test(type) ? from : to

/**
 * How deep each call is. The interface gives the calls in the order in which they ran and not who made them inside whom, so it
 * is inferred: the maker is the innermost call still open that runs as the maker's address. A call that no open one can have
 * made stands at the top and is not `isPlaced`.
 */
export const callFlow = (calls: readonly InternalTransaction[], root: string | null): PlacedCall[] => {
  const open: (string | null)[] = []
  return calls.map((call) => {
    let depth = open.length
    while (depth > 0 && open[depth - 1] !== call.from) depth--
    const isPlaced = depth > 0 || root === null || call.from === root
    open.length = depth
    open.push(runningAs(call))
    return { call, depth, isPlaced }
  })
}
