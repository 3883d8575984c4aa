import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import type { PathNames } from '#lib/api/page-path.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { isCanonical, readFilters, type SearchParams, withFilters } from '#lib/format/filters.ts'
import {
  type Answers,
  answersOf,
  namesList,
  type PageContext,
  type PageDefinition,
  type PageEntry,
  type PageSummary,
  pathOf,
  type Questions,
  readContext,
} from '#lib/pages/page-definition.ts'
import type { QuestionFault } from '#lib/pages/question.ts'
import { absence, missing, PageNotFound, pathParameters } from './define-frame.tsx'
import { inTime } from './in-time.ts'
import { pageAsk } from './server.ts'

/** Pages that do not exist have no data formats and no preview image: clears what the layout sets. */
export const notFoundMetadata: Metadata = {
  title: 'Not found',
  robots: { index: false },
  alternates: null,
  openGraph: null,
  twitter: null,
}

/** The props that Next passes to a page and its metadata. */
type RouteProps = { params: Promise<Record<string, string>>; searchParams: Promise<SearchParams> }

/** How long metadata, which is sent first, waits for a name that the body may show later. */
const describedWithinMs = 2_000

/**
 * Declares a page once: its questions and metadata (see `PageDefinition`), and its `body`, which reads the same
 * answers. `Page` and `generateMetadata` are exported by a `page.tsx`; `entry` is the page as data.
 */
export const definePage = <
  Pattern extends string,
  Params extends Record<PathNames<Pattern>, string>,
  Q extends Questions,
  const Name extends string = never,
>(
  definition: PageDefinition<Pattern, Params, Name, Q> & {
    body: (
      page: NoInfer<Params> & PageContext<NoInfer<Name>> & { questions: NoInfer<Q>; answers: Answers<NoInfer<Q>> },
    ) => ReactNode | Promise<ReactNode>
    /** Shown around the body: the parts that the pages of one subject share, such as title and tabs. */
    Frame?: (
      page: NoInfer<Params> & PageContext<NoInfer<Name>> & { children: ReactNode },
    ) => ReactNode | Promise<ReactNode>
    /** The content if there is no such page; `PageNotFound` unless set. */
    NotFound?: () => ReactNode | Promise<ReactNode>
    /** Set for a page that may have nothing to show: the path to redirect to, if any. */
    redirectTo?: (
      page: NoInfer<Params> & PageContext<NoInfer<Name>>,
      answers: Answers<NoInfer<Q>>,
    ) => string | undefined | Promise<string | undefined>
    /** The metadata if `about` takes longer than `withinMs`. */
    late?: { withinMs: number; summary: (page: NoInfer<Params>) => string }
    /** Set to false for pages that search engines should not list. */
    isListed?: false
  },
) => {
  const { kind, isSelfNamed, of, body, Frame, NotFound, subject, redirectTo, late, isListed } = definition
  const entry = definition as unknown as PageEntry

  const read = async ({ params, searchParams }: RouteProps) => {
    const [parameters, query] = await Promise.all([pathParameters(params), searchParams])
    // Only for the page as data: in HTML a list starts with its first page.
    const { limit: _, cursor: __, ...asked } = query
    const page = await readContext(entry, { parameters, query: asked, ask: await pageAsk() })
    const questions = await entry.questions(page)
    return { page, query, questions, answers: answersOf(questions, page.ask) }
  }
  const missingFault = async (
    questions: Questions,
    answers: Answers<Questions>,
  ): Promise<QuestionFault | undefined> => {
    const fault = (await answers[subject ?? Object.keys(questions).find((key) => questions[key]) ?? ''])?.fault
    return fault?.code === 'not_found' ? fault : undefined
  }
  const notFound = (message: string) => missing(NotFound ? <NotFound /> : <PageNotFound message={message} />)

  const generateMetadata = async (props: RouteProps): Promise<Metadata> => {
    const summary = await inTime(readSummary(props), late?.withinMs ?? describedWithinMs)
    if (summary === 'missing') return notFoundMetadata
    if (summary === 'not served') return { title: 'Not served here', robots: { index: false } }
    const name = summary?.title ?? Object.values(await props.params).at(-1) ?? ''
    const subject = summary?.subjectKind ?? of ?? kind
    const named = of ? `${kind} · ${name}` : `${name} · ${subject}`
    const unnamed = of ? `${kind} · ${subject} ${name}` : `${subject} ${name}`
    return {
      title: isSelfNamed ? name : summary?.isNamed ? named : unnamed,
      description: summary?.summary ?? (await lateSummary(props)),
      ...(isListed === false && { robots: { index: false } }),
    }
  }
  const lateSummary = async (props: RouteProps): Promise<string | undefined> =>
    late?.summary((await read(props)).page as never)
  const readSummary = async (props: RouteProps): Promise<PageSummary | 'missing' | 'not served' | undefined> => {
    try {
      const { page, questions, answers } = await read(props)
      if (await missingFault(questions, answers)) return 'missing'
      return await entry.about(page, answers)
    } catch (error) {
      if (!isServiceError(error)) throw error
      if (error.code === 'chain_not_served') return 'not served'
      return error.code === 'not_found' ? 'missing' : undefined
    }
  }

  const Page = async (props: RouteProps): Promise<ReactNode> => {
    const asked = await read(props).catch(absence)
    if (asked === 'not served') return null
    if ('missing' in asked) return notFound(asked.missing)
    const { page, query, questions, answers } = asked
    const { path, filters, parameters } = page
    const { listTab } = entry
    if (listTab && namesList(listTab, query))
      redirect(withFilters(listTab.path.fill(parameters), readFilters(query, listTab.filters)))
    if (entry.filters && !isCanonical(query, filters)) redirect(withFilters(path, filters))
    if (pathOf(entry, parameters) !== path) redirect(withFilters(path, queryText(query)))
    const absent = await missingFault(questions, answers)
    if (absent) return notFound(absent.message)
    const instead = await redirectTo?.(page as never, answers as never)
    if (instead) redirect(instead)
    if (!Frame) return body({ ...page, questions, answers } as never)
    const Body = () => body({ ...page, questions, answers } as never)
    return Frame({ ...page, children: <Body /> } as never)
  }
  return { entry, generateMetadata, Page }
}

/** The first value of each parameter. */
const queryText = (query: SearchParams): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => {
      const text = [value].flat()[0]
      return text === undefined ? [] : [[name, text]]
    }),
  )
