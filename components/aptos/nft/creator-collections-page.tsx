import { AptosListPanel } from '#components/aptos/parts/lists/aptos-list-panel.tsx'
import { notThere } from '#components/aptos/parts/not-there.tsx'
import { accountParams } from '#components/aptos/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { aptosNftExplorerApi } from '#lib/aptos/nft/contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { CollectionPages } from './collection-pages.tsx'
import { creatorCollectionList } from './creator-collection-list.tsx'
import { CreatorFrame } from './creator-frame.tsx'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: aptosTabPaths.creatorCollections,
  kind: 'Collections',
  of: 'Aptos creator',
  filters: ['network'],
  params: accountParams,
  NotFound: notThere('creator'),
  questions: ({ address, network, part }) => ({
    list: callTo(aptosNftExplorerApi.aptosCreatorCollections, { address, network, ...part(pageSize) }),
  }),
  list: ['list'],
  about: ({ address, place }) => ({
    title: address,
    place,
    summary: `NFT collections that ${shortText(address)} created on Aptos.`,
  }),
  Frame: CreatorFrame,
  body: (page) => (
    <AptosListPanel
      page={page}
      title="Collections"
      noun="collections"
      certain="This account has not created any collections."
      hasHeading
      question={page.questions.list}
      answer={page.answers.list}
      list={creatorCollectionList}
      List={CollectionPages}
      view={{ network: page.network }}
    />
  ),
})
