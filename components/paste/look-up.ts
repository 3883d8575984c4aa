import { browserSend } from '#components/browser-send.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { withFilters } from '#lib/format/filters.ts'
import { serverPaths } from '#lib/pages/server-paths.ts'

/** An item that the search page found. */
type Found = { title: string; path: string }

export type LookUp = {
  state: 'looking up' | 'found' | 'not found' | 'failed' | 'not recognised'
  found: readonly Found[]
  /** Why it failed, or what could not be looked up. */
  reason?: string
  /** How much of the visitor's budget it took. */
  questions: number
}

/** Sources without the item, or that do not serve its chain. */
const absences = new Set(['not_found', 'not_available'])

const readFound = (row: unknown): Found[] =>
  isFields(row) && typeof row.title === 'string' && typeof row.path === 'string'
    ? [{ title: row.title, path: row.path }]
    : []

/** Looks one text up through the search page's data: one request, answered by every chain family. */
export const lookUpQuery = (text: string) => ({
  queryKey: ['search', text],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<LookUp> => {
    const path = withFilters(`${serverPaths.search()}.json`, { q: text })
    const page: unknown = await (await browserSend(new Request(path, { signal }))).json()
    const { rows, data } = isFields(page) ? page : {}
    const found = Array.isArray(rows) ? rows.flatMap(readFound) : []
    const answers = isFields(data) ? Object.values(data) : []
    const errors = answers.flatMap((answer) => (isFields(answer) && isFields(answer.error) ? [answer.error] : []))
    const error = errors.find(({ code }) => !absences.has(String(code)))
    const isElsewhere = error?.code === 'chain_not_served'
    const missing = error && !isElsewhere ? 'failed' : 'not found'
    return {
      state: found.length > 0 ? 'found' : missing,
      found,
      questions: answers.length,
      ...(error && { reason: String(error.message) }),
    }
  },
})
