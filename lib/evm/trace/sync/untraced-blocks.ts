import type { Kysely } from 'kysely'
import type { Hex } from '#lib/evm/chain/block.ts'
import { toHex } from '#lib/evm/chain/decode/bytes.ts'
import type { BlockToTrace } from '#lib/evm/chain/rpc/traces/block-transfers.ts'
import { readIntervals } from '#lib/evm/chain/stored/intervals.ts'
import { readTraceIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { type BlockRange, mergeRanges, subtractRanges } from '#lib/indexing/intervals.ts'

export type UntracedBlock = BlockToTrace & { hash: Hex }

/** The newest stored blocks without stored internal transfers, newest first, at most `countMax` and without `except`. */
export const untracedBlocks = async (
  db: Kysely<EvmTables>,
  chain: number,
  except: readonly BlockRange[],
  countMax: number,
): Promise<UntracedBlock[]> => {
  const done = [...(await readTraceIntervals(db, chain)), ...except]
  const newest = subtractRanges(mergeRanges(await readIntervals(db, chain)), done).at(-1)
  if (!newest) return []
  const first = Math.max(newest.first, newest.last - countMax + 1)
  const blocks = await db
    .selectFrom('evm_blocks')
    .select(['number', 'hash'])
    .where('chain', '=', chain)
    .where('number', '>=', first)
    .where('number', '<=', newest.last)
    .orderBy('number', 'desc')
    .execute()
  const transactions = await db
    .selectFrom('evm_transactions')
    .select(['block_number', 'hash'])
    .where('chain', '=', chain)
    .where('block_number', '>=', first)
    .where('block_number', '<=', newest.last)
    .orderBy('block_number')
    .orderBy('transaction_index')
    .execute()
  const ofBlocks = Map.groupBy(transactions, ({ block_number }) => block_number)
  return blocks.map(({ number, hash }) => ({
    number,
    hash: toHex(hash),
    transactionHashes: (ofBlocks.get(number) ?? []).map((row) => toHex(row.hash)),
  }))
}
