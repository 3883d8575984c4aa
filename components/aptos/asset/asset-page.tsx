import { aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { AptosListPanel } from '#components/aptos/parts/lists/aptos-list-panel.tsx'
import { AssetTransfers } from '#components/aptos/parts/lists/asset-pages.tsx'
import { assetTransferList } from '#components/aptos/parts/lists/transfer-list.tsx'
import { notThere } from '#components/aptos/parts/not-there.tsx'
import { assetParams } from '#components/aptos/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { aptosAssetApi } from '#lib/aptos/asset/contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { AssetFrame, aboutAsset, assetQuestions } from './asset-frame.tsx'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: aptosTabPaths.asset,
  kind: 'Aptos asset',
  filters: ['network'],
  params: assetParams,
  NotFound: notThere('asset'),
  questions: ({ type, network, part }) => ({
    ...assetQuestions(type, network),
    list: callTo(aptosAssetApi.aptosAssetTransfers, { asset_type: type, network, ...part(pageSize) }),
  }),
  list: ['list'],
  about: (page, answers) => aboutAsset(page, answers),
  // A coin and its fungible asset are one asset, with one page.
  redirectTo: async ({ type, network }, { asset }) => {
    const { data } = await asset
    return data && data.asset_id !== type ? aptosPath(aptosTabPaths.asset({ type: data.asset_id }), network) : undefined
  },
  Frame: AssetFrame,
  body: (page) => (
    <AptosListPanel
      page={page}
      title="Transfers"
      noun="transfers"
      certain="This asset has no transfers."
      question={page.questions.list}
      answer={page.answers.list}
      list={assetTransferList}
      List={AssetTransfers}
      view={{ network: page.network }}
    />
  ),
})
