import type { Coverage } from '#lib/api/coverage.ts'
import type { Call, Question, QuestionFault } from './question.ts'

/** Pages of a list read for one response. */
export const pagesGatheredMax = 20

/** What a page says about its subject, also in link previews. Names in it are untrusted text. */
export type PageAbout = {
  /** The kind of subject, e.g. `Transaction`. */
  kind: string
  /** The name of the subject. */
  title: string
  /** One sentence. */
  summary: string
  /** The chain or network. */
  place: string
  /** Key facts, as label and value. */
  facts: readonly (readonly [string, string])[]
}

/**
 * Rows merged from several responses of one endpoint (`api` and `name`), each with its origin in a column before its
 * own.
 */
export type MergedRows = Pick<Call, 'api' | 'name'> & {
  origin: string
  rows: readonly { origin: string; record: Readonly<Record<string, unknown>> }[]
}

export type PageAnswer = Pick<Question, 'api' | 'name' | 'part'> & {
  /** The request for API clients: `/api/v2/0x…?chain=eth`. */
  request: string
  source?: string
  /** Position of our own index, e.g. `block 1082`. */
  indexed?: string
  /** The blocks it was computed from, if known. */
  coverage?: Coverage
  answer?: unknown
  error?: Pick<QuestionFault, 'code' | 'message'>
}

export type PageContent = PageAbout & {
  /** The page's path, with its filters. */
  path: string
  answers: readonly PageAnswer[]
  list?: PageList
  links: Record<string, string>
  /** What was left out so that the page is not too large, if something was. */
  shortened?: string
}

/** The rows that a page lists, with a `cursor` if there are more. */
export type PageList = {
  name: string
  titles: readonly string[]
  rows: readonly (readonly (string | number | null)[])[]
  cursor: string | null
  /** The request for the whole list, if it can be exported. */
  request?: string
  /** The rows in the API's format, if no response of the page contains them. */
  records?: readonly Readonly<Record<string, unknown>>[]
}

/** The title of a response on its page: its endpoint, and its part if there are several. */
export const answerTitle = ({ name, part }: Pick<Question, 'name' | 'part'>): string =>
  part === undefined ? name : `${name} ${part}`
