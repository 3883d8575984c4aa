import { sql } from 'kysely'
import { fittingCount } from '#lib/api/fit-answer.ts'
import type { NftMedia } from '#lib/api/token-metadata.ts'
import { toHex } from '#lib/base/bytes.ts'
import { parseExact } from '#lib/base/exact-json.ts'
import type { Nft } from '#lib/evm/api/records/nfts.ts'
import type { NftMetadataRow } from '#lib/evm/chain/tables/readable-tables.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { momentText } from '#lib/evm/query/moment-text.ts'
import { normalizeMetadata } from '#lib/metadata/normalize-metadata.ts'
import type { Store } from '#lib/store/store.ts'
import { type TokenWithoutRow, wantDocuments } from './metadata/stored-metadata.ts'

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
> & { is_cut: boolean }

/** Documents that are read for one page, in bytes; that of its first token always is. */
const readBytesMax = 1_000_000

/** `brief`: of each document only the token's name, so that nothing large is read and parsed. */
export type DocumentRendering = { normalizeMetadata: boolean; media_items: boolean; brief?: boolean }

/** The documents of a page of tokens: of its first `readable` ones, since a page ends before it is too large. */
export type NftDocuments = { readable: number; of: (token: { token_hash: Uint8Array }) => NftDocument }

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
  const readable = rendering.brief ? tokens.length : await readableTokens(store, chain, tokens)
  const read = tokens.slice(0, readable)
  const rows = await readRows(store, chain, read, rendering.brief)
  const unasked = read.filter((token) => isUnasked(rows.get(toHex(token.token_hash))))
  await atMost(wantedWithinMs, want(store, chain, unasked, now()))
  const records =
    rendering.media_items && media
      ? await media([...rows.values()].filter(({ media_uri }) => media_uri !== null))
      : undefined
  return {
    readable,
    of: ({ token_hash }) => {
      const row = rows.get(toHex(token_hash))
      return {
        token_uri: row?.token_uri ?? null,
        metadata: row?.metadata ?? null,
        last_token_uri_sync: momentText(row?.uri_synced_at),
        last_metadata_sync: momentText(row?.metadata_synced_at),
        ...(rendering.normalizeMetadata && { normalized_metadata: rendering.brief ? named(row) : normalized(row) }),
        ...(rendering.media_items && { media: mediaOf(row, records, now()) }),
      }
    },
  }
}

/** How many of the tokens, in their order, have documents that may be read for one page. */
const readableTokens = async (
  { db }: Store<EvmTables>,
  chain: number,
  tokens: readonly TokenWithoutRow[],
): Promise<number> => {
  if (tokens.length <= 1) return tokens.length
  const sizes = await db
    .selectFrom('evm_nft_metadata')
    .select('token_hash')
    .select(
      sql<number>`coalesce(octet_length(token_uri), 0) + coalesce(octet_length(metadata), 0) + coalesce(octet_length(media_uri), 0)`.as(
        'bytes',
      ),
    )
    .where('chain', '=', chain)
    .where('token_hash', 'in', distinctHashes(tokens))
    .execute()
  const bytesOf = new Map(sizes.map(({ token_hash, bytes }) => [toHex(token_hash), Number(bytes)]))
  return fittingCount(tokens, ({ token_hash }) => bytesOf.get(toHex(token_hash)) ?? 0, readBytesMax)
}

const readRows = async (
  { db }: Store<EvmTables>,
  chain: number,
  tokens: readonly TokenWithoutRow[],
  brief = false,
): Promise<Map<string, DocumentRow>> => {
  if (tokens.length === 0) return new Map()
  const rows = await db
    .selectFrom('evm_nft_metadata')
    .select(['token_hash', 'media_key', 'updated_at', 'uri_synced_at', 'metadata_synced_at', 'is_wanted', 'failures'])
    .select(['fault', sql<string | null>`substr(name, 1, ${nameMax})`.as('name')])
    .select(sql<string | null>`substr(media_uri, 1, ${brief ? briefUriMax : wholeUriMax})`.as('media_uri'))
    .$if(!brief, (query) => query.select(['token_uri', 'metadata']))
    .where('chain', '=', chain)
    .where('token_hash', 'in', distinctHashes(tokens))
    .execute()
  const isCut = ({ media_uri }: { media_uri: string | null }) => brief && media_uri?.length === briefUriMax
  return new Map(
    rows.map((row) => [toHex(row.token_hash), { token_uri: null, metadata: null, ...row, is_cut: isCut(row) }]),
  )
}

const distinctHashes = (tokens: readonly TokenWithoutRow[]): Uint8Array[] => [
  ...new Map(tokens.map(({ token_hash }) => [toHex(token_hash), token_hash])).values(),
]

/** Maximum length of a name in a list. */
const nameMax = 200
/** A longer URI contains the picture itself. Where only names and pictures are shown, its preview is enough. */
const briefUriMax = 160_000
const wholeUriMax = 2 ** 30

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
    await wantDocuments(store, chain, [...once.values()], { now })
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
