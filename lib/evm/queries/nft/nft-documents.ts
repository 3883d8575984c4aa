import { sql } from 'kysely'
import type { NftMedia } from '#lib/api/token-metadata.ts'
import { parseExact } from '#lib/encoding/exact-json.ts'
import type { Nft } from '#lib/evm/contract/records/nfts.ts'
import { toHex } from '#lib/evm/decode/bytes.ts'
import type { TokenWithoutRow } from '#lib/evm/metadata/stored-metadata.ts'
import { wantDocuments } from '#lib/evm/metadata/want-documents.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import { momentText } from '#lib/evm/queries/parts/moment-text.ts'
import type { NftMetadataRow } from '#lib/evm/readable-tables.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { normalizeMetadata } from '#lib/metadata/normalize-metadata.ts'
import type { Store } from '#lib/store/store.ts'

/** The part of a record that comes from a token's document. */
type NftDocument = Pick<
  Nft,
  'token_uri' | 'metadata' | 'last_token_uri_sync' | 'last_metadata_sync' | 'normalized_metadata' | 'media'
>

type DocumentRow = Pick<
  NftMetadataRow,
  | 'token_hash'
  | 'token_uri'
  | 'metadata'
  | 'name'
  | 'media_uri'
  | 'media_key'
  | 'updated_at'
  | 'uri_synced_at'
  | 'metadata_synced_at'
  | 'is_wanted'
  | 'failures'
  | 'fault'
>

/** Maximum size of untrusted text per page; a single token is returned in full. */
const pageBytesMax = 16 << 20

/** `brief`: of each document only the token's name, so that nothing large is read and parsed. */
export type DocumentRendering = { normalizeMetadata: boolean; media_items: boolean; brief?: boolean }

/** The documents of a page of tokens. */
export type NftDocuments = (token: { token_hash: Uint8Array }) => NftDocument

/**
 * The documents of these tokens in one statement, their media in another. Those never requested are moved to the front
 * of the worker's queue; the page neither waits for that nor fails with it.
 */
export const nftDocuments = async (
  { store, media, now }: EvmQueryContext,
  chain: number,
  tokens: readonly TokenWithoutRow[],
  rendering: DocumentRendering,
): Promise<NftDocuments> => {
  const rows = await readRows(store, chain, tokens, rendering.brief)
  const unasked = tokens.filter((token) => isUnasked(rows.get(toHex(token.token_hash))))
  await atMost(wantedWithinMs, want(store, chain, unasked, now()))
  const records =
    rendering.media_items && media
      ? await media([...rows.values()].filter(({ media_uri }) => media_uri !== null))
      : undefined
  return ({ token_hash }) => {
    const row = rows.get(toHex(token_hash))
    return {
      token_uri: row?.token_uri ?? null,
      metadata: row?.metadata ?? null,
      last_token_uri_sync: momentText(row?.uri_synced_at),
      last_metadata_sync: momentText(row?.metadata_synced_at),
      ...(rendering.normalizeMetadata && { normalized_metadata: rendering.brief ? named(row) : normalized(row) }),
      ...(rendering.media_items && { media: mediaOf(row, records, now()) }),
    }
  }
}

/**
 * The rows of these tokens. If the documents do not fit on a page, the largest are omitted, as if missing: the single
 * token returns them.
 */
const readRows = async (
  { db }: Store<EvmTables>,
  chain: number,
  tokens: readonly { token_hash: Uint8Array }[],
  brief = false,
): Promise<Map<string, DocumentRow>> => {
  if (tokens.length === 0) return new Map()
  const hashes = [...new Map(tokens.map(({ token_hash }) => [toHex(token_hash), token_hash])).values()]
  const { rows } = await sql<DocumentRow>`
    select m.token_hash, m.media_key, m.updated_at, m.uri_synced_at, m.metadata_synced_at, m.is_wanted, m.failures, m.fault,
      substr(m.name, 1, ${nameMax}) as name, case when fits then m.media_uri end as media_uri,
      ${brief ? sql`null as token_uri, null as metadata` : sql`case when fits then m.token_uri end as token_uri, case when fits then m.metadata end as metadata`}
    from (
      select id, row_number() over smallest = 1 or sum(own_bytes) over smallest <= ${pageBytesMax} as fits
      from (
        select id, ${brief ? sql`` : sql`coalesce(octet_length(token_uri), 0) + coalesce(octet_length(metadata), 0) +`}
          coalesce(octet_length(media_uri), 0) as own_bytes
        from evm_nft_metadata where chain = ${chain} and token_hash in (${sql.join(hashes)})
      ) as sized
      window smallest as (order by own_bytes, id rows unbounded preceding)
    ) as listed join evm_nft_metadata as m on m.chain = ${chain} and m.id = listed.id`.execute(db)
  return new Map(rows.map((row) => [toHex(row.token_hash), row]))
}

/** Maximum length of a name in a list. */
const nameMax = 200

const named = (row: DocumentRow | undefined): Nft['normalized_metadata'] =>
  row?.name
    ? { name: row.name, description: null, animation_url: null, external_link: null, image: null, attributes: null }
    : null

const normalized = (row: DocumentRow | undefined) =>
  row?.metadata ? normalizeMetadata(parseExact(row.metadata), row.token_uri) : null

/** A token with an unknown document may have media; one whose document names none has no media. */
const mediaOf = (
  row: DocumentRow | undefined,
  records: ReadonlyMap<string, NftMedia> | undefined,
  now: number,
): NftMedia | null => {
  if (row?.media_key) return records?.get(toHex(row.media_key)) ?? null
  const isRead = row?.uri_synced_at != null
  return {
    status: isRead ? (row?.fault ?? 'invalid_url') : 'processing',
    updatedAt: momentText(row?.updated_at ?? now),
    original_media_url: null,
  }
}

const isUnasked = (row: DocumentRow | undefined): boolean =>
  row === undefined || (row.uri_synced_at === null && row.is_wanted === 0 && row.failures === 0)

const wantedWithinMs = 50
/** Pages waiting for the database to record their requested documents; above this, further pages record none. */
const wantingMax = 4
const wanting = new WeakMap<Store<EvmTables>, number>()

const want = async (
  store: Store<EvmTables>,
  chain: number,
  tokens: readonly TokenWithoutRow[],
  now: number,
): Promise<void> => {
  const others = wanting.get(store) ?? 0
  if (tokens.length === 0 || others >= wantingMax) return
  wanting.set(store, others + 1)
  try {
    const once = new Map(tokens.map((token) => [toHex(token.token_hash), token]))
    await wantDocuments(store, chain, [...once.values()], now)
  } finally {
    wanting.set(store, (wanting.get(store) ?? 1) - 1)
  }
}

const atMost = async (ms: number, work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work.catch(() => undefined), tooLong])
  clearTimeout(timer)
}
