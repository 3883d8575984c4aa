import { isServiceError } from '#lib/base/errors.ts'
import { pagesGatheredMax } from './page-content.ts'
import type { Gathering, ListPage } from './question.ts'

/** No further page is requested after this, since readers wait for the response. */
const withinMs = 3_000

/**
 * Reads a list page by page from its first page to its end or to a limit. A failure after the first page is not fatal:
 * the result says how far it got.
 */
export const gatherList = async (
  first: ListPage,
  gathering: Gathering,
  { ask, now, signal }: { ask: (cursor: string) => Promise<ListPage>; now: () => number; signal: AbortSignal },
): Promise<unknown> => {
  const until = now() + withinMs
  let page = first
  for (let pages = 1; ; pages++) {
    gathering.take(page)
    if (!page.cursor) return gathering.answer(null)
    if (pages >= pagesGatheredMax) return gathering.answer(`one response contains at most ${pagesGatheredMax} pages`)
    if (now() >= until) return gathering.answer(`one response takes at most ${withinMs / 1_000} seconds`)
    signal.throwIfAborted()
    try {
      page = await ask(page.cursor)
    } catch (error) {
      if (!isServiceError(error)) throw error
      return gathering.answer(error.message)
    }
  }
}
