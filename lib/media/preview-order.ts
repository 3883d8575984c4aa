import type { Previews } from './make-previews.ts'

export type PreviewSource = { body: Uint8Array; mimetype: string }

/** Limits for one image in the preview process. */
export type PictureBounds = {
  /** CPU milliseconds. */
  cpuMsMax: number
  /** Bytes held by the whole process. */
  memoryMax: number
}

/** The process's input and output. */
export type PreviewOrder = PreviewSource & PictureBounds
export type PreviewAnswer = { previews: Previews } | { unreadable: string }

/** The image exceeded its limits: the process is still busy with it and must be replaced. */
export type SpentAnswer = { unreadable: string; isSpent: true }
