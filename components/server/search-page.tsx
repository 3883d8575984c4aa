import { redirect } from 'next/navigation'
import { browserFamilies } from '#components/browser-families.ts'
import { families } from '#components/families.ts'
import { allChains } from '#components/family-chains.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { SearchBox } from '#components/shell/search/search-box.tsx'
import { searchedChain } from '#components/shell/search/searched-chain.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import { counted } from '#lib/format/amount.ts'
import { visibleText } from '#lib/format/visible-text.ts'
import { serverPaths } from '#lib/pages/server-paths.ts'
import { recognise } from '#lib/recognise/recognise.ts'
import { searchChoices } from '#lib/recognise/search-choices.ts'
import { allQuestions } from './all-questions.ts'

const inWords = new Intl.ListFormat('en')

/** What is said of chains that gave no answer in time; nothing if all did. */
const silenceNotice = (titles: readonly string[]): string[] =>
  titles.length > 0
    ? [`No answer in time from ${inWords.format(titles)}: what may be found there is missing. Try again later.`]
    : []

/** Shorter and longer texts are not searched for as words. */
const wordsMin = 3
const wordsMax = 256

export const { entry, generateMetadata, Page } = definePage({
  path: serverPaths.search,
  kind: 'Search',
  isListed: false,
  place: ({ query: { q } }) => {
    const text = visibleText([q].flat()[0] ?? '').trim()
    const candidates = recognise(text)
    const searches = families.map(({ search }) => search({ text, candidates }))
    return { text, candidates, searches }
  },
  questions: ({ searches }) => allQuestions(searches),
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
  about: async ({ ask, text, searches }) => ({
    title: text,
    place: 'This server',
    summary: `${counted((await Promise.all(searches.map(({ findings }) => findings(ask)))).flat().length, 'result')} for this text.`,
  }),
  body: async ({ ask, text, candidates, searches, questions }) => {
    const [chains, ...found] = await Promise.all([allChains(ask), ...searches.map(({ findings }) => findings(ask))])
    const choices = searchChoices({ candidates, findings: found.flat(), chains })
    const notices = (await Promise.all(searches.map(({ notice }) => notice?.(ask)))).flatMap((notice) => notice ?? [])
    const silent = (await Promise.all(searches.map(({ silence }) => silence?.(ask) ?? []))).flat()
    const [only] = choices
    const mayBeWords =
      candidates.length === 0 && notices.length === 0 && text.length >= wordsMin && text.length <= wordsMax
    const isClear = only?.isCertain || (choices.length === 1 && silent.length === 0)
    if (only && isClear && notices.length === 0) redirect(only.path)
    const [firstQuestion] = Object.values(questions)
    const wordSearches = chains.flatMap(({ family, chain, title }) => {
      const search = browserFamilies.find(({ name }) => name === family)?.wordSearch
      return search && mayBeWords ? [{ path: search.path(chain, text), title, words: search.title }] : []
    })
    return (
      <div className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
        <PageTitle tools={<PageToolsButton />} kind="Search" />
        <SearchBox key={text} chain={searchedChain(chains)} text={text} large />
        {[...notices, ...silenceNotice(silent)].map((notice) => (
          <Panel key={notice}>
            <p role="status" className="wrap-anywhere px-4 py-3 text-sm">
              {notice}
            </p>
          </Panel>
        ))}
        {choices.length > 0 && (
          <Panel
            title="Possible matches"
            aside={firstQuestion && <SourceLink title="Possible matches" call={firstQuestion} />}
          >
            <ul>
              {choices.map(({ path, title, text: shown, isFound }) => (
                <li key={path} className="border-line border-b last:border-b-0">
                  <Link href={path} className="block px-4 py-3 text-sm hover:bg-sunken">
                    <span className="font-medium">{title}</span>
                    {isFound && <span className="ml-2 text-good text-xs">found</span>}
                    <span className="block truncate font-mono text-muted text-xs leading-5">{shown}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {wordSearches.length > 0 && (
          <Panel title="Search for these words">
            <ul>
              {wordSearches.map(({ path, title, words }) => (
                <li key={path} className="border-line border-b last:border-b-0">
                  <Link href={path} className="block px-4 py-3 text-sm hover:bg-sunken">
                    {words} on <span className="font-medium">{title}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {text !== '' && choices.length === 0 && notices.length + silent.length === 0 && (
          <Panel>
            <EmptyState title="No results">
              Search for an address, a transaction or block hash, a block number, a ledger version, an ENS name, or the
              name of a token or collection, or paste a link from another explorer. Put a chain in front to narrow the
              search, as in <code className="font-mono">polygon:0x…</code>
            </EmptyState>
          </Panel>
        )}
      </div>
    )
  },
})
