import { isServiceError } from '#lib/api/errors.ts'
import { pagesGatheredMax } from './page-content.ts'
import type { Gathering, ListPage } from './question.ts'

/** No further page is requested after this: an answer that takes long is held up by those who wait for it. */
const withinMs = 3_000

/**
 * Reads a list on from its first page, one page at a time, to its end or to a bound. What ends it later than the first page
 * spoils nothing: the answer says how far it came.
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
