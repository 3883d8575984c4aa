import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { aptosFindings } from '#components/aptos/aptos-findings.ts'
import { ask } from '#components/ask.ts'
import { servedChains } from '#components/evm/served-chains.ts'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { SearchBox } from '#components/shell/search-box.tsx'
import { evmExplorerCall } from '#components/source/source-call.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { recognise } from '#lib/recognise/recognise.ts'
import { searchChoices } from '#lib/recognise/search-choices.ts'
import { systems } from '#lib/systems.ts'

/** The answer depends on what is indexed at this moment. */
export const dynamic = 'force-dynamic'

export const metadata: Metadata = { title: 'Search', robots: { index: false } }

const queryLengthMax = 128
/** Shorter and longer texts are not looked for in the documents of NFTs. */
const nftWordsMin = 3
const nftWordsMax = 256

export default async function SearchPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const { q } = await searchParams
  const text = (Array.isArray(q) ? q[0] : q)?.trim() ?? ''
  const { evm, aptos } = await systems()
  const chains = await servedChains(evm.explorer)
  const candidates = recognise(text)
  const [first] = candidates
  const value = first?.value ?? text
  // What is like nothing else may be a name. An Aptos name is no question for EVM chains, whose blocks have numbers too.
  // Nor is one token: its link says all, and its contract is another page.
  const mayBeEvm = first === undefined ? text !== '' : first.kind.startsWith('evm-') && first.kind !== 'evm-nft'
  const asked = mayBeEvm && value.length <= queryLengthMax
  const chain = first && 'chain' in first ? first.chain : undefined
  const [hits, findings, aptosStatus] = await Promise.all([
    asked ? ask(evm.explorer.evmSearch({ q: value, chain })) : { data: undefined },
    aptosFindings(aptos.explorer, candidates),
    ask(aptos.explorer.aptosStatus({})),
  ])
  const choices = searchChoices({
    candidates,
    hits: hits.data?.result ?? [],
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
          aside={
            asked && <SourceLink title="Possible matches" call={evmExplorerCall('evmSearch', { q: value, chain })} />
          }
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
                <Link href={explorerPath.nftSearch(chain, text)} className="block px-4 py-3 text-sm hover:bg-sunken">
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
}
