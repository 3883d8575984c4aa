import type { Kysely } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { backfillVersionMin } from '#lib/evm/chain/decode/decoder-version.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { HistoryRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import type { ChainCoverage, HistoryState } from './coverage.ts'

/** One query: the fully stored blocks of a chain, and its head. */
export const readChainCoverage = async (db: Kysely<EvmTables>, chain: number): Promise<ChainCoverage> => {
  const rows = await db
    .selectFrom('evm_chains')
    .leftJoin('evm_intervals', 'evm_intervals.chain', 'evm_chains.chain')
    .select(['head_latest', 'head_finalized', 'first_block', 'last_block'])
    .where('evm_chains.chain', '=', chain)
    .orderBy('first_block')
    .execute()
  return {
    intervals: rows.flatMap(rangeOf),
    latest: rows[0]?.head_latest ?? null,
    finalized: rows[0]?.head_finalized ?? null,
  }
}

/**
 * One query: the existing backfills of these contracts, by lower-case address. One that an older decoder read covers no blocks:
 * it is read again.
 */
export const readHistories = async (
  db: Kysely<EvmTables>,
  chain: number,
  addresses: readonly string[],
): Promise<Map<string, HistoryState>> => {
  if (!addresses.length) return new Map()
  const rows = await db
    .selectFrom('evm_histories as history')
    .leftJoin('evm_history_intervals as part', (join) =>
      join.onRef('part.chain', '=', 'history.chain').onRef('part.address', '=', 'history.address'),
    )
    .selectAll('history')
    .select(['part.first_block as part_first', 'part.last_block as part_last'])
    .where('history.chain', '=', chain)
    .where('history.address', 'in', addresses.map(toBytes))
    .orderBy('part.first_block')
    .execute()
  const found = new Map<string, HistoryRow & { intervals: BlockRange[] }>()
  for (const { part_first, part_last, ...row } of rows) {
    const address = toHex(row.address)
    const state = found.get(address) ?? { ...row, intervals: [] }
    if (!isOutdated(row)) state.intervals.push(...rangeOf({ first_block: part_first, last_block: part_last }))
    found.set(address, state)
  }
  return found
}

/** Whether an older version of the program read it, and left out rows that this one stores. */
export const isOutdated = ({ decoder_version }: Pick<HistoryRow, 'decoder_version'>): boolean =>
  decoder_version < backfillVersionMin

const rangeOf = ({ first_block: first, last_block: last }: Ends): BlockRange[] =>
  first === null || last === null ? [] : [{ first, last }]

type Ends = { first_block: number | null; last_block: number | null }
