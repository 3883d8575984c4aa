import { activityList } from '#components/aptos/parts/lists/activity-list.tsx'
import { AccountActivityPages } from '#components/aptos/parts/lists/activity-pages.tsx'
import { AptosListPanel } from '#components/aptos/parts/lists/aptos-list-panel.tsx'
import { collectionFields, collectionNames, listsOf } from '#components/aptos/parts/lists/list-filters.ts'
import { notThere } from '#components/aptos/parts/not-there.tsx'
import { accountParams } from '#components/aptos/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { aptosNftApi } from '#lib/aptos/nft/interface-contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { AccountFrame, accountQuestions } from './account-frame.tsx'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: aptosTabPaths.accountNftTransfers,
  kind: 'NFT transfers',
  of: 'Aptos account',
  filters: ['network', ...collectionNames],
  params: accountParams,
  NotFound: notThere('account'),
  questions: ({ address, network, status, filters, part }) => ({
    ...accountQuestions(address, network, status),
    list: callTo(aptosNftApi.walletNftTransfers, {
      wallet_addresses: [address],
      network,
      ...listsOf(filters, collectionNames),
      ...part(pageSize),
    }),
  }),
  list: ['list'],
  about: ({ address, place }) => ({
    title: address,
    place,
    summary: `NFT transfers of the Aptos account ${shortText(address)}.`,
  }),
  Frame: AccountFrame,
  body: (page) => (
    <AptosListPanel
      page={page}
      title="NFT transfers"
      noun="NFT transfers"
      certain="This account has no NFT transfers."
      fields={collectionFields}
      filterTitle="Filter by collection"
      question={page.questions.list}
      answer={page.answers.list}
      list={activityList}
      List={AccountActivityPages}
      view={{ network: page.network, wallet: page.address }}
    />
  ),
})
