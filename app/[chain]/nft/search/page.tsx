import type { Metadata } from 'next'
import { ask } from '#components/ask.ts'
import { canonicalFilters } from '#components/chain/canonical-filters.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { FilterForm } from '#components/chain/filter-form.tsx'
import { ChainCoverage } from '#components/evm/chain-coverage.tsx'
import { evmExport } from '#components/evm/evm-exports.ts'
import { IndexMark } from '#components/evm/index-mark.tsx'
import { nftSearchChoices, nftSearchFields, nftSearchNames } from '#components/evm/nft-search-fields.ts'
import { NftSearchForm } from '#components/evm/nft-search-form.tsx'
import { nftSearchList } from '#components/evm/nft-search-list.tsx'
import { NftSearchResults } from '#components/evm/nft-search-results.tsx'
import { NothingListed } from '#components/evm/nothing-listed.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { ExportButton } from '#components/export/export-button.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { evmCall } from '#components/source/source-call.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { listOf, type SearchParams, withFilters } from '#lib/format/filters.ts'
import { systems } from '#lib/systems.ts'

/** The answer depends on what is indexed at this moment. */
export const dynamic = 'force-dynamic'

const pageSize = 50

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> }

export const generateMetadata = async ({ searchParams }: Props): Promise<Metadata> => {
  const { q } = await searchParams
  return { title: typeof q === 'string' ? `NFTs for ${q}` : 'NFT search', robots: { index: false } }
}

export default async function NftSearchPage({ params, searchParams }: Props) {
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, (await params).chain)
  const { chain } = state
  const path = explorerPath.nftSearch(chain)
  const filters = canonicalFilters(path, await searchParams, nftSearchNames)
  const { q, filter, addresses, ...bounds } = filters
  const field = nftSearchChoices.find(([choice]) => choice === filter)?.[0]
  const input = {
    ...{ chain, ...bounds, limit: pageSize },
    ...(addresses && { addresses: listOf(addresses) }),
    ...(field && { filter: field }),
  }
  const { data, fault } = q === undefined ? {} : await ask(evm.client.searchNfts({ ...input, q }))
  const wordsFault = fault?.details.find(({ name }) => name === 'q')?.message
  return (
    <>
      <PageTitle tools={<PageToolsButton />} kind="NFT search" aside={<IndexMark state={state} />}>
        <Badge>{state.title}</Badge>
        <span className="text-muted">All words must match; the last one may be incomplete.</span>
      </PageTitle>
      <ChainCoverage state={state} />
      <NftSearchForm key={q} action={path} values={filters} fault={wordsFault} />
      <Panel aria-label="Results" className="mt-4">
        <FilterForm
          action={path}
          title="Filter by collection, block or mint time"
          fields={nftSearchFields}
          values={filters}
          kept={{ q, filter }}
          faults={fault?.details}
          aside={
            <>
              {data && q !== undefined && <ExportButton list={evmExport('searchNfts', { ...input, q })} />}
              <SourceLink title="Results" call={evmCall('searchNfts', { ...input, q })} />
            </>
          }
        />
        {q === undefined && (
          <EmptyState title="What are you looking for?">
            Searches names, descriptions and attributes of NFTs whose metadata has been fetched.
          </EmptyState>
        )}
        {fault && <FaultState {...fault} />}
        {q !== undefined && data && (
          <NftSearchResults
            key={withFilters(path, filters)}
            input={{ ...input, q }}
            first={firstPage(nftSearchList, data)}
            view={{ chain }}
          >
            <NothingListed state={state} noun="NFTs" isFiltered certain="No NFT on this chain matches these words." />
          </NftSearchResults>
        )}
      </Panel>
    </>
  )
}
