import { redirect } from 'next/navigation'
import { Suspense } from 'react'
import { families } from '#components/families.ts'
import { allChains } from '#components/family-chains.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { SearchBox } from '#components/shell/search/search-box.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { counted } from '#lib/format/amount.ts'
import { visibleText } from '#lib/format/visible-text.ts'
import { shortHexDigits } from '#lib/format/written.ts'
import { serverPaths } from '#lib/pages/server-paths.ts'
import { candidateFamily, candidatePath, recognise } from '#lib/recognise/recognise.ts'
import { allQuestions } from './all-questions.ts'
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
    const isShort = shortHexDigits(text) !== undefined
    const first = await readResults({ ask, text, chains, searches: soon })
    const [only] = first.choices
    const isClear = only?.isCertain || (first.choices.length === 1 && first.silent.length === 0)
    if (only && isClear && first.notices.length === 0 && !isShort) redirect(only.path)
    const [source] = Object.values(questions)
    const shown = { text, chains, source }
    const Whole = async () => (
      <SearchResults {...shown} results={await readResults({ ask, text, chains, searches })} isWhole />
    )
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
