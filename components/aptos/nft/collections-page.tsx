import { activityDay, CatalogTitle, catalogFields, inWords, NoCatalog } from '#components/aptos/parts/catalog-title.tsx'
import { AptosListPanel } from '#components/aptos/parts/lists/aptos-list-panel.tsx'
import { networkParams } from '#components/aptos/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import type { Input } from '#lib/api/endpoint.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { AptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import { aptosNftExplorerApi } from '#lib/aptos/nft/contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { aptosCollectionList } from './collection-list.tsx'
import { Collections } from './collections.tsx'

type Sort = Input<AptosExplorerApi['aptosCollections']>['sort']

const pageSize = 50

/** The NFT collections of a network. */
export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.collections,
  kind: 'NFT collections',
  isSelfNamed: true,
  filters: ['network', 'search', 'sort'],
  params: networkParams,
  questions: ({ network, status, filters: { search, sort }, part }) => ({
    collections: status?.index
      ? // The API reports invalid parameters.
        callTo(aptosNftExplorerApi.aptosCollections, { network, search, sort: sort as Sort, ...part(pageSize) })
      : undefined,
  }),
  list: ['collections'],
  about: ({ place, filters }) => ({
    title: `NFT collections of ${place}${inWords(filters)}`,
    place,
    summary: `The NFT collections of ${place}, with their NFTs, owners and activity.`,
  }),
  body: (page) => {
    const { network, status, questions, answers } = page
    return (
      <>
        <CatalogTitle network={network} status={status} kind="NFT collections" />
        {questions.collections && answers.collections ? (
          <AptosListPanel
            page={page}
            title="NFT collections"
            noun="collections"
            certain="No NFT collection was created on this network."
            fields={catalogFields}
            filterTitle="Search and order"
            aside={activityDay}
            question={questions.collections}
            answer={answers.collections}
            list={aptosCollectionList}
            List={Collections}
            view={{ network, isPartial: status?.index?.index_complete === false }}
          />
        ) : (
          <NoCatalog />
        )}
      </>
    )
  },
})
