import { isServiceError } from '#lib/base/errors.ts'

export type CollectionPage<Token> = {
  result: readonly Token[]
  cursor: string | null
  total: number | null
  status?: 'SYNCED' | 'SYNCING'
}

export type ReadingState = { state: 'counting' | 'waiting' | 'failed' | 'done'; message?: string }

/** The pause between two pages, which leaves the server to others. */
const restMs = 60
const waitsMax = 6
const firstWaitSeconds = 2

/**
 * Reads a collection page by page. A busy server is retried when it asks for it, or with growing delays. Can be called
 * again where it stopped: `take` stores `cursorOf` and `isEnd`.
 */
export const readCollection = async <Token>({
  cursor,
  ask,
  take,
  report,
  wait,
  signal,
}: {
  cursor: string | undefined
  ask: (cursor: string | undefined) => Promise<CollectionPage<Token>>
  /** Gets every page, with the cursor of the next; undefined after the last. */
  take: (page: CollectionPage<Token>, next: string | undefined) => void
  report: (state: ReadingState) => void
  wait: (ms: number) => Promise<void>
  /** Ends the reading before the next page. */
  signal: AbortSignal
}): Promise<void> => {
  let next = cursor
  let waits = 0
  while (!signal.aborted) {
    try {
      const page = await ask(next)
      if (signal.aborted) return
      waits = 0
      next = page.cursor || undefined
      take(page, next)
      report({ state: next === undefined ? 'done' : 'counting' })
      if (next === undefined) return
      await wait(restMs)
    } catch (error) {
      if (signal.aborted) return
      const message = error instanceof Error ? error.message : 'There was no response.'
      const mayHelp = !isServiceError(error) || error.retryable || error.code === 'rate_limited'
      if (!mayHelp || waits >= waitsMax) return report({ state: 'failed', message })
      const seconds = (isServiceError(error) && error.retryAfterSeconds) || firstWaitSeconds * 2 ** waits
      waits++
      report({ state: 'waiting', message: `${message} Retrying in ${seconds} s.` })
      await wait(seconds * 1_000)
    }
  }
}
