import { frameOf } from '#lib/api/frames.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { RowWriter } from './formats.ts'
import type { ExportedPage } from './list-pages.ts'

export type WriteOptions = {
  pages: AsyncGenerator<ExportedPage, void>
  writer: RowWriter
  /** With a line before each part that describes it (lib/api/frames.ts). */
  isFramed: boolean
  /** The beginning of the file is there already. */
  isContinued: boolean
  renderFailure: (thrown: unknown) => Record<string, unknown>
  /** Called once, when all is written, when it failed, or when the reader left. */
  onEnd: (end: { isLeft: boolean; failure?: unknown }) => void
}

/** A part of an export; `coverageHeaders` are those of its page. */
type Part = { bytes: Uint8Array; coverageHeaders?: Record<string, string> }

const utf8 = new TextEncoder()

/**
 * The bytes of an export, page by page. A failure before the first part is thrown. A later one is written if the format
 * or frames can express it, and otherwise thrown: the connection must break, or the file would look complete.
 */
export async function* writeParts(options: WriteOptions): AsyncGenerator<Part, void> {
  const { pages, writer, isFramed, isContinued, renderFailure, onEnd } = options
  let head = isContinued ? '' : writer.head
  let isStarted = false
  let isLeft = true
  let failure: unknown
  try {
    for await (const { rows, cursor, isIndexed, coverageHeaders } of pages) {
      const content = utf8.encode(head + writer.rows(rows))
      head = ''
      isStarted = true
      const frame = { bytes: content.length, rows: rows.length, cursor, is_indexed: isIndexed }
      yield { bytes: isFramed ? frameOf(frame, content) : content, coverageHeaders }
    }
    if (isFramed) yield { bytes: frameOf({ end: true }) }
    isLeft = false
  } catch (thrown) {
    failure = thrown
    isLeft = false
    if (!isStarted) throw thrown
    // Servers print the error of a broken stream, which may contain a secret: it is only passed to `onEnd` and the log.
    if (!isFramed && !writer.failure) throw new ServiceError('internal', 'The export failed.')
    const error = renderFailure(thrown)
    const bytes = isFramed ? frameOf({ error }) : utf8.encode(writer.failure?.(error))
    yield { bytes }
  } finally {
    onEnd({ isLeft, failure })
  }
}
