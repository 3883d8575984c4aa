import type { CallContext } from '#lib/api/endpoint.ts'
import { isServiceError } from '#lib/api/errors.ts'
import { toHex } from '#lib/evm/decode/bytes.ts'
import { balancesAtMax } from '#lib/evm/node/balances-at.ts'
import { isHex } from '#lib/evm/node/block.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import type { ServedChain } from '#lib/evm/served.ts'
import type { FoundHistory, HistoryQuestion } from './found-history.ts'
import type { Point } from './walk-back.ts'

/** The native balance after blocks that are evenly spaced over the newest indexed range: one batch to one node. */
export const nativeHistory = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { address, newest }: HistoryQuestion,
  call: CallContext | undefined,
): Promise<FoundHistory> => {
  const coverage = (await context.coverage(chain))({ first: 0, last: newest.number })
  // That balances are sampled is said by `is_sampled`: it is no gap in the index.
  call?.coveredBy?.(coverage)
  const base = { token_address: null, symbol: chain.symbol, decimals: chain.decimals, is_sampled: true, cursor: null }
  const { balancesAt } = context.node
  if (!balancesAt || !isHex(address)) return { ...base, note: needsArchive, points: [] }
  const [range] = coverage.ranges
  const first = range && range.last >= newest.number ? range.first : newest.number
  const blocks = await storedBlocks(context, chain, evenly(first, newest.number))
  const key = `${chain.id} ${newest.hash} ${address}`
  try {
    const balances = await context.stateReads.nativeHistories.read(
      key,
      (signal) => balancesAt(chain, address, blocks, signal),
      call?.signal,
    )
    const points = blocks.flatMap(({ number, timestamp }, index): Point[] => {
      const balance = balances[index]
      return balance === null || balance === undefined ? [] : [{ block: number, timestamp, balance }]
    })
    const missing = blocks.length - points.length
    const since = points[0]?.block
    const note =
      missing === 0
        ? sampled
        : `The node keeps no state before block ${since}: an archive node is needed for older balances.`
    return { ...base, note, points: points.reverse() }
  } catch (error) {
    if (!isServiceError(error) && !isTimeout(error)) throw error
    return { ...base, note: needsArchive, points: [] }
  }
}

const needsArchive = 'No node returned the balances after earlier blocks: this requires an archive node.'
const sampled = 'Read at evenly spaced blocks: the balance may have changed in between.'

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

/** Block numbers from first to last, both included. */
const evenly = (first: number, last: number): number[] => {
  const count = Math.min(balancesAtMax, last - first + 1)
  if (count === 1) return [last]
  return Array.from({ length: count }, (_, index) => first + Math.round(((last - first) * index) / (count - 1)))
}

const storedBlocks = async ({ store: { db } }: EvmQueryContext, chain: ServedChain, numbers: readonly number[]) => {
  const rows = await db
    .selectFrom('evm_blocks')
    .select(['number', 'timestamp', 'hash'])
    .where('chain', '=', chain.id)
    .where('number', 'in', [...numbers])
    .orderBy('number')
    .execute()
  return rows.map(({ number, timestamp, hash }) => ({ number, timestamp, hash: toHex(hash) }))
}
