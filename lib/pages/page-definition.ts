import type { PagePath } from '#lib/api/page-path.ts'
import { type Filters, readFilters, type SearchParams } from '#lib/format/filters.ts'
import type { MergedRows, PageAbout, PageList } from './page-content.ts'
import type { Answer, Ask, Question } from './question.ts'

/** What is known from a page's URL alone. */
export type PageAt = { parameters: Readonly<Record<string, string>>; query: SearchParams; ask: Ask }

/** The input of every function of a definition, besides the result of `params`. */
export type PageContext<Name extends string = string> = PageAt & {
  /** The canonical path of the page. */
  path: string
  /** The query parameters that the page knows, without empty ones. */
  filters: Filters<Name>
  /** How much of a list is read, and from where: the page's own size unless the data URL sets another. */
  part: (pageSize: number) => { limit: string | number; cursor?: string }
}

/** Keyed by names of the page's own; undefined for a question that does not apply, e.g. without an index of our own. */
export type Questions = Readonly<Record<string, Question | undefined>>

/** Each question is sent when its answer is first read. */
export type Answers<Q extends Questions> = {
  readonly [Key in keyof Q]: Q[Key] extends Question<infer T>
    ? Promise<Answer<T>>
    : Q[Key] extends Question<infer T> | undefined
      ? Promise<Answer<T>> | undefined
      : undefined
}

/** The input of a definition's functions; `params` alone determines its type. */
type Of<Params, Name extends string> = NoInfer<Params> & PageContext<NoInfer<Name>>

/**
 * What a page says about its subject. The kind is part of the definition; `subjectKind` replaces it, or that of a tab's parent
 * page, where only the answers tell.
 */
export type PageSummary = Omit<PageAbout, 'kind' | 'facts'> & {
  facts?: PageAbout['facts']
  subjectKind?: string
  /** The title is a name of the subject's own, which stands before its kind. */
  isNamed?: boolean
}

/**
 * A page as data: its path, the questions it asks, and what it says about its subject. The HTML page adds a body.
 * Functions throw ServiceError `not_found` if there is no such page.
 */
export type PageDefinition<Pattern extends string, Params extends object, Name extends string, Q extends Questions> = {
  path: PagePath<Pattern>
  /** The kind of subject in one or two words: `Transaction`. */
  kind: string
  /** Set if the title is clear without the kind. */
  isSelfNamed?: true
  /** For a tab: the kind of its parent page. */
  of?: string
  /** The query parameters of the HTML page, which redirects to its canonical URL with others. Omitted: any. */
  filters?: readonly Name[]
  /** The path segments in canonical form, and what every part of the page needs. */
  params: (at: PageAt) => Promise<Params> | Params
  questions: (page: Of<Params, Name>) => Promise<Q> | Q
  /** Further questions that answers lead to, for page data; the body asks the same ones. */
  later?: (page: Of<Params, Name>, answers: Answers<NoInfer<Q>>) => Promise<readonly Question[]> | readonly Question[]
  /** The question that must succeed: if it is `not_found`, so is the page. Defaults to the first that is asked. */
  subject?: keyof NoInfer<Q> & string
  /** The questions whose rows are the page's list: the first one with an answer is used. */
  list?: readonly (keyof NoInfer<Q> & string)[]
  /**
   * The tab with the list that this page leads to: URLs of this page with the list's parameters lead there, and so does this
   * page as CSV.
   */
  listTab?: ListTab
  /** The page's list, if it comes from no endpoint. */
  rows?: (page: Of<Params, Name>, answers: Answers<NoInfer<Q>>) => Promise<PageList> | PageList
  /** The page's list, if it merges the rows of several responses, which then leave them out. */
  merge?: (page: Of<Params, Name>, answers: Answers<NoInfer<Q>>) => Promise<MergedRows> | MergedRows
  /** Replaces the summary in page data, which waits for every answer and reads whole lists. */
  aboutData?: (page: Of<Params, Name>, answers: Answers<NoInfer<Q>>, base: PageSummary) => Promise<PageSummary>
  about: (page: Of<Params, Name>, answers: Answers<NoInfer<Q>>) => Promise<PageSummary> | PageSummary
}

/** A page with the same path parameters, and the filters of its list. */
export type ListTab = { path: Pick<PagePath, 'pattern' | 'fill'>; filters: readonly string[] }

/** The query parameters that page data reads a list by, besides its filters. */
const positionNames = ['cursor', 'limit'] as const

/** Whether a URL asks for a part of the list. */
export const namesList = ({ filters }: ListTab, query: SearchParams): boolean =>
  Object.keys(readFilters(query, [...filters, ...positionNames])).length > 0

/** Any definition, for code that does not know its types. */
export type PageEntry = PageDefinition<string, object, string, Questions>

/** All data pages, by the pattern of their path. */
export type PageRegistry = ReadonlyMap<string, PageEntry>

/** The path of a page with these parameters. */
export const pathOf = ({ path }: PageEntry, values: Readonly<Record<string, string>>): string => path.fill(values)

/** The input of a definition's functions for one URL. */
export const readContext = async (entry: PageEntry, at: PageAt): Promise<PageContext> => {
  const params = await entry.params(at)
  const { limit, cursor } = at.query
  return {
    ...at,
    filters: readFilters(at.query, entry.filters ?? []),
    part: (pageSize) => ({
      limit: typeof limit === 'string' ? limit : pageSize,
      ...(typeof cursor === 'string' && { cursor }),
    }),
    ...params,
    path: pathOf(entry, textsOf(params)),
  }
}

const textsOf = (params: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  )

/** Sends each question when its answer is first read; `ask` sends the same one only once. */
export const answersOf = <Q extends Questions>(questions: Q, ask: Ask): Answers<Q> =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      Object.entries(questions).map(([key, question]) => [
        key,
        { enumerable: true, get: () => question && ask(question) },
      ]),
    ),
  ) as Answers<Q>
