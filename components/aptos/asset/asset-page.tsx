import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { AptosListPanel } from '#components/aptos/parts/lists/aptos-list-panel.tsx'
import { AssetTransfers } from '#components/aptos/parts/lists/asset-pages.tsx'
import { assetTransferList } from '#components/aptos/parts/lists/transfer-list.tsx'
import { assetPlace } from '#components/aptos/parts/places.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { aptosTabPaths } from '#lib/aptos/contract/tab-paths.ts'
import { aboutAsset } from './about-asset.ts'
import { AssetFrame } from './asset-frame.tsx'
import { assetQuestions } from './asset-questions.ts'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: aptosTabPaths.asset,
  kind: 'Aptos asset',
  filters: ['network'],
  place: assetPlace,
  questions: ({ type, network, part }) => ({
    ...assetQuestions(type, network),
    list: aptosExplorerCall('aptosAssetTransfers', { asset_type: type, network, ...part(pageSize) }),
  }),
  list: ['list'],
  about: (page, answers) => aboutAsset(page, answers),
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
