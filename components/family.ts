import type { ReactNode } from 'react'
import type { LabelKind, LabelSubject } from '#lib/format/label-subject.ts'
import type { Candidate } from '#lib/format/recogniser.ts'
import type { PageAbout } from '#lib/pages/page-content.ts'
import type { Questions } from '#lib/pages/page-definition.ts'
import type { Ask } from '#lib/pages/question.ts'
import type { SearchFinding } from '#lib/recognise/search-choices.ts'

/*
 * What a chain family adds to shared pages. Each of these types has its own list, because a page loads the client components of
 * everything that it imports.
 */

/** A page of a chain that is not about an address, such as its tokens. */
export type MenuList = {
  title: string
  path: string
  /** The title of the menu in the header that links it. */
  menu: string
  /** Parameters of the page that a link in the header keeps: they say more about the chain. */
  keeps?: readonly string[]
}

/** A served chain, as menus and searches show it. */
export type FamilyChain = {
  family: string
  /** Its name in paths and labels. */
  chain: string
  title: string
  path: string
  icon?: string
  colour?: string
  /** A test network or devnet: its coins are worth nothing. */
  isTest?: boolean
  /** Linked in the header and the command palette. */
  lists?: readonly MenuList[]
}

type SearchedText = {
  text: string
  candidates: readonly Candidate[]
  /** What is not found after this many milliseconds is left out; a few seconds unless set. */
  waitMs?: number
}

/** Pages of this site for links of other explorers. */
export type FamilyLinks = {
  /** The page of a link that names no item to look for: a list, `/txs`; undefined for any other. */
  page: (link: URL, chain: string) => string | undefined
  /** The tab of an item's page that the link names; undefined if it names none. */
  tab: (path: string, link: URL) => string | undefined
}

/** On the server; listed in families.ts. */
export type FamilyPages = {
  name: string
  /** Its name in a sentence: `EVM chains`. */
  title: string
  /** Wraps every page, for what its client components need from the server. */
  Provider?: (props: { children: ReactNode }) => ReactNode
  chains: (ask: Ask) => Promise<readonly FamilyChain[]>
  /** Paths below a chain's own that its other chains have, too. The chain switch keeps them. */
  sharedPaths?: readonly string[]
  /** Chains whose labels may exist although they are not served. */
  labelChains?: readonly { chain: string; title: string }[]
  links?: FamilyLinks
  /** Looks a text up: the questions to send, and the findings in their answers. */
  search: (searched: SearchedText) => {
    questions: Questions
    findings: (ask: Ask) => Promise<FoundItem[]>
    /**
     * A notice about the text itself, e.g. that a name has no address. The user then chooses, even if there is only one
     * finding.
     */
    notice?: (ask: Ask) => Promise<string | undefined>
    /** Names what gave no answer in time, so that more may be found there; a finding that is certain is enough. */
    silence?: (ask: Ask) => Promise<readonly string[]>
  }
}

/** A family's part of a page that all families share: its questions, and the facts for page data. */
type Section = { questions: Questions; facts: PageAbout['facts'] }

/** On the home page and the status page; listed in family-sections.ts. */
export type FamilySections = {
  name: string
  home: (ask: Ask) => Promise<
    Section & {
      /** A summary: `3 EVM chains`; left out of the sentence if undefined. */
      summary?: string
      /** Each chain, as a card. */
      cards: () => Promise<ReactNode>
      /** Where they come from. */
      sources?: ReactNode
      /** Its newest blocks in one panel. */
      panel?: () => Promise<ReactNode>
      /** A whole overview, with the panels of other families beside it. Only the first one is shown. */
      overview?: (beside: ReactNode) => Promise<ReactNode>
    }
  >
  /** The questions of the home page whose rows are its list. */
  homeList?: readonly string[]
  status: (ask: Ask) => Promise<
    Section & {
      panels: () => Promise<ReactNode>
      /** Names work that the worker set aside: `EVM block`, and its chain. Undefined for work of other families. */
      workTitle: (work: { kind: string; chain: number }) => { title: string; where?: string } | undefined
    }
  >
  statusList?: readonly string[]
}

/** The labels of a family's chains. */
export type FamilyLabels = {
  /** Undefined for the family whose chains have all other names. */
  chains?: readonly string[]
  /** The form of a label's subject. */
  forms: Record<LabelKind, RegExp>
  /** The subject as this explorer's own pages name it, from any spelling. */
  subject: (kind: LabelKind, text: string) => string
  path: (subject: LabelSubject) => string
  /** The subject that a link leads to; undefined if it has no labels. */
  linked: (link: { pathname: string; search: string }) => { chain: string; subject: string } | undefined
  /** Links in a list's rows that end with the row's position: its block or version. */
  positionLinks: string
  /** Positions of a wallet's rows, newest first; without `after` only the newest. `goesOn` if there are more. */
  positions: (
    wallet: { chain: string; subject: string },
    after: string | undefined,
  ) => Promise<{ positions: string[]; goesOn: boolean }>
}

/** A finding of a search; `item` is how lists show it, where more is known than its title. */
export type FoundItem = SearchFinding & { item?: SuggestedItem }

/** An item that a text may mean, as the search box suggests it. */
export type SuggestedItem = {
  path: string
  /** `Token` */
  kind: string
  name: string
  /** The name of its chain, as in `FamilyChain`. */
  chain: string
  /** `1,204 holders` */
  note?: string
  /** Its name may mislead. */
  isSuspicious?: boolean
  picture?: ReactNode
}

/** Without `waitMs`, the slowest chain is waited for, a few seconds at most. */
type Suggesting = { text: string; waitMs?: number; signal: AbortSignal }

/** In browsers; listed in browser-families.ts. */
export type BrowserFamily = {
  name: string
  /** Asks the server for items by name, or by the beginning of an id. `unanswered` are titles of chains without an answer so far. */
  suggest?: (asked: Suggesting) => Promise<{ items: readonly SuggestedItem[]; unanswered: readonly string[] }>
  labels: FamilyLabels
  /** The tab of an item's page by the name that other explorers have for it: `#readContract`. */
  namedTab?: (path: string, name: string) => Promise<string | undefined>
  /** The page that searches for words on one of its chains. */
  wordSearch?: { title: string; path: (chain: string, words: string) => string }
}
