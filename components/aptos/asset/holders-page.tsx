import { AptosListPanel } from '#components/aptos/parts/lists/aptos-list-panel.tsx'
import { AssetHolders } from '#components/aptos/parts/lists/asset-pages.tsx'
import { assetHolderList } from '#components/aptos/parts/lists/balance-lists.tsx'
import { notThere } from '#components/aptos/parts/not-there.tsx'
import { assetParams } from '#components/aptos/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { aptosAssetApi } from '#lib/aptos/asset/contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { AssetFrame, aboutAsset, assetQuestions } from './asset-frame.tsx'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: aptosTabPaths.assetHolders,
  kind: 'Holders',
  of: 'Aptos asset',
  filters: ['network'],
  params: assetParams,
  NotFound: notThere('asset'),
  questions: ({ type, network, part }) => ({
    ...assetQuestions(type, network),
    list: callTo(aptosAssetApi.aptosAssetHolders, { asset_type: type, network, ...part(pageSize) }),
  }),
  list: ['list'],
  about: (page, answers) => aboutAsset(page, answers),
  Frame: AssetFrame,
  body: async (page) => {
    const { data } = await page.answers.asset
    return (
      <AptosListPanel
        page={page}
        title="Holders"
        noun="holders"
        certain="Nobody holds this asset."
        question={page.questions.list}
        answer={page.answers.list}
        list={assetHolderList}
        List={AssetHolders}
        view={{ network: page.network, decimals: data?.decimals ?? null }}
      />
    )
  },
})
