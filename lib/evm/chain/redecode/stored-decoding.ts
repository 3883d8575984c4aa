import type { Kysely } from 'kysely'
import { decoderVersion } from '#lib/evm/chain/decode/decoder-version.ts'
import type { DecodingRow, EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'

export const readDecoding = (db: Kysely<EvmTables>, chain: number): Promise<DecodingRow | undefined> =>
  db.selectFrom('evm_decodings').selectAll().where('chain', '=', chain).executeTakeFirst()

export const writeDecoding = async (db: Kysely<EvmTables>, row: DecodingRow): Promise<void> => {
  const { chain: _, ...columns } = row
  await db
    .insertInto('evm_decodings')
    .values(row)
    .onConflict((conflict) => conflict.column('chain').doUpdateSet(columns))
    .execute()
}

/** The range from the lowest to the highest stored block of a chain. */
export const storedSpan = async (db: Kysely<EvmTables>, chain: number): Promise<BlockRange | undefined> => {
  const row = await db
    .selectFrom('evm_intervals')
    .select(({ fn }) => [fn.min('first_block').as('first'), fn.max('last_block').as('last')])
    .where('chain', '=', chain)
    .executeTakeFirst()
  return row && row.first !== null && row.last !== null ? { first: row.first, last: row.last } : undefined
}

/** The newest consecutive stored blocks up to `last`: at most `blocksMax`, with about `logsMax` logs. */
export const nextBlocks = async (
  db: Kysely<EvmTables>,
  chain: number,
  last: number,
  { blocksMax, logsMax }: { blocksMax: number; logsMax: number },
): Promise<BlockRange | undefined> => {
  const rows = await db
    .selectFrom('evm_blocks')
    .select(['number', 'log_count'])
    .where('chain', '=', chain)
    .where('number', '<=', last)
    .orderBy('number', 'desc')
    .limit(blocksMax)
    .execute()
  const [newest] = rows
  if (!newest) return undefined
  let first = newest.number
  let logs = newest.log_count
  for (const { number, log_count } of rows.slice(1)) {
    logs += log_count
    if (number !== first - 1 || logs > logsMax) break
    first = number
  }
  return { first, last: newest.number }
}

/** The share of stored blocks decoded again, in whole per cent; null when done. */
export const decodingPercent = (row: DecodingRow | undefined): number | null => {
  if (!row || row.version >= decoderVersion) return null
  const { first_block, next_block, last_block } = row
  if (first_block === null || next_block === null || last_block === null) return 0
  return Math.floor((100 * (last_block - next_block)) / Math.max(1, last_block - first_block + 1))
}
