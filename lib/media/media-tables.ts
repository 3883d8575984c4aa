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
