import { activityDay, CatalogTitle, catalogFields, inWords, NoCatalog } from '#components/aptos/parts/catalog-title.tsx'
import { AptosListPanel } from '#components/aptos/parts/lists/aptos-list-panel.tsx'
import { networkAssetParams } from '#components/aptos/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import type { Input } from '#lib/api/endpoint.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { aptosAssetApi } from '#lib/aptos/asset/contract.ts'
import type { AptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import { callTo } from '#lib/pages/question.ts'
import { assetList } from './asset-list.tsx'
import { Assets } from './assets.tsx'

type Sort = Input<AptosExplorerApi['aptosAssets']>['sort']

const pageSize = 50

/** The coins and fungible assets of a network. */
export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.assets,
  kind: 'Coins and fungible assets',
  isSelfNamed: true,
  filters: ['network', 'search', 'sort'],
  params: networkAssetParams,
  questions: ({ network, status, filters: { search, sort }, part }) => ({
    assets: status?.index
      ? // The API reports invalid parameters.
        callTo(aptosAssetApi.aptosAssets, { network, search, sort: sort as Sort, ...part(pageSize) })
      : undefined,
  }),
  list: ['assets'],
  about: ({ place, filters }) => ({
    title: `Coins and fungible assets of ${place}${inWords(filters)}`,
    place,
    summary: `The coins and fungible assets of ${place}, with their holders, supply and activity.`,
  }),
  body: (page) => {
    const { network, status, questions, answers } = page
    return (
      <>
        <CatalogTitle network={network} status={status} kind="Coins and fungible assets" />
        {questions.assets && answers.assets ? (
          <AptosListPanel
            page={page}
            title="Coins and fungible assets"
            noun="assets"
            certain="No coin or fungible asset is known on this network."
            fields={catalogFields}
            filterTitle="Search and order"
            aside={activityDay}
            question={questions.assets}
            answer={answers.assets}
            list={assetList}
            List={Assets}
            view={{ network, isPartial: status?.index?.index_complete === false }}
          />
        ) : (
          <NoCatalog />
        )}
      </>
    )
  },
})
