import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { tokenListFields, transfersDay } from '#components/evm/parts/lists/token-list-filters.tsx'
import { chainParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import type { Input } from '#lib/api/endpoint.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { nftCollectionEndpoints } from '#lib/evm/nft/collection-contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { collectionList } from './collection-list.tsx'
import { ChainCollections } from './collection-pages.tsx'
import { NftListsHeading } from './nft-lists-heading.tsx'

type Sort = Input<EvmExplorerApi['evmNftCollections']>['sort']

const pageSize = 50

/** As part of a title. */
const orders = new Map([
  ['owners', ' by owners'],
  ['newest', ', newest first'],
])

const fields = tokenListFields(['owners', 'Most owners'])

export const { entry, generateMetadata, Page } = definePage({
  path: evmPaths.nfts,
  kind: 'NFT collections',
  filters: ['search', 'sort'],
  params: chainParams,
  questions: ({ chain, filters: { search, sort }, part }) => ({
    // The API reports invalid parameters.
    collections: callTo(nftCollectionEndpoints.evmNftCollections, {
      chain,
      search,
      sort: sort as Sort,
      ...part(pageSize),
    }),
  }),
  list: ['collections'],
  about: ({ state: { title: place }, filters: { sort = '' } }) => ({
    title: `on ${place}${orders.get(sort) ?? ''}`,
    place,
    summary: `NFT collections on ${place}, with their owners and transfers.`,
    facts: [],
  }),
  // The hosted service has no list of collections.
  redirectTo: ({ state, chain }) => (state.source === 'hosted' ? evmPaths.nftSearch({ chain }) : undefined),
  body: (page) => (
    <>
      <NftListsHeading state={page.state} chain={page.chain} kind="NFT collections" />
      <EvmListPanel
        page={page}
        title="NFT collections"
        noun="NFT collections"
        certain="No NFT was transferred on this chain."
        fields={fields}
        filterTitle="Search and order"
        aside={transfersDay}
        question={page.questions.collections}
        answer={page.answers.collections}
        list={collectionList}
        List={ChainCollections}
        view={{ chain: page.chain }}
      />
    </>
  ),
})
