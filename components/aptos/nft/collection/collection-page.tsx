import { collectionActivityList } from '#components/aptos/parts/lists/activity-list.tsx'
import { CollectionActivity } from '#components/aptos/parts/lists/activity-pages.tsx'
import { AptosListPanel } from '#components/aptos/parts/lists/aptos-list-panel.tsx'
import { listsOf, walletFields, walletNames } from '#components/aptos/parts/lists/list-filters.ts'
import { notThere } from '#components/aptos/parts/not-there.tsx'
import { laterObjectQuestion } from '#components/aptos/parts/object-question.ts'
import { idParams } from '#components/aptos/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { aptosNftApi } from '#lib/aptos/nft/interface-contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { aboutCollection, CollectionFrame, collectionQuestions } from './collection-frame.tsx'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.collection,
  kind: 'Aptos collection',
  filters: ['network', ...walletNames],
  params: idParams('collection'),
  NotFound: notThere('collection'),
  questions: ({ id, network, filters, part }) => ({
    ...collectionQuestions(id, network),
    list: callTo(aptosNftApi.collectionNftTransfers, {
      collection_data_id_hash: id,
      network,
      ...listsOf(filters, walletNames),
      ...part(pageSize),
    }),
  }),
  later: async (page, answers) => laterObjectQuestion(page, await answers.collection),
  list: ['list'],
  about: (page, answers) => aboutCollection(page, answers),
  Frame: CollectionFrame,
  body: (page) => (
    <AptosListPanel
      page={page}
      title="NFT transfers"
      noun="transfers"
      certain="This collection has no activity."
      fields={walletFields}
      filterTitle="Filter by account"
      question={page.questions.list}
      answer={page.answers.list}
      list={collectionActivityList}
      List={CollectionActivity}
      view={{ network: page.network }}
    />
  ),
})
