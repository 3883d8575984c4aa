import type { Previews } from './make-previews.ts'

export type Picture = { body: Uint8Array; mimetype: string }

/** What one image may take of the process that makes its previews. */
export type PictureBounds = {
  /** Milliseconds of a processor. */
  cpuMsMax: number
  /** Bytes that the whole process holds. */
  memoryMax: number
}

/** What the process is told, and what it answers. */
export type PreviewOrder = Picture & PictureBounds
export type PreviewAnswer = { previews: Previews } | { unreadable: string }

/** The image was beyond its bounds: the process is still at it, and is of no use any more. */
export type SpentAnswer = { unreadable: string; isSpent: true }
