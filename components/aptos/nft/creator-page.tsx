import { activityList } from '#components/aptos/parts/lists/activity-list.tsx'
import { CreatorActivity } from '#components/aptos/parts/lists/activity-pages.tsx'
import { AptosListPanel } from '#components/aptos/parts/lists/aptos-list-panel.tsx'
import { collectionFields, collectionNames, listsOf } from '#components/aptos/parts/lists/list-filters.ts'
import { notThere } from '#components/aptos/parts/not-there.tsx'
import { accountParams } from '#components/aptos/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { aptosNftApi } from '#lib/aptos/nft/interface-contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { CreatorFrame } from './creator-frame.tsx'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.creator,
  kind: 'Aptos creator',
  filters: ['network', ...collectionNames],
  params: accountParams,
  NotFound: notThere('creator'),
  questions: ({ address, network, filters, part }) => ({
    list: callTo(aptosNftApi.creatorNftTransfers, {
      creator_addresses: [address],
      network,
      ...listsOf(filters, collectionNames),
      ...part(pageSize),
    }),
  }),
  list: ['list'],
  about: ({ address, place }) => ({
    title: address,
    place,
    summary: `Activity of the NFTs created by ${shortText(address)} on Aptos.`,
  }),
  Frame: CreatorFrame,
  body: (page) => (
    <AptosListPanel
      page={page}
      title="NFT transfers"
      noun="transfers"
      certain="This account has not created any NFTs."
      fields={collectionFields}
      filterTitle="Filter by collection"
      question={page.questions.list}
      answer={page.answers.list}
      list={activityList}
      List={CreatorActivity}
      view={{ network: page.network }}
    />
  ),
})
