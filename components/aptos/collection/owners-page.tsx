import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { NothingIndexed } from '#components/aptos/parts/coverage/nothing-indexed.tsx'
import { collectionOwnerList } from '#components/aptos/parts/lists/holding-lists.tsx'
import { CollectionOwners } from '#components/aptos/parts/lists/holding-pages.tsx'
import { idPlace } from '#components/aptos/parts/places.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { ListBar } from '#components/chain/list-bar.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { ListTools } from '#components/source/list-tools.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { aptosPaths } from '#lib/aptos/contract/paths.ts'
import { aboutCollection } from './about-collection.ts'
import { CollectionFrame } from './collection-frame.tsx'
import { collectionQuestions } from './collection-questions.ts'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.collectionOwners,
  kind: 'Owners',
  of: 'Aptos collection',
  filters: ['network'],
  place: idPlace('collection'),
  questions: ({ id, network, part }) => ({
    ...collectionQuestions(id, network),
    list: aptosExplorerCall('aptosCollectionOwners', { collection_data_id_hash: id, network, ...part(pageSize) }),
  }),
  list: ['list'],
  about: async (page, answers) => aboutCollection(page, await answers.collection),
  body: async ({ ask, id, network, status, questions, answers }) => {
    const { data, fault } = await answers.list
    return (
      <CollectionFrame ask={ask} id={id} network={network} status={status}>
        <Panel aria-label="Owners">
          {!fault && (
            <ListBar>
              <ListTools title="Owners" call={questions.list} />
            </ListBar>
          )}
          {fault ? (
            <FaultState {...fault} />
          ) : (
            <CollectionOwners
              input={questions.list.input}
              first={firstPage(collectionOwnerList, data)}
              view={{ network }}
            >
              <NothingIndexed status={status} noun="owners" certain="This collection has no owners." />
            </CollectionOwners>
          )}
        </Panel>
      </CollectionFrame>
    )
  },
})
