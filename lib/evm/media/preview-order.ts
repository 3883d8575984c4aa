import type { Previews } from './make-previews.ts'

export type Picture = { body: Uint8Array; mimetype: string }

/** Limits for one image in the preview process. */
export type PictureBounds = {
  /** Milliseconds of a processor. */
  cpuMsMax: number
  /** Bytes held by the whole process. */
  memoryMax: number
}

/** The process's input and output. */
export type PreviewOrder = Picture & PictureBounds
export type PreviewAnswer = { previews: Previews } | { unreadable: string }

/** The image was beyond its bounds: the process is still at it, and is of no use any more. */
export type SpentAnswer = { unreadable: string; isSpent: true }
