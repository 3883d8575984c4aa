import type { PagePath } from '#lib/api/page-path.ts'
import { type Filters, readFilters, type SearchParams } from '#lib/format/filters.ts'
import type { MergedRows, PageAbout, PageList } from './page-content.ts'
import type { Answer, Ask, Question } from './question.ts'

/** What the address of a page gives, before anything is known about its subject. */
export type PageAt = { parameters: Readonly<Record<string, string>>; query: SearchParams; ask: Ask }

/** What every function of a definition gets, besides what `place` returned. */
export type PageContext<Name extends string = string> = PageAt & {
  /** The path of the page in its one form. */
  path: string
  /** The parameters of the query that the page knows; empty ones are left out. */
  filters: Filters<Name>
  /** How much of a list is read, and from where: the page's own size unless the address of its data names another. */
  part: (pageSize: number) => { limit: string | number; cursor?: string }
}

/** By a name of the page's own; undefined for a question that does not arise, e.g. without an index of our own. */
export type Questions = Readonly<Record<string, Question | undefined>>

/** Each question is asked when its answer is first read. */
export type Answers<Q extends Questions> = {
  readonly [Key in keyof Q]: Q[Key] extends Question<infer T>
    ? Promise<Answer<T>>
    : Q[Key] extends Question<infer T> | undefined
      ? Promise<Answer<T>> | undefined
      : undefined
}

/** What the functions of a definition get; `place` alone decides its type. */
type Of<Place, Name extends string> = NoInfer<Place> & PageContext<NoInfer<Name>>

/** What a page says about itself; its kind is part of the definition. */
export type Said = Omit<PageAbout, 'kind'>

/**
 * A page as data: its address, what it asks, and what it says about itself. The HTML page adds a body to it. Functions throw
 * ServiceError `not_found` where there is no such page.
 */
export type PageDefinition<Pattern extends string, Place extends object, Name extends string, Q extends Questions> = {
  path: PagePath<Pattern>
  /** What it is, in one or two words: `Transaction`. */
  kind: string
  /** Set where its title says what it is without the kind. */
  isSelfNamed?: true
  /** For a tab: the kind of the thing that it is a part of. */
  of?: string
  /** The query parameters of the HTML page; with others, or in another form, it redirects to its one form. Left out: any. */
  filters?: readonly Name[]
  /** The parts of the path in their one form, and what every part of the page needs to know. */
  place: (at: PageAt) => Promise<Place> | Place
  questions: (page: Of<Place, Name>) => Promise<Q> | Q
  /** Without this answer there is no page: where it is `not_found`, so is the page. The first question when left out. */
  subject?: keyof NoInfer<Q> & string
  /** The questions whose rows are the page's list: the first that was answered. */
  list?: readonly (keyof NoInfer<Q> & string)[]
  /** The page's list, where it is no endpoint's. */
  rows?: (page: Of<Place, Name>, answers: Answers<NoInfer<Q>>) => Promise<PageList> | PageList
  /** The page's list, where it is made of the rows of several answers, which then leave them out. */
  merge?: (page: Of<Place, Name>, answers: Answers<NoInfer<Q>>) => Promise<MergedRows> | MergedRows
  /** What the page as data says instead: it waits for every answer, and reads whole lists. */
  aboutData?: (page: Of<Place, Name>, answers: Answers<NoInfer<Q>>, said: Said) => Promise<Said>
  about: (page: Of<Place, Name>, answers: Answers<NoInfer<Q>>) => Promise<Said> | Said
}

/** Any definition, to those who read it without knowing its types. */
export type PageEntry = PageDefinition<string, object, string, Questions>

/** All pages that show data, by the pattern of their path. */
export type PageRegistry = ReadonlyMap<string, PageEntry>

/** The address of a page with these values in its path. */
export const pathOf = ({ path }: PageEntry, values: Readonly<Record<string, string>>): string => path.fill(values)

/** What the functions of a definition get for one address. */
export const readContext = async (entry: PageEntry, at: PageAt): Promise<PageContext> => {
  const place = await entry.place(at)
  const { limit, cursor } = at.query
  return {
    ...at,
    filters: readFilters(at.query, entry.filters ?? []),
    part: (pageSize) => ({
      limit: typeof limit === 'string' ? limit : pageSize,
      ...(typeof cursor === 'string' && { cursor }),
    }),
    ...place,
    path: pathOf(entry, place as Record<string, string>),
  }
}

/** Asks each question when its answer is first read; `ask` asks the same one only once. */
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
