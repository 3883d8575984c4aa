import { AptosListPanel } from '#components/aptos/parts/lists/aptos-list-panel.tsx'
import { AccountAssets } from '#components/aptos/parts/lists/asset-pages.tsx'
import { accountAssetList } from '#components/aptos/parts/lists/balance-lists.tsx'
import { notThere } from '#components/aptos/parts/not-there.tsx'
import { accountParams, assetStatus } from '#components/aptos/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { aptosAssetApi } from '#lib/aptos/asset/contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { AccountFrame, accountQuestions } from './account-frame.tsx'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: aptosTabPaths.accountAssets,
  kind: 'Assets',
  of: 'Aptos account',
  filters: ['network'],
  params: accountParams,
  NotFound: notThere('account'),
  questions: ({ address, network, status, part }) => ({
    ...accountQuestions(address, network, status),
    list: callTo(aptosAssetApi.aptosAccountAssets, { address, network, ...part(pageSize) }),
  }),
  list: ['list'],
  about: ({ address, place }) => ({
    title: address,
    place,
    summary: `Coins and fungible assets of the Aptos account ${shortText(address)}.`,
  }),
  Frame: AccountFrame,
  body: (page) => (
    <AptosListPanel
      page={{ ...page, status: assetStatus(page.status) }}
      title="Assets held"
      noun="assets"
      certain="This account holds no coins or fungible assets."
      hasHeading
      question={page.questions.list}
      answer={page.answers.list}
      list={accountAssetList}
      List={AccountAssets}
      view={{ network: page.network }}
    />
  ),
})
