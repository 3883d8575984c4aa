import { type NftMedia, normalizedMetadata } from '#lib/api/token-metadata.ts'
import type { AptosMetadata } from '#lib/aptos/api/token-metadata.ts'
import { uriBytesMax } from '#lib/aptos/chain/decode/bytes.ts'
import type { AptosDocumentRow, AptosTables } from '#lib/aptos/chain/tables.ts'
import type { AptosTokenMetadata, ReadAttributes, TokenAttributes, TokenMedia, Uri } from '#lib/aptos/query/context.ts'
import { toHex } from '#lib/base/bytes.ts'
import type { MediaRecords } from '#lib/media/media-records.ts'
import type { Store } from '#lib/store/store.ts'
import { createWantSoon } from '#lib/store/want-soon.ts'
import { uriKey, type WantedDocument, wantAptosDocuments } from './document-row.ts'

type Parts = {
  store: Store<AptosTables>
  media: MediaRecords
  /** Unix milliseconds. */
  now: () => number
}

/** A cut leaves out the bytes of an incomplete character. */
const maxCut = 4
/** A longer image URI contains the image: lists leave it out. */
const listedUriMax = 2_048

/** The URI as it can be fetched; a longer one was cut when it was stored. */
export const wholeUri = (uri: Uri): string | undefined => {
  const written = uri?.trim()
  return written && Buffer.byteLength(written) < uriBytesMax - maxCut ? written : undefined
}

type KnownDocument = Pick<AptosDocumentRow, 'status' | 'media_uri' | 'media_key' | 'updated_at' | 'due_at' | 'failures'>

/**
 * Documents that are asked for with a whole collection become due one by one, so that those of other pages, which are due
 * at once, never wait for all of them.
 */
const bulkEveryMs = 50

/** The stored documents of these URIs, by URI. */
const knownDocuments = async (
  db: Store<AptosTables>['db'],
  uris: readonly string[],
): Promise<ReadonlyMap<string, KnownDocument>> => {
  if (uris.length === 0) return new Map()
  const keys = new Map(uris.map((uri) => [toHex(uriKey(uri)), uri]))
  const rows = await db
    .selectFrom('aptos_documents')
    .select(['document_key', 'status', 'media_uri', 'media_key', 'updated_at', 'due_at', 'failures'])
    .where('document_key', 'in', [...keys.values()].map(uriKey))
    .execute()
  return new Map(rows.map((row) => [keys.get(toHex(row.document_key)) ?? '', row]))
}

/**
 * Documents of tokens and collections, and their media, as far as the worker has read them: others are queued and
 * `processing`. No page waits for them.
 */
