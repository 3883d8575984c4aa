import type { FetchFault } from '#lib/outbound/fetch-fault.ts'
import type { MediaKind } from './sniff-media.ts'

/** The words of `media.status` in the interface. */
export type MediaStatus =
  | 'success'
  | 'processing'
  | 'unsupported_media'
  | 'invalid_url'
  | 'host_unavailable'
  | 'temporarily_unavailable'

/** One image, video or audio file, shared by everything that refers to it, on any chain. */
export type MediaRow = {
  /** sha256 of the URI. */
  media_key: Uint8Array
  uri: string
  status: MediaStatus
  category: 'image' | 'video' | 'audio' | null
  mimetype: string | null
  /** sha256 of the content: the folder of its previews, and `parent_hash` of the interface. */
  content_hash: Uint8Array | null
  /** Pixels, for an image. */
  width: number | null
  height: number | null
  byte_count: number | null
  updated_at: number
  due_at: number | null
  failures: number
  error: string | null
}

/** The table has the name of the family that first had it, and whose migrations create it. */
export type MediaTables = { evm_media: MediaRow }

/** The state that decides the next step of a row. */
export type DueMedia = Pick<MediaRow, 'media_key' | 'status' | 'failures' | 'error'> & { due_at: number }

/** Result of an attempt. */
export type MediaResult = { kind: 'media'; media: MediaKind & MediaFacts } | { kind: 'fault'; fault: FetchFault }

/** Null if unknown: videos and audio are not read in full. */
export type MediaFacts = Pick<MediaRow, 'content_hash' | 'width' | 'height' | 'byte_count'>

export type TriedMedia = Omit<MediaRow, 'media_key' | 'uri'>

/** Milliseconds after a first failure; each further one doubles them. */
const retryMsFirst = 60_000
const retryMsMax = 24 * 3_600_000
/** Retries end after about three weeks. */
const failuresMax = 30

const nothing = { category: null, mimetype: null, content_hash: null, width: null, height: null, byte_count: null }

/** The columns of a row after a try at `now` (unix milliseconds). */
export const mediaRowAfter = (row: DueMedia, result: MediaResult, now: number): TriedMedia => {
  if (result.kind === 'media') {
    const { category, mimetype, content_hash, width, height, byte_count } = result.media
    return {
      ...{ category, mimetype, content_hash, width, height, byte_count },
      ...{ status: 'success', updated_at: now, due_at: null, failures: 0, error: null },
    }
  }
  return { ...nothing, ...afterFault(row, result.fault, now) }
}

type Tried = Pick<TriedMedia, 'status' | 'failures'>

/** When a row whose URI could not be read is tried again; null for never. */
export const afterFault = (
  row: Tried,
  { fault, message, retryAfterSeconds = 0, restsUntil }: FetchFault,
  now: number,
): Pick<TriedMedia, 'status' | 'failures' | 'due_at' | 'updated_at' | 'error'> => {
  const failed = { updated_at: now, error: message }
  // A host that was not contacted says nothing: waiting rows keep waiting.
  if (restsUntil !== undefined) return { ...failed, status: row.status, failures: row.failures, due_at: restsUntil }
  if (fault === 'invalid_url' || fault === 'unsupported_media')
    return { ...failed, status: fault, failures: 0, due_at: null }
  const failures = row.failures + 1
  const waitMs = Math.min(
    retryMsMax,
    Math.max(retryAfterSeconds * 1_000, retryMsFirst * 2 ** Math.min(row.failures, 20)),
  )
  return { ...failed, status: fault, failures, due_at: failures < failuresMax ? now + waitMs : null }
}
