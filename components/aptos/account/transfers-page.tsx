import { AptosListPanel } from '#components/aptos/parts/lists/aptos-list-panel.tsx'
import { AccountTransfers } from '#components/aptos/parts/lists/asset-pages.tsx'
import { accountTransferList } from '#components/aptos/parts/lists/transfer-list.tsx'
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
  path: aptosTabPaths.accountTransfers,
  kind: 'Transfers',
  of: 'Aptos account',
  filters: ['network'],
  params: accountParams,
  NotFound: notThere('account'),
  questions: ({ address, network, status, part }) => ({
    ...accountQuestions(address, network, status),
    list: callTo(aptosAssetApi.aptosAccountTransfers, { address, network, ...part(pageSize) }),
  }),
  list: ['list'],
  about: ({ address, place }) => ({
    title: address,
    place,
    summary: `Asset transfers and gas fees of the Aptos account ${shortText(address)}.`,
  }),
  Frame: AccountFrame,
  body: (page) => (
    <AptosListPanel
      page={{ ...page, status: assetStatus(page.status) }}
      title="Transfers"
      noun="transfers"
      certain="This account has no asset transfers."
      hasHeading
      question={page.questions.list}
      answer={page.answers.list}
      list={accountTransferList}
      List={AccountTransfers}
      view={{ network: page.network }}
    />
  ),
})
