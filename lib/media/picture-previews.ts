import { hash } from 'node:crypto'
import { toHex } from '#lib/base/bytes.ts'
import type { MediaRecords } from './media-records.ts'
import type { PreviewName } from './preview-sizes.ts'

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
