import { type Kysely, sql } from 'kysely'
import { documentKey } from '#lib/evm/chain/search-index/document-key.ts'
import { indexDocuments } from '#lib/evm/chain/search-index/index-documents.ts'
import { recordReads } from '#lib/evm/chain/stored/recent-reads.ts'
import type { NftMetadataRow } from '#lib/evm/chain/tables/readable-tables.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NftStandard, NftTokenRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { Alongside, Store } from '#lib/store/store.ts'
import type { TriedRow } from './document-row.ts'

/** A due row with its token; null if no transfer of it is known (any more). */
export type DueRow = TriedRow & { due_at: number; standard: NftStandard | null }

/** Rows that are due at `now` (unix milliseconds): of requested ones, longest waiting first; of the others, newest first. */
export const dueRows = async (
  db: Kysely<EvmTables>,
  chain: number,
  isWanted: 0 | 1,
  { now, countMax }: { now: number; countMax: number },
): Promise<DueRow[]> => {
  const direction = isWanted ? sql`asc` : sql`desc`
  const { rows } = await sql<DueRow>`
    select m.id, m.chain, m.token_address, m.token_hash, m.token_id, m.created_at, m.updated_at, m.due_at, m.is_wanted,
      m.failures, m.error, m.fault, t.standard, coalesce(t.minted_block, m.minted_block) as minted_block
    from (
      select * from evm_nft_metadata where chain = ${chain} and is_wanted = ${isWanted} and due_at <= ${now}
      order by due_at ${direction} limit ${countMax}
    ) as m
    left join evm_nft_tokens as t
      on t.chain = ${chain} and t.token_address = m.token_address and t.token_hash = m.token_hash
    order by m.due_at ${direction}`.execute(db)
  return rows
}

export type ChangedRow = { taken: DueRow; row: TriedRow & Partial<NftMetadataRow> }

/**
 * Writes the results of attempts, in one transaction with the writes of `alongside`; the rows have the same columns. If
 * another attempt was requested meanwhile, it stays requested.
 */
export const writeRows = (
  store: Store<EvmTables>,
  changes: readonly ChangedRow[],
  alongside?: Alongside<ChangedRow>,
): Promise<void> =>
  store.db.transaction().execute(async (transaction) => {
    const sorted = changes.toSorted((a, b) => a.row.id - b.row.id)
    const stored = await store.findMany(transaction, 'evm_nft_metadata', {
      columns: ['id', 'due_at', 'is_wanted'],
      keys: sorted.map(({ row: { chain, id } }) => ({ chain, id })),
    })
    const asked = new Map(stored.map(({ id, due_at, is_wanted }) => [id, { due_at, is_wanted }]))
    const rows = sorted.flatMap(({ taken, row }) => {
      const now = asked.get(row.id)
      if (!now) return []
      return now.due_at === taken.due_at ? row : { ...row, ...now }
    })
    await store.upsertMany(transaction, 'evm_nft_metadata', { key: documentKey(store), rows })
    await indexDocuments(store, transaction, rows)
    const chains = Map.groupBy(rows, ({ chain }) => chain)
    for (const [chain, ofChain] of chains)
      await recordReads(
        transaction,
        chain,
        ofChain.map(({ token_hash }) => token_hash),
      )
    await alongside?.(transaction, changes)
  })

/** A token that needs a row. */
export type TokenWithoutRow = Pick<NftTokenRow, 'token_address' | 'token_hash' | 'token_id' | 'minted_block'>

const tokensPerStatement = 500

/** Creates rows for tokens without one, due at `now` (unix milliseconds). */
export const addTokens = async (
  db: Kysely<EvmTables>,
  chain: number,
  tokens: readonly TokenWithoutRow[],
  now: number,
): Promise<void> => {
  const sorted = tokens.toSorted((a, b) => Buffer.compare(a.token_hash, b.token_hash))
  for (const batch of batchesOf(sorted, tokensPerStatement)) {
    const values = batch.map(
      ({ token_address, token_hash, token_id, minted_block }) =>
        sql`(${chain}, ${token_address}, ${token_hash}, ${token_id}, ${minted_block}, ${now}, ${now}, ${now}, 0, 0)`,
    )
    await sql`insert into evm_nft_metadata (
        chain, token_address, token_hash, token_id, minted_block, created_at, updated_at, due_at, is_wanted, failures
      ) values ${sql.join(values)} on conflict (chain, token_hash) do nothing`.execute(db)
  }
}

const tokensPerRead = 2_000

/** Creates rows for the tokens that moved in these blocks and have none, due at `now` (unix milliseconds). */
export const addTokensOfBlocks = async (
  db: Kysely<EvmTables>,
  chain: number,
  { first, last }: BlockRange,
  now: number,
): Promise<void> => {
  for (;;) {
    const { rows } = await sql<TokenWithoutRow>`
      select t.token_address, t.token_hash, t.token_id, t.minted_block
      from (
        select distinct token_address, token_hash from evm_nft_transfers
        where chain = ${chain} and block_number >= ${first} and block_number <= ${last}
      ) as moved
      join evm_nft_tokens as t
        on t.chain = ${chain} and t.token_address = moved.token_address and t.token_hash = moved.token_hash
      left join evm_nft_metadata as m on m.chain = ${chain} and m.token_hash = moved.token_hash
      where m.id is null
      limit ${tokensPerRead}`.execute(db)
    await addTokens(db, chain, rows, now)
    if (rows.length < tokensPerRead) return
  }
}
