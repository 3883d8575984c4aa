import { redirect } from 'next/navigation'
import { Suspense } from 'react'
import { familiesOfPages } from '#components/families.ts'
import type { FamilyChain } from '#components/family.ts'
import { allChains } from '#components/family-chains.ts'
import { missing } from '#components/kit/define-frame.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { SearchBox } from '#components/shell/search/search-box.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { counted } from '#lib/format/amount.ts'
import { writtenLink } from '#lib/format/candidates-in.ts'
import { visibleText } from '#lib/format/visible-text.ts'
import { shortHexDigits } from '#lib/format/written.ts'
import { serverPaths } from '#lib/pages/server-paths.ts'
import { candidateFamily, candidatePath, candidatePathOnAll, recognise } from '#lib/recognise/recognise.ts'
import { recognisers } from '#lib/recognise/recognisers.ts'
import type { SearchChoice } from '#lib/recognise/search-choices.ts'
import { allQuestions } from './all-questions.ts'
import { readResults, SearchResults } from './search-results.tsx'

/** The chain that pages of a family are of where nothing names one: Ethereum, or the first that is served. */
const defaultChain = (chains: readonly FamilyChain[], family: string): string | undefined => {
  const own = chains.filter((one) => one.family === family)
  return (own.find(({ chain }) => chain === 'eth') ?? own[0])?.chain
}

/** A link in the text, if it is one: of another explorer, or its path alone, which somebody opened here. */
const followedLink = (text: string): { link: URL; isOpened: boolean } | undefined => {
  const link = writtenLink(text)
  return link && { link, isOpened: text.startsWith('/') }
}

/** The page that a link names without an item to look for. Its chain is that of the link's host, or the one it would have here. */
const linkedPage = (link: URL, chains: readonly FamilyChain[]): string | undefined => {
  const owner = recognisers.find(({ chainOfLink }) => chainOfLink(link) !== undefined)
  for (const { name, links } of familiesOfPages) {
    if (owner && owner.family !== name) continue
    const chain = owner?.chainOfLink(link) ?? defaultChain(chains, name)
    const page = chain === undefined ? undefined : links?.page(link, chain)
    if (page) return page
  }
  return undefined
}

/** The path of an item's page, or of the tab that a link names. */
const linkedTab = (path: string, link: URL): string => {
  for (const { links } of familiesOfPages) {
    const tab = links?.tab(path, link)
    if (tab) return tab
  }
  return path
}

/**
 * Where a visitor goes who opened a link: to the only item found; to an address on all chains if several have it; to the first
 * found otherwise; and to the page that says what is missing if no chain has it. Undefined while a chain that may have it is silent.
 */
const openedChoice = (
  text: string,
  { choices, silent }: { choices: readonly SearchChoice[]; silent: readonly string[] },
  chains: readonly FamilyChain[],
): SearchChoice | undefined => {
  const found = choices.filter(({ isFound }) => isFound)
  if (found.length === 1) return found[0]
  const onAll = new Set(recognise(text).map(candidatePathOnAll))
  const shared = choices.find(({ path }) => onAll.has(path)) ?? found[0]
  if (shared || silent.length > 0) return shared
  const starts = familiesOfPages.map(({ name }) => `/${defaultChain(chains, name)}/`)
  return choices.find(({ path }) => starts.some((start) => path.startsWith(start))) ?? choices[0]
}

/** The page is shown with what is found by then; chains that are slower join it. */
const firstWaitMs = 500

const searchesOf = (text: string, waitMs?: number) => {
  const candidates = recognise(text)
  return familiesOfPages.map(({ search }) => search({ text, candidates, waitMs }))
}

/** The page of a number on the chain that the search started from; undefined for any other text. */
const pathOnChain = (text: string, chain: { family: string; chain: string } | undefined): string | undefined => {
  const own = recognise(text).find((candidate) => candidateFamily(candidate) === chain?.family)
  if (!chain || !own || !/^\d+$/.test(own.value)) return undefined
  return candidatePath(own, chain.chain)
}

export const { entry, generateMetadata, Page } = definePage({
  path: serverPaths.search,
  kind: 'Search',
  isListed: false,
  params: ({ query: { q, chain } }) => {
    const text = visibleText([q].flat()[0] ?? '').trim()
    return { text, chain: [chain].flat()[0] ?? '', soon: searchesOf(text, firstWaitMs), searches: searchesOf(text) }
  },
  questions: ({ soon }) => allQuestions(soon),
  // No single response decides whether the page exists: each is one place where the text may be found.
  subject: 'none',
  rows: async ({ ask, searches }) => {
    const found = (await Promise.all(searches.map(({ findings }) => findings(ask)))).flat()
    return {
      name: 'found',
      titles: ['title', 'text', 'path'],
      rows: found.map(({ title, text, path }) => [title, text, path]),
      records: found.map(({ item, ...finding }) => finding),
      cursor: null,
    }
  },
  about: async ({ ask, text, soon }) => ({
    title: text,
    place: 'This server',
    summary: `${counted((await Promise.all(soon.map(({ findings }) => findings(ask)))).flat().length, 'result')} for this text.`,
  }),
  body: async ({ ask, text, chain, soon, searches, questions }) => {
    const chains = await allChains(ask)
    const current = chains.find((one) => one.chain === chain)
    const own = pathOnChain(text, current)
    if (own) redirect(own)
    const followed = followedLink(text)
    const listed = followed && linkedPage(followed.link, chains)
    if (listed) redirect(linkedTab(listed, followed.link))
    const isShort = shortHexDigits(text) !== undefined
    const read = (of: typeof searches) => readResults({ ask, text, chains, searches: of })
    const first = await read(soon)
    const [only] = first.choices
    const isClear = only?.isCertain || (first.choices.length === 1 && first.silent.length === 0)
    const clear = only && isClear && first.notices.length === 0 && !isShort ? only : undefined
    // Who opened a link waits for the slower chains: it leads to one page.
    const opened = followed?.isOpened && !clear ? openedChoice(text, await read(searches), chains) : undefined
    const chosen = clear ?? opened
    if (chosen) redirect(followed ? linkedTab(chosen.path, followed.link) : chosen.path)
    if (followed?.isOpened && recognise(text).length === 0) return missing()
    const [source] = Object.values(questions)
    const shown = { text, chains, source }
    const Whole = async () => <SearchResults {...shown} results={await read(searches)} isWhole />
    return (
      <div className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
        <PageTitle tools={<PageToolsButton />} kind="Search" />
        <SearchBox key={text} chains={chains} chain={current?.chain} text={text} large />
        {first.silent.length === 0 ? (
          <SearchResults {...shown} results={first} isWhole />
        ) : (
          <Suspense fallback={<SearchResults {...shown} results={first} isWhole={false} />}>
            <Whole />
          </Suspense>
        )}
      </div>
    )
  },
})
