import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { AptosListPanel } from '#components/aptos/parts/lists/aptos-list-panel.tsx'
import { CollectionTokens } from '#components/aptos/parts/lists/token-galleries.tsx'
import { collectionTokenGallery } from '#components/aptos/parts/lists/token-gallery.ts'
import { laterObjectQuestion } from '#components/aptos/parts/object-question.ts'
import { idPlace } from '#components/aptos/parts/places.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { aptosTabPaths } from '#lib/aptos/contract/tab-paths.ts'
import { aboutCollection } from './about-collection.ts'
import { CollectionFrame } from './collection-frame.tsx'
import { collectionQuestions } from './collection-questions.ts'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: aptosTabPaths.collectionTokens,
  kind: 'Tokens',
  of: 'Aptos collection',
  filters: ['network'],
  place: idPlace('collection'),
  questions: ({ id, network, part }) => ({
    ...collectionQuestions(id, network),
    list: aptosExplorerCall('aptosCollectionTokens', { collection_data_id_hash: id, network, ...part(pageSize) }),
  }),
  later: async (page, answers) => laterObjectQuestion(page, await answers.collection),
  list: ['list'],
  about: (page, answers) => aboutCollection(page, answers),
  Frame: CollectionFrame,
  body: (page) => (
    <AptosListPanel
      page={page}
      title="Tokens"
      noun="tokens"
      certain="This collection has no tokens."
      question={page.questions.list}
      answer={page.answers.list}
      list={collectionTokenGallery}
      List={CollectionTokens}
      view={{ network: page.network }}
    />
  ),
})
