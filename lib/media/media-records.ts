import { hash } from 'node:crypto'
import { toHex } from '#lib/base/bytes.ts'
import type { Store } from '#lib/store/store.ts'
import { createWantSoon } from '#lib/store/want-soon.ts'
import type { MediaRow as FullMediaRow, MediaStatus, MediaTables } from './media-tables.ts'
import { fittedSize, type PreviewName, previewPath, previewSizes, type Size, wantMedia } from './preview-files.ts'

type MediaRecordsParts = {
  store: Store<MediaTables>
  /** Without a trailing slash: previews have absolute URLs. */
  siteUrl: string
  /** Unix milliseconds. */
  now: () => number
}

/** A URI and its sha256; both null without one. A URI that is cut is never queued. */
type NamedMedia = { media_uri: string | null; media_key: Uint8Array | null; is_cut?: boolean }

type Preview = Size & { url: string }

/** Known media, as the interface has them. */
type MediaRecord = {
  status: MediaStatus
  updatedAt: string
  original_media_url: string
  /** Null for videos and audio; undefined unless the status is `success`. */
  media_collection?: Record<PreviewName, Preview> | null
  category?: FullMediaRow['category']
  mimetype?: string | null
  parent_hash?: string | null
}

/** Known media by their key as `toHex` formats it; none for those without a URI. */
export type MediaRecords = (rows: readonly NamedMedia[]) => Promise<ReadonlyMap<string, MediaRecord>>

type MediaRow = Omit<FullMediaRow, 'uri' | 'due_at' | 'failures' | 'error' | 'byte_count'>

/**
 * Known media of these rows, by their key as `toHex` formats it, in one statement. New media are queued for the worker
 * and are `processing`: the page neither waits for that nor fails with it.
 */
export const createMediaRecords = ({ store, siteUrl, now }: MediaRecordsParts): MediaRecords => {
  const want = createWantSoon<{ media_uri: string; media_key: Uint8Array }>((media, at) =>
    wantMedia(store.db, media, at),
  )
  return async (rows: readonly NamedMedia[]): Promise<ReadonlyMap<string, MediaRecord>> => {
    const named = new Map(
      rows.flatMap(({ media_uri, media_key, is_cut }) =>
        media_uri !== null && media_key !== null ? [[toHex(media_key), { media_uri, media_key, is_cut }] as const] : [],
      ),
    )
    const known = await readMediaRows(store, [...named.values()])
    const unknown = [...named].filter(([key, { is_cut }]) => !known.has(key) && !is_cut).map(([, media]) => media)
    await want(unknown, now())
    const recordOf = (key: string, uri: string): MediaRecord => {
      const row = known.get(key)
      return { ...mediaFacts(row, siteUrl), ...mediaState(row, now()), original_media_url: uri }
    }
    return new Map([...named].map(([key, { media_uri }]) => [key, recordOf(key, media_uri)]))
  }
}

const readMediaRows = async (
  { db }: Store<MediaTables>,
  named: readonly { media_key: Uint8Array }[],
): Promise<ReadonlyMap<string, MediaRow>> => {
  if (named.length === 0) return new Map()
  const rows = await db
    .selectFrom('evm_media')
    .select(['media_key', 'status', 'category', 'mimetype', 'content_hash', 'width', 'height', 'updated_at'])
    .where(
      'media_key',
      'in',
      named.map(({ media_key }) => media_key),
    )
    .execute()
  return new Map(rows.map((row) => [toHex(row.media_key), row]))
}

const mediaState = (row: MediaRow | undefined, now: number) => ({
  status: row?.status ?? 'processing',
  updatedAt: new Date(row?.updated_at ?? now).toISOString(),
})

/** Videos and audio have no previews. */
const mediaFacts = (row: MediaRow | undefined, siteUrl: string) => {
  if (row?.status !== 'success') return {}
  const { category, mimetype, content_hash, width, height } = row
  const hash = content_hash && toHex(content_hash)
  const previewOf = (name: PreviewName, content: Size) => {
    const size = fittedSize(content, previewSizes[name])
    return { height: size.height, width: size.width, url: `${siteUrl}${previewPath((hash ?? '').slice(2), name)}` }
  }
  const collectionOf = (content: Size) => ({
    low: previewOf('low', content),
    medium: previewOf('medium', content),
    high: previewOf('high', content),
  })
  const hasPreviews = hash !== null && width !== null && height !== null
  return {
    media_collection: hasPreviews ? collectionOf({ width, height }) : null,
    category,
    mimetype,
    parent_hash: hash,
  }
}

/** The URL of a picture's preview, by the URI of the picture; none for pictures without one, and until the worker has made it. */
export type PicturePreviews = (uris: readonly string[], name: PreviewName) => Promise<ReadonlyMap<string, string>>

/** Previews of pictures that have no record of their own. Unknown pictures are queued for the worker. */
export const createPicturePreviews =
  (records: MediaRecords): PicturePreviews =>
  async (uris, name) => {
    const named = [...new Set(uris)].map((media_uri) => ({
      media_uri,
      media_key: new Uint8Array(hash('sha256', media_uri, 'buffer')),
    }))
    if (named.length === 0) return new Map()
    const found = await records(named)
    return new Map(
      named.flatMap(({ media_uri, media_key }) => {
        const url = found.get(toHex(media_key))?.media_collection?.[name].url
        return url === undefined ? [] : [[media_uri, url] as const]
      }),
    )
  }
