import { sql } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import type { TokenWithoutRow } from './stored-metadata.ts'

/**
 * Prioritises the documents of these tokens that were never requested; with `again` also those that were. Missing rows
 * are created. `now` in unix milliseconds.
 */
export const wantDocuments = async (
  { db }: Store<EvmTables>,
  chain: number,
  tokens: readonly TokenWithoutRow[],
  { now, options = { again: false } }: { now: number; options?: { again: boolean } },
): Promise<void> => {
  if (tokens.length === 0) return
  const values = tokens
    .toSorted((a, b) => Buffer.compare(a.token_hash, b.token_hash))
    .map(
      ({ token_address, token_hash, token_id, minted_block }) =>
        sql`(${chain}, ${token_address}, ${token_hash}, ${token_id}, ${minted_block}, ${now}, ${now}, ${now}, 1, 0)`,
    )
  const neverFetched = sql`known.is_wanted = 0 and known.uri_synced_at is null and known.failures = 0`
  await sql`insert into evm_nft_metadata as known (
      chain, token_address, token_hash, token_id, minted_block, created_at, updated_at, due_at, is_wanted, failures
    ) values ${sql.join(values)}
    on conflict (chain, token_hash) do update set is_wanted = 1, due_at = ${now}
    where ${options.again ? sql`1 = 1` : neverFetched}`.execute(db)
}
