import type { Coverage } from '#lib/api/coverage.ts'
import type { Call, Fault, Question } from './question.ts'

/** So many pages of a list are read for one answer. */
export const pagesGatheredMax = 20

/** What a page says of itself, also where its link is shown. Names in it are anyone's text. */
export type PageAbout = {
  /** What kind of thing it is, e.g. `Transaction`. */
  kind: string
  /** Which one. */
  title: string
  /** One sentence. */
  summary: string
  /** Where it is: a chain or a network. */
  place: string
  /** A few facts, as label and value. */
  facts: readonly (readonly [string, string])[]
}

/** Records of one endpoint, `api` and `name`, each with what tells where it is from as a column before its own. */
export type MergedRows = Pick<Call, 'api' | 'name'> & {
  origin: string
  rows: readonly { origin: string; record: Readonly<Record<string, unknown>> }[]
}

export type PageAnswer = Pick<Question, 'api' | 'name' | 'part'> & {
  /** As a program asks it: `/api/v2/0x…?chain=eth`. */
  request: string
  source?: string
  /** How far the own index stood, e.g. `block 1082`. */
  indexed?: string
  /** What it was computed from, where that is known. */
  coverage?: Coverage
  answer?: unknown
  error?: Pick<Fault, 'code' | 'message'>
}

export type PageContent = PageAbout & {
  /** Its own address, with its filters. */
  path: string
  answers: readonly PageAnswer[]
  list?: PageList
  links: Record<string, string>
}

/** The rows that a page lists; `cursor` where there are more. */
export type PageList = {
  name: string
  titles: readonly string[]
  rows: readonly (readonly (string | number | null)[])[]
  cursor: string | null
  /** What a program asks for all of it, where it is exported. */
  request?: string
  /** The rows as the interface has them, where no answer of the page does. */
  records?: readonly Readonly<Record<string, unknown>>[]
}

/** What an answer is called on its page: its endpoint's name, and which one it is where there are several. */
export const answerTitle = ({ name, part }: Pick<Question, 'name' | 'part'>): string =>
  part === undefined ? name : `${name} ${part}`
