import { browserSend } from '#components/browser-send.ts'
import { type Frame, framesType } from '#lib/api/frames.ts'
import { ServiceError } from '#lib/base/errors.ts'

type Part = { frame: Frame; content: Uint8Array<ArrayBuffer> }

const lineBreak = 10

/** Reads frames (lib/api/frames.ts) one at a time, only as far as requested. */
async function* readFrames(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Part, void> {
  const reader = body.getReader()
  const text = new TextDecoder()
  let held = new Uint8Array()

  /** Holds at least one byte more than before; false at the stream's end. */
  const readMore = async (): Promise<boolean> => {
    const { done, value } = await reader.read()
    if (done) return false
    const joined = new Uint8Array(held.length + value.length)
    joined.set(held)
    joined.set(value, held.length)
    held = joined
    return true
  }
  const take = (length: number): Uint8Array<ArrayBuffer> => {
    const taken = held.slice(0, length)
    held = held.slice(length)
    return taken
  }

  for (;;) {
    while (!held.includes(lineBreak)) if (!(await readMore())) return
    const frame: Frame = JSON.parse(text.decode(take(held.indexOf(lineBreak) + 1)))
    const length = 'bytes' in frame ? frame.bytes : 0
    while (held.length < length) if (!(await readMore())) return
    yield { frame, content: take(length) }
  }
}

export type ExportProgress = {
  phase: 'running' | 'paused' | 'broken' | 'done'
  rows: number
  bytes: number
  /** Time spent, without pauses. */
  durationMs: number
  /** False if the server reported that rows may be missing because they are not indexed yet. */
  isIndexed: boolean
  /** Why it failed. */
  fault?: unknown
}

/** The destination of the bytes: a file that only appears once it is closed. */
export type ExportFile = {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  close(): Promise<void>
  abort(): Promise<void>
}

export type ExportJob = { pause(): void; resume(): void; cancel(): void }

const progressEveryMs = 250

/**
 * Writes a whole list into a file, one page of rows at a time, holding only the page in transit. A pause ends the
 * request, so that it occupies no slot on the server; resuming or retrying continues after the last written row.
 */
export const startExport = (
  address: string,
  file: ExportFile,
  onProgress: (progress: ExportProgress) => void,
  now: () => number = () => performance.now(),
): ExportJob => {
  let cursor: string | undefined
  let progress: ExportProgress = { phase: 'running', rows: 0, bytes: 0, durationMs: 0, isIndexed: true }
  let stop = new AbortController()
  let working = Promise.resolve()
  let isCancelled = false

  const change = (changed: Partial<ExportProgress>): void => {
    progress = { ...progress, ...changed }
    if (!isCancelled) onProgress(progress)
  }

  const writeRows = async (signal: AbortSignal): Promise<void> => {
    let seenAt = now()
    let reportedAt = seenAt
    const url = new URL(address, location.origin)
    if (cursor !== undefined) url.searchParams.set('cursor', cursor)
    const response = await browserSend(new Request(url, { headers: { accept: framesType }, signal }))
    if (response.body === null) throw new ServiceError('upstream_failed', 'The server sent nothing.')
    for await (const { frame, content } of readFrames(response.body)) {
      if ('error' in frame) throw new ServiceError('upstream_failed', String(frame.error.message))
      if ('end' in frame) return
      await file.write(content)
      const { rows, bytes, durationMs, isIndexed } = progress
      const at = now()
      progress = {
        ...progress,
        rows: rows + frame.rows,
        bytes: bytes + frame.bytes,
        durationMs: durationMs + at - seenAt,
        isIndexed: isIndexed && frame.is_indexed,
      }
      seenAt = at
      if (frame.cursor === null) return
      cursor = frame.cursor
      if (at - reportedAt >= progressEveryMs) {
        reportedAt = at
        change({})
      }
      signal.throwIfAborted()
    }
    throw new ServiceError('upstream_failed', 'The connection was lost.')
  }

  const work = async (): Promise<void> => {
    const { signal } = stop
    try {
      await writeRows(signal)
      await file.close()
      change({ phase: 'done' })
    } catch (fault) {
      if (isCancelled) return
      change(signal.aborted ? { phase: 'paused' } : { phase: 'broken', fault })
    } finally {
      stop.abort()
    }
  }

  const leave = (event: BeforeUnloadEvent): void => {
    if (progress.phase !== 'done' && !isCancelled) event.preventDefault()
  }
  const run = (): void => {
    stop = new AbortController()
    change({ phase: 'running', fault: undefined })
    working = work()
  }
  addEventListener('beforeunload', leave)
  run()
  return {
    pause: () => stop.abort(),
    resume: () => {
      if (progress.phase === 'paused' || progress.phase === 'broken') run()
    },
    cancel: () => {
      removeEventListener('beforeunload', leave)
      if (isCancelled || progress.phase === 'done') return
      isCancelled = true
      stop.abort()
      void working.then(() => file.abort()).catch(() => {})
    },
  }
}
