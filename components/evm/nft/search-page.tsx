import { FilterForm } from '#components/chain/filter-form.tsx'
import { NothingListed } from '#components/evm/parts/coverage/nothing-listed.tsx'
import { evmCall } from '#components/evm/parts/evm-calls.ts'
import { chainPlace } from '#components/evm/parts/places.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { ListPanel } from '#components/kit/list-panel.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { listOf } from '#lib/format/filters.ts'
import { NftListsHeading } from './nft-lists-heading.tsx'
import { nftSearchChoices, nftSearchFields, nftSearchNames } from './nft-search-fields.ts'
import { NftSearchForm } from './nft-search-form.tsx'
import { nftSearchList } from './nft-search-list.tsx'
import { NftSearchResults } from './nft-search-results.tsx'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: evmPaths.nftSearch,
  kind: 'NFT search',
  isListed: false,
  filters: nftSearchNames,
  place: chainPlace,
  questions: ({ chain, filters: { q, filter, addresses, ...bounds }, part }) => {
    const field = nftSearchChoices.find(([choice]) => choice === filter)?.[0]
    const input = {
      ...{ chain, ...bounds, ...part(pageSize) },
      ...(addresses && { addresses: listOf(addresses) }),
      ...(field && { filter: field }),
    }
    return { nfts: evmCall('searchNfts', { ...input, q: q ?? '' }) }
  },
  list: ['nfts'],
  about: async ({ state: { title: place, index_complete }, filters: { q } }, answers) => {
    if (q === undefined) return { title: `on ${place}`, place, summary: `Search NFTs on ${place} by their metadata.` }
    const found = (await answers.nfts).data?.result.length ?? 0
    const what = found > 0 ? 'NFTs' : index_complete ? 'No NFT' : 'No NFT in the indexed blocks'
    return { title: q, place, summary: `${what} on ${place} with these words in their metadata: ${q}.` }
  },
  body: async ({ state, chain, path, filters, questions, answers }) => {
    const { q, filter } = filters
    const form = {
      action: path,
      title: 'Filter by collection, block or mint time',
      fields: nftSearchFields,
      values: filters,
      kept: { q, filter },
    }
    const fault = q === undefined ? undefined : (await answers.nfts).fault
    return (
      <>
        <NftListsHeading state={state} chain={chain} kind="NFT search">
          <span className="text-muted">All words must match; the last one may be incomplete.</span>
        </NftListsHeading>
        <NftSearchForm
          key={q}
          action={path}
          values={filters}
          fault={fault?.details.find(({ name }) => name === 'q')?.message}
        />
        {q === undefined ? (
          <Panel aria-label="Results" className="mt-4">
            <FilterForm {...form} />
            <EmptyState title="What are you looking for?">
              Searches names, descriptions and attributes of NFTs whose metadata has been fetched.
            </EmptyState>
          </Panel>
        ) : (
          <ListPanel
            title="Results"
            className="mt-4"
            filters={form}
            question={questions.nfts}
            answer={answers.nfts}
            list={nftSearchList}
            List={NftSearchResults}
            view={{ chain }}
            nothing={
              <NothingListed state={state} noun="NFTs" isFiltered certain="No NFT on this chain matches these words." />
            }
          />
        )}
      </>
    )
  },
})
