/**
 * An export format for clients that write the file themselves and resume where they stopped, selected by this `Accept`.
 * Each frame is a line of JSON followed by as many bytes of the file as the line says. The last line says whether the
 * export is complete; a stream without one was interrupted.
 */
export const framesType = 'application/vnd.spyglass.frames'

export type Frame =
  | {
      /** Bytes of the file that follow the line's break. */
      bytes: number
      rows: number
      /** Continues after these rows; null after the last. */
      cursor: string | null
      is_indexed: boolean
    }
  | { end: true }
  | { error: { message?: unknown } & Record<string, unknown> }

const utf8 = new TextEncoder()

export const frameOf = (frame: Frame, content = new Uint8Array()): Uint8Array => {
  const line = utf8.encode(`${JSON.stringify(frame)}\n`)
  const bytes = new Uint8Array(line.length + content.length)
  bytes.set(line)
  bytes.set(content, line.length)
  return bytes
}
