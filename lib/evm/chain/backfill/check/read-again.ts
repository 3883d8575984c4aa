import { blockTimes } from '#lib/evm/chain/backfill/block-times.ts'
import { contractLogs } from '#lib/evm/chain/backfill/read-history-logs.ts'
import { correctHistory } from '#lib/evm/chain/write/histories/correct-history.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import type { CheckContext } from './check-context.ts'

/** Few blocks per response: a node that truncates large responses returns small ones in full. */
const blocksAtOnce = 500

/** A range whose logs were requested from every node again, and the number of logs that were missing. */
type ReadAgain = { range: BlockRange; corrected: number }

/**
 * Asks every node again for a contract's logs, in ranges whose ends differ from round to round, and adds what was
 * missing. A node that omits logs at the end of a response, or occasionally, returns them this way.
 */
export async function* readAgain(context: CheckContext, range: BlockRange, round: number): AsyncGenerator<ReadAgain> {
  const { store, chain, address, pool, signal } = context
  const blocksMax = Math.max(1, Math.floor(blocksAtOnce / round) - round)
  for await (const { from, to, logs } of contractLogs(context, address, range, { blocksMax })) {
    const times = await blockTimes(pool, logs, signal)
    const corrected = await correctHistory(store, chain, {
      address,
      range: { first: from, last: to },
      logs: logs.map(({ blockTimestamp, blockHash, ...log }) => ({ ...log, transactionValue: null })),
      headers: [...times.values()],
      isWhole: false,
    })
    yield { range: { first: from, last: to }, corrected }
  }
}
