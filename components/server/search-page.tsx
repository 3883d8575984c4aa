import { redirect } from 'next/navigation'
import { Suspense } from 'react'
import { families } from '#components/families.ts'
import { allChains } from '#components/family-chains.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { missing } from '#components/kit/missing.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { SearchBox } from '#components/shell/search/search-box.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { counted } from '#lib/format/amount.ts'
import { visibleText } from '#lib/format/visible-text.ts'
import { shortHexDigits } from '#lib/format/written.ts'
import { serverPaths } from '#lib/pages/server-paths.ts'
import { candidateFamily, candidatePath, recognise } from '#lib/recognise/recognise.ts'
import { allQuestions } from './all-questions.ts'
import { followedLink, linkedPage, linkedTab, openedChoice } from './followed-link.ts'
import { readResults, SearchResults } from './search-results.tsx'

/** The page is shown with what is found by then; chains that are slower join it. */
const firstWaitMs = 500

const searchesOf = (text: string, waitMs?: number) => {
  const candidates = recognise(text)
  return families.map(({ search }) => search({ text, candidates, waitMs }))
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
  place: ({ query: { q, chain } }) => {
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
      records: found,
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
