import { redirect } from 'next/navigation'
import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { aptosFindings } from '#components/aptos/search/aptos-findings.ts'
import { servedChains } from '#components/evm/parts/chain-of.ts'
import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { rowsOf } from '#components/kit/rows-of.ts'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { SearchBox } from '#components/shell/search-box.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { counted } from '#lib/format/amount.ts'
import { withFilters } from '#lib/format/filters.ts'
import { serverPaths } from '#lib/pages/server-paths.ts'
import { recognise } from '#lib/recognise/recognise.ts'
import { searchChoices } from '#lib/recognise/search-choices.ts'

const queryLengthMax = 128
/** Shorter and longer texts are not looked for in the documents of NFTs. */
const nftWordsMin = 3
const nftWordsMax = 256

export const { entry, generateMetadata, Page } = definePage({
  path: serverPaths.search,
  kind: 'Search',
  isListed: false,
  place: ({ query: { q } }) => {
    const text = [q].flat()[0]?.trim() ?? ''
    return { text, candidates: recognise(text) }
  },
  questions: ({ text, candidates: [first] }) => {
    const value = first?.value ?? text
    // Unrecognised text may be a name. Aptos names are not searched on EVM chains, whose blocks have numbers too.
    // Nor is a single token: its link is complete, and its contract has another page.
    const mayBeEvm = first === undefined ? text !== '' : first.kind.startsWith('evm-') && first.kind !== 'evm-nft'
    const chain = first && 'chain' in first ? first.chain : undefined
    return {
      hits: mayBeEvm && value.length <= queryLengthMax ? evmExplorerCall('evmSearch', { q: value, chain }) : undefined,
      aptosStatus: aptosExplorerCall('aptosStatus', {}),
    }
  },
  subject: 'hits',
  rows: async (_, answers) =>
    rowsOf('evmSearch', (await answers.hits)?.data?.result ?? [], ['type', 'chain', 'value', 'title']),
  about: async ({ text }, answers) => ({
    title: text,
    place: 'This server',
    summary: `${counted((await answers.hits)?.data?.result.length ?? 0, 'result')} on EVM chains for this text.`,
    facts: [],
  }),
  body: async ({ ask, text, candidates, questions, answers }) => {
    const [chains, hits, findings, aptosStatus] = await Promise.all([
      servedChains(ask),
      answers.hits,
      aptosFindings(ask, candidates),
      answers.aptosStatus,
    ])
    const choices = searchChoices({
      candidates,
      hits: hits?.data?.result ?? [],
      findings,
      chains,
      families: aptosStatus.data === undefined ? [] : ['aptos'],
    })
    const [only] = choices
    const mayBeWords = candidates.length === 0 && text.length >= nftWordsMin && text.length <= nftWordsMax
    if (only && (choices.length === 1 || only.isCertain)) redirect(only.path)
    return (
      <div className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
        <PageTitle tools={<PageToolsButton />} kind="Search" />
        <SearchBox key={text} chain={chains[0]?.chain ?? 'eth'} text={text} large />
        {choices.length > 0 && (
          <Panel
            title="Possible matches"
            aside={questions.hits && <SourceLink title="Possible matches" call={questions.hits} />}
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
        {mayBeWords && chains.length > 0 && (
          <Panel title="Matching NFTs">
            <ul>
              {chains.map(({ chain, title }) => (
                <li key={chain} className="border-line border-b last:border-b-0">
                  <Link
                    href={withFilters(evmPaths.nftSearch({ chain }), { q: text })}
                    className="block px-4 py-3 text-sm hover:bg-sunken"
                  >
                    Search names, descriptions and attributes on <span className="font-medium">{title}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {text !== '' && choices.length === 0 && (
          <Panel>
            <EmptyState title="No results">
              Search for an address, a transaction or block hash, a block number, the name of a token or collection, an
              Aptos version, or paste a link from another explorer. Put a chain in front to narrow the search, as in{' '}
              <code className="font-mono">polygon:0x…</code>
            </EmptyState>
          </Panel>
        )}
      </div>
    )
  },
})
