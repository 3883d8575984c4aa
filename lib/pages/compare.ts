import { type Difference, differences } from '#lib/format/differences.ts'
import { withoutTrailing } from '#lib/format/trim-characters.ts'
import { pageFormats } from './page-address.ts'
import type { PageAnswer, PageContent } from './page-content.ts'
import { findPage } from './page-paths.ts'

type Compared = Omit<PageContent, 'links'>

export type ComparedGroup = { title: string; rows: Difference[] }

/** Which rows a list has depends on how much of it was asked for, so lists are not compared. */
const listFields = new Set(['result', 'cursor', 'page', 'page_size'])
const rowsMax = 2_000

const ending = new RegExp(`\\.(${pageFormats.join('|')})$`)

/**
 * The page that somebody names: by its address, its path, or by the last part of that alone, where `like` is a page of the same
 * kind: another transaction's hash. Undefined where it names none.
 */
export const namedPage = (text: string, like?: string): string | undefined => {
  const named = text.trim()
  if (named === '') return undefined
  const address = /^https?:\/\//i.test(named) && URL.canParse(named) ? new URL(named) : undefined
  const path = address?.pathname ?? (named.startsWith('/') ? named.split(/[?#]/, 1)[0] : undefined)
  if (path !== undefined) {
    const page = withoutTrailing(path.replace(ending, ''), '/') || '/'
    return findPage(page) ? page : undefined
  }
  const last = like && Object.values(findPage(like)?.parameters ?? {}).at(-1)
  if (!like || !last) return undefined
  const page = like.split('/').map((part) => (part === encodeURIComponent(last) || part === last ? named : part))
  return findPage(page.join('/')) ? page.join('/') : undefined
}

const withoutList = ({ answer }: PageAnswer): unknown => {
  const isList = typeof answer === 'object' && answer !== null && 'result' in answer && Array.isArray(answer.result)
  return isList ? Object.fromEntries(Object.entries(answer).filter(([name]) => !listFields.has(name))) : answer
}

/** Several answers say the same of a thing: its number, its hash. */
const eachOnce = (rows: readonly Difference[]): Difference[] => [
  ...new Map(
    rows.map((row) => [JSON.stringify([row.path.at(-1), row.a, row.b, row.path.length > 1 && row.path]), row]),
  ).values(),
]

/**
 * What two pages say side by side: what the questions that both ask answered, or the facts of each where that is lists. Groups
 * are the answers' own parts. `leftOut`: rows beyond what a page can show.
 */
export const comparePages = (a: Compared, b: Compared): { groups: ComparedGroup[]; leftOut: number } => {
  const answers = a.answers.flatMap((one) => {
    const other = b.answers.find(({ api, name, part }) => api === one.api && name === one.name && part === one.part)
    return other ? differences(withoutList(one), withoutList(other)) : []
  })
  const facts = differences(Object.fromEntries(a.facts), Object.fromEntries(b.facts)).filter(
    ({ path }) => path.length > 0,
  )
  const rows = eachOnce(answers.length < facts.length ? [...facts, ...answers] : answers)
  const groups = new Map<string, Difference[]>()
  for (const row of rows.slice(0, rowsMax)) {
    const title = row.path.length > 1 ? (row.path[0] ?? '') : ''
    const group = groups.get(title) ?? []
    group.push(row.path.length > 1 ? { ...row, path: row.path.slice(1) } : row)
    groups.set(title, group)
  }
  return {
    groups: [...groups].map(([title, its]) => ({ title, rows: its })),
    leftOut: Math.max(0, rows.length - rowsMax),
  }
}
