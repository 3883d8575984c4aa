import { browserFamilies } from '#components/browser-families.ts'
import { Hash } from '#components/chain/hash.tsx'
import type { familiesOfPages } from '#components/families.ts'
import type { FoundItem } from '#components/family.ts'
import type { allChains } from '#components/family-chains.ts'
import { ItemLine } from '#components/shell/search/item-line.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { shortHexDigits, shortHexNotice } from '#lib/format/written.ts'
import type { Ask, Question } from '#lib/pages/question.ts'
import { recognise } from '#lib/recognise/recognise.ts'
import { type SearchChoice, searchChoices } from '#lib/recognise/search-choices.ts'

const inWords = new Intl.ListFormat('en')

/** Shorter and longer texts are not searched for as words. */
const wordsMin = 3
const wordsMax = 256

type Results = {
  choices: readonly SearchChoice<FoundItem>[]
  /** About the text itself. */
  notices: readonly string[]
  /** Titles of chains without an answer. */
  silent: readonly string[]
}

export const readResults = async ({
  ask,
  text,
  chains,
  searches,
}: {
  ask: Ask
  text: string
  chains: Awaited<ReturnType<typeof allChains>>
  searches: readonly ReturnType<(typeof familiesOfPages)[number]['search']>[]
}): Promise<Results> => {
  const found = await Promise.all(searches.map(({ findings }) => findings(ask)))
  const digits = shortHexDigits(text)
  return {
    choices: searchChoices({ candidates: recognise(text), findings: found.flat(), chains }),
    notices: [
      ...(digits === undefined ? [] : [shortHexNotice(digits)]),
      ...(await Promise.all(searches.map(({ notice }) => notice?.(ask)))).flatMap((notice) => notice ?? []),
    ],
    silent: (await Promise.all(searches.map(({ silence }) => silence?.(ask) ?? []))).flat(),
  }
}

/** What is said of chains that gave no answer in time; nothing if all did. */
const silenceNotice = (titles: readonly string[], isWhole: boolean): string[] => {
  if (titles.length === 0) return []
  const chains = inWords.format(titles)
  return [
    isWhole
      ? `No answer in time from ${chains}: what may be found there is missing. Try again later.`
      : `Still waiting for ${chains}: what is found there is added here. Without JavaScript, reload the page.`,
  ]
}

/** A result: what is known of it, or how the text can be read. */
const ChoiceLine = ({
  choice,
  chains,
}: {
  choice: SearchChoice<FoundItem>
  chains: Awaited<ReturnType<typeof allChains>>
}) => {
  const { title, text, isFound } = choice
  if ('item' in choice && choice.item?.picture)
    return (
      <span className="flex items-center gap-4">
        <ItemLine item={choice.item} chains={chains} />
        <Hash value={text} className="min-w-0 max-w-64 shrink-0 text-muted text-xs max-sm:hidden" />
      </span>
    )
  return (
    <>
      <span className="font-medium">{title}</span>
      {isFound && <span className="ml-2 text-good text-xs">found</span>}
      <span className="block truncate font-mono text-muted text-xs leading-5">{text}</span>
    </>
  )
}

/** The results of a search, of all chains or of those that answered first. */
export const SearchResults = ({
  text,
  chains,
  source,
  results: { choices, notices, silent },
  isWhole,
}: {
  text: string
  chains: Awaited<ReturnType<typeof allChains>>
  source: Question | undefined
  results: Results
  isWhole: boolean
}) => {
  const isName = recognise(text).length === 0
  const mayBeWords = isName && notices.length === 0 && text.length >= wordsMin && text.length <= wordsMax
  const wordSearches = chains.flatMap(({ family, chain, title }) => {
    const search = browserFamilies.find(({ name }) => name === family)?.wordSearch
    return search && mayBeWords ? [{ path: search.path(chain, text), title, words: search.title }] : []
  })
  const title = choices.every(({ isFound }) => isFound) ? 'Results' : 'Possible matches'
  return (
    <>
      {[...notices, ...silenceNotice(silent, isWhole)].map((notice) => (
        <Panel key={notice}>
          <p role="status" className="wrap-anywhere px-4 py-3 text-sm">
            {notice}
          </p>
        </Panel>
      ))}
      {choices.length > 0 && (
        <Panel title={title} aside={source && <SourceLink title={title} call={source} />}>
          <ul>
            {choices.map((choice) => (
              <li key={choice.path} className="border-line border-b last:border-b-0">
                <Link href={choice.path} className="block px-4 py-3 text-sm hover:bg-sunken">
                  <ChoiceLine choice={choice} chains={chains} />
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
      {text !== '' && choices.length === 0 && silent.length === 0 && (notices.length === 0 || !isName) && (
        <Panel>
          <EmptyState title="No results">
            Search for an address, a transaction or block hash, a block number, a ledger version, an ENS name, or the
            name of a token or collection, or paste a link from another explorer. Put a chain in front to narrow the
            search, as in <code className="font-mono">polygon:0x…</code>
          </EmptyState>
        </Panel>
      )}
    </>
  )
}
