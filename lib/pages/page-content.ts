import type { Coverage } from '#lib/api/coverage.ts'
import type { Client } from '#lib/api/endpoint.ts'
import type { ErrorCode } from '#lib/api/errors.ts'
import type { RawParameters } from '#lib/api/raw-input.ts'
import type { AptosApi } from '#lib/aptos/contract/api.ts'
import type { AptosExplorerApi } from '#lib/aptos/contract/explorer.ts'
import type { EvmApi } from '#lib/evm/contract/api.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import type { PageName } from './page-paths.ts'

/** One question of a page: `api` and `name` as on the reference pages. */
export type PageCall = {
  api: string
  name: string
  input: RawParameters
  /** What of the answer the page shows, where the endpoint answers with much more. */
  keep?: (answer: unknown) => unknown
  /** Where the page shows something of the whole list: its pages are read one after the other, and what comes of them is the answer. */
  gather?: () => Gathering
  /** Where the page asks one endpoint several times: which of its answers this is, as the segment of a chain. */
  part?: string
  /** The page does not wait longer for it, and says so. */
  deadlineMs?: number
}

/** Of a list, as an endpoint answers it. */
export type ListPage = { result: readonly unknown[]; cursor: string | null }

/** What is made of a list while it is read. */
export type Gathering = {
  take: (page: ListPage) => void
  /** `stopped` says why the reading ended before the list did; null at its end. */
  answer: (stopped: string | null) => unknown
}

/** So many pages of a list are read for one answer. */
export const pagesGatheredMax = 20

/** What a page is asked with. */
export type PageAt = { parameters: Record<string, string>; query: SearchParams; clients: PageClients }

export type PageClients = {
  evm: { client: Client<EvmApi>; explorer: Client<EvmExplorerApi> }
  aptos: { client: Client<AptosApi>; explorer: Client<AptosExplorerApi> }
}

/** What a page says of itself, also where its link is shown. Names in it are anybody's text. */
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

/** By an endpoint's name, what it answered. */
export type PageAnswers = Readonly<Record<string, unknown>>

/**
 * A page as data. The first question decides what the page is: where it fails the page does, unless it is not available here
 * and another one is answered. @throws ServiceError where the page would be none.
 */
export type PageEntry = {
  calls: (at: PageAt) => Promise<readonly PageCall[]> | readonly PageCall[]
  /** The endpoints whose rows are the page's list: the first that answered. */
  list?: readonly string[]
  /** The page's list, where no endpoint's rows are. */
  rows?: (answers: PageAnswers, at: PageAt) => Promise<PageList> | PageList
  /** The page's list, where it is made of the rows of several answers: those are left out of the answers then. */
  merge?: (asked: readonly PageAnswer[], at: PageAt) => Promise<MergedRows> | MergedRows
  about: (answers: PageAnswers, at: PageAt, asked: readonly PageAnswer[]) => Promise<PageAbout> | PageAbout
}

/** Records of one endpoint, `api` and `name`, each with what tells where it is from as a column before its own. */
export type MergedRows = Pick<PageCall, 'api' | 'name'> & {
  origin: string
  rows: readonly { origin: string; record: Readonly<Record<string, unknown>> }[]
}

export type PageRegistry = Record<PageName, PageEntry>

export type PageAnswer = Pick<PageCall, 'api' | 'name' | 'part'> & {
  /** As a program asks it: `/api/v2/0x…?chain=eth`. */
  request: string
  source?: string
  /** How far the own index stood, e.g. `block 1082`. */
  indexed?: string
  /** What it was computed from, where that is known. */
  coverage?: Coverage
  answer?: unknown
  error?: { code: ErrorCode; message: string }
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
export const answerTitle = ({ name, part }: Pick<PageCall, 'name' | 'part'>): string =>
  part === undefined ? name : `${name} ${part}`
