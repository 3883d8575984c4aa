import { ServiceError } from '#lib/api/errors.ts'
import { frameOf } from '#lib/api/frames.ts'
import type { RowWriter } from './formats.ts'
import type { ListPage } from './list-pages.ts'

export type WriteOptions = {
  pages: AsyncGenerator<ListPage, void>
  writer: RowWriter
  /** With a line before each part that describes it (lib/api/frames.ts). */
  isFramed: boolean
  /** The beginning of the file is there already. */
  isContinued: boolean
  renderFailure: (thrown: unknown) => Record<string, unknown>
  /** Called once, when all is written, when it failed, or when the reader left. */
  onEnd: (end: { isLeft: boolean; failure?: unknown }) => void
}

/** Of a page: its coverage is told beside it. */
export type Part = { bytes: Uint8Array; coverageHeaders?: Record<string, string> }

const utf8 = new TextEncoder()

/**
 * The bytes of an export, a page at a time. A failure before the first part is thrown. A later one is written where format or frames
 * can say so, and else thrown: the connection must break, for a file that just ends would look whole.
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
    // Servers print what breaks a stream: the reason, which may hold a secret, is for `onEnd` and the log alone.
    if (!isFramed && !writer.failure) throw new ServiceError('internal', 'The export failed.')
    const error = renderFailure(thrown)
    const bytes = isFramed ? frameOf({ error }) : utf8.encode(writer.failure?.(error))
    yield { bytes }
  } finally {
    onEnd({ isLeft, failure })
  }
}
