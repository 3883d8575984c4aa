import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { documentKey, indexDocuments } from '#lib/evm/chain/search-index/index-documents.ts'
import { recordReads } from '#lib/evm/chain/stored/recent-reads.ts'
import type { NftMetadataRow } from '#lib/evm/chain/tables/readable-tables.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NftStandard, NftTokenRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import { normalizeMetadata } from '#lib/metadata/normalize-metadata.ts'
import { documentBytesMax, type ParsedDocument } from '#lib/metadata/parse-document.ts'
import type { FetchFault } from '#lib/outbound/fetch-fault.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { Alongside, Store } from '#lib/store/store.ts'

/** Result of an attempt to read a token's document. */
export type DocumentResult =
  | { kind: 'document'; uri: string; document: ParsedDocument }
  | { kind: 'fault'; uri: string; fault: FetchFault }
  /** The contract returns no URI. */
  | { kind: 'none' }
  /** Reading it crashed the worker too often. */
  | { kind: 'set aside'; message: string }
  /** Neither the contract nor a host was reached, and neither is to blame; `until` in unix milliseconds. */
  | { kind: 'unheard'; message: string; until?: number }

/** Columns of every change: those that a row requires, and the decision. */
export type TriedRow = Pick<
  NftMetadataRow,
  | 'id'
  | 'chain'
  | 'token_address'
  | 'token_hash'
  | 'token_id'
  | 'created_at'
  | 'updated_at'
  | 'due_at'
  | 'is_wanted'
  | 'failures'
  | 'minted_block'
  | 'error'
  | 'fault'
>

/** Milliseconds after a first failure; each further one doubles them. */
const retryMsFirst = 60_000
const retryMsMax = 24 * 3_600_000
/** After about three weeks there are no further attempts until the contract reports a change or a person requests it. */
const failuresMax = 30
/** Maximum length of searched text; the document itself is stored in full. */
const nameMax = 1_000
const descriptionMax = 10_000

/** The row after a try at `now` (unix milliseconds): the columns that it changes, the same ones for each kind of result. */
export const rowAfter = (row: TriedRow, result: DocumentResult, now: number): TriedRow & Partial<NftMetadataRow> => {
  const done = { ...row, is_wanted: 0, due_at: null, failures: 0, error: null, fault: null } as const
  switch (result.kind) {
    case 'document':
      return {
        ...done,
        updated_at: now,
        token_uri: storedUri(result.uri),
        uri_synced_at: now,
        metadata_synced_at: now,
        ...documentColumns(result.document, result.uri),
      }
    case 'fault': {
      const { fault, message, retryAfterSeconds = 0 } = result.fault
      const failed = fault === 'invalid_url' ? done : postponed(row, now, retryAfterSeconds * 1_000)
      return { ...failed, error: message, fault, token_uri: storedUri(result.uri), uri_synced_at: now }
    }
    case 'set aside':
      return { ...done, error: result.message, fault: 'unsupported_media', uri_synced_at: now }
    case 'none':
      return { ...done, error: noDocumentNamed, uri_synced_at: now }
    case 'unheard':
      if (result.until !== undefined) return { ...row, due_at: result.until, error: result.message }
      return { ...postponed(row, now, 0), error: result.message }
  }
}

export const noDocumentNamed = 'The contract has no metadata URI for this token.'

const postponed = (row: TriedRow, now: number, retryAfterMs: number): TriedRow => {
  const failures = row.failures + 1
  const waitMs = Math.min(retryMsMax, Math.max(retryAfterMs, retryMsFirst * 2 ** Math.min(row.failures, 20)))
  return { ...row, is_wanted: 0, failures, due_at: failures < failuresMax ? now + waitMs : null }
}

/** A URI longer than the maximum size of a document is not stored. */
const storedUri = (uri: string): string | null => (uri.length <= documentBytesMax ? uri.toWellFormed() : null)

const documentColumns = ({ text, value }: ParsedDocument, uri: string) => {
  const { name, description, attributes, image, animation_url } = normalizeMetadata(value, uri)
  const media = image ?? animation_url
  return {
    metadata: text,
    name: cut(name, nameMax),
    description: cut(description, descriptionMax),
    attributes: attributes?.length ? JSON.stringify(attributes) : null,
    media_uri: media,
    media_key: media === null ? null : new Uint8Array(hash('sha256', media, 'buffer')),
  }
}

const cut = (text: string | null, lengthMax: number): string | null =>
  text === null ? null : text.slice(0, lengthMax).toWellFormed()

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