export const createTokenMetadata = ({ store, media, now }: Parts): AptosTokenMetadata => {
  const want = createWantSoon<WantedDocument>((wanted, at) => wantAptosDocuments(store.db, wanted, at))
  let lastBulkDue = 0
  const dueInBulk = () => {
    lastBulkDue = Math.max(lastBulkDue + bulkEveryMs, now())
    return lastBulkDue
  }

  const documentsOf = async (uris: readonly string[]): Promise<ReadonlyMap<string, KnownDocument>> => {
    const known = await knownDocuments(store.db, uris)
    const at = now()
    const isLate = (row: KnownDocument | undefined) =>
      row === undefined || (row.status === 'processing' && row.failures === 0 && (row.due_at ?? 0) > at)
    await want(
      [...new Set(uris)].filter((uri) => isLate(known.get(uri))).map((uri) => ({ uri, dueAt: at })),
      at,
    )
    return known
  }

  const mediaOf: TokenMedia = async (uris) => {
    const whole = uris.flatMap((uri) => wholeUri(uri) ?? [])
    const documents = await documentsOf(whole)
    const records = await media([...documents.values()])
    return (uri) => {
      const written = wholeUri(uri)
      if (written === undefined) return uri ? tooLong(now()) : null
      return mediaOfDocument(documents.get(written), records, now())
    }
  }

  const attributesOf: ReadAttributes = async (uris) => {
    const whole = [...new Set(uris.flatMap((uri) => wholeUri(uri) ?? []))]
    const keys = new Map(whole.map((uri) => [toHex(uriKey(uri)), uri]))
    const rows =
      whole.length === 0
        ? []
        : await store.db
            .selectFrom('aptos_documents')
            .select(['document_key', 'status', 'metadata'])
            .where('document_key', 'in', whole.map(uriKey))
            .execute()
    const known = new Map(rows.map((row) => [keys.get(toHex(row.document_key)) ?? '', row]))
    const missing = whole.filter((uri) => !known.has(uri))
    await want(
      missing.map((uri) => ({ uri, dueAt: dueInBulk() })),
      now(),
    )
    return (uri) => {
      const row = known.get(wholeUri(uri) ?? '')
      return {
        metadata_status: row?.status ?? statusWithoutRow(uri),
        attributes: row?.metadata ? (normalizedMetadata.parse(JSON.parse(row.metadata)).attributes ?? []) : null,
      }
    }
  }

  return {
    mediaOf,
    attributesOf,
    metadataOf: async (uri) => {
      const mediaOfUri = await mediaOf([uri])
      const written = wholeUri(uri)
      const row =
        written === undefined
          ? undefined
          : await store.db
              .selectFrom('aptos_documents')
              .select(['status', 'error', 'metadata'])
              .where('document_key', '=', uriKey(written))
              .executeTakeFirst()
      return {
        metadata_status: row?.status ?? statusWithoutRow(uri),
        metadata_error: row?.error ?? null,
        normalized_metadata: row?.metadata ? normalizedMetadata.parse(JSON.parse(row.metadata)) : null,
        media: mediaOfUri(uri),
      }
    },
  }
}

const statusWithoutRow = (uri: Uri): AptosMetadata['metadata_status'] => {
  if (!uri) return null
  return wholeUri(uri) === undefined ? 'invalid_url' : 'processing'
}

const mediaOfDocument = (
  document: KnownDocument | undefined,
  records: Awaited<ReturnType<MediaRecords>>,
  now: number,
): NftMedia => {
  const record = document?.media_key ? records.get(toHex(document.media_key)) : undefined
  if (record) {
    const { original_media_url: url } = record
    return { ...record, original_media_url: url.length <= listedUriMax ? url : null }
  }
  // A document without an image was read, but names no URL.
  const status = document?.status === 'success' ? 'invalid_url' : (document?.status ?? 'processing')
  return { status, updatedAt: momentText(document?.updated_at ?? now), original_media_url: null }
}

const tooLong = (now: number): NftMedia => ({
  status: 'invalid_url',
  updatedAt: momentText(now),
  original_media_url: null,
})

/** The document and media of a URI, for a response. */
export const metadataOf = async ({ metadata }: Context, uri: Uri): Promise<AptosMetadata> =>
  (await metadata?.metadataOf(uri)) ?? unread

/** The media of these URIs, for the rows of a response. */
export const mediaOf = async ({ metadata }: Context, uris: readonly Uri[]): Promise<(uri: Uri) => NftMedia | null> =>
  (await metadata?.mediaOf(uris)) ?? (() => null)

/** The attributes of the documents of these URIs, for the rows of a response. */
export const attributesOf = async (
  { metadata }: Context,
  uris: readonly Uri[],
): Promise<(uri: Uri) => TokenAttributes> =>
  (await metadata?.attributesOf(uris)) ?? (() => ({ metadata_status: null, attributes: null }))

type Context = { metadata?: AptosTokenMetadata }

const unread: AptosMetadata = {
  ...{ metadata_status: null, metadata_error: null, normalized_metadata: null, media: null },
}

const momentText = (ms: number): string => new Date(ms).toISOString()
