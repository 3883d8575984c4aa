import { type Difference, differences } from '#lib/format/differences.ts'

/** The parts of page data (`.json`) that are compared. */
export type ComparedPage = Record<'kind' | 'title' | 'place' | 'summary', string> & {
  facts: Record<string, string>
  data: Record<string, { answer?: unknown }>
}

const rowsMax = 2_000
/** Lists are not compared: their rows depend on how much was requested. */
const listFields = new Set(['result', 'cursor', 'page', 'page_size'])

const withoutList = (answer: unknown): unknown => {
  const isList = typeof answer === 'object' && answer !== null && 'result' in answer && Array.isArray(answer.result)
  return isList ? Object.fromEntries(Object.entries(answer).filter(([name]) => !listFields.has(name))) : answer
}

/**
 * The fields of the responses that both pages have, or of their facts if there are more of those, grouped by the parts
 * of the response. `leftOut` counts rows beyond what a page can show.
 */
export const comparePages = (a: ComparedPage, b: ComparedPage) => {
  const answers = Object.entries(a.data).flatMap(([name, { answer }]) =>
    b.data[name] ? differences(withoutList(answer), withoutList(b.data[name].answer)) : [],
  )
  const facts = differences(a.facts, b.facts).filter(({ path }) => path.length > 0)
  const rows = answers.length < facts.length ? [...facts, ...answers] : answers
  // Several responses contain the same number or hash.
  const keyOf = ({ path, a, b }: Difference) => JSON.stringify([path.at(-1), a, b, path.length > 1 && path])
  const distinct = [...new Map(rows.map((row) => [keyOf(row), row])).values()]
  const groups = new Map<string, Difference[]>()
  for (const row of distinct.slice(0, rowsMax)) {
    const [title = '', ...path] = row.path.length > 1 ? row.path : ['', ...row.path]
    groups.set(title, [...(groups.get(title) ?? []), { ...row, path }])
  }
  return { groups: [...groups], leftOut: Math.max(0, distinct.length - rowsMax) }
}
