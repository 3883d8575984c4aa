import { aptosCall } from '#components/aptos/parts/aptos-calls.ts'
import { NothingIndexed } from '#components/aptos/parts/coverage/nothing-indexed.tsx'
import { collectionActivityList } from '#components/aptos/parts/lists/activity-list.tsx'
import { CollectionActivity } from '#components/aptos/parts/lists/activity-pages.tsx'
import {
  formOf,
  listsOf,
  walletFields,
  walletNames,
  withoutNetwork,
} from '#components/aptos/parts/lists/list-filters.ts'
import { idPlace } from '#components/aptos/parts/places.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { FilterForm } from '#components/chain/filter-form.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { ListTools } from '#components/source/list-tools.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { aptosPaths } from '#lib/aptos/contract/paths.ts'
import { withFilters } from '#lib/format/filters.ts'
import { aboutCollection } from './about-collection.ts'
import { CollectionFrame } from './collection-frame.tsx'
import { collectionQuestions } from './collection-questions.ts'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.collection,
  kind: 'Aptos collection',
  filters: ['network', ...walletNames],
  place: idPlace('collection'),
  questions: ({ id, network, filters, part }) => ({
    ...collectionQuestions(id, network),
    list: aptosCall('collectionNftTransfers', {
      collection_data_id_hash: id,
      network,
      ...listsOf(filters, walletNames),
      ...part(pageSize),
    }),
  }),
  list: ['list'],
  about: async (page, answers) => aboutCollection(page, await answers.collection),
  body: async ({ ask, id, network, status, path, filters, questions, answers }) => {
    const { data, fault } = await answers.list
    return (
      <CollectionFrame ask={ask} id={id} network={network} status={status}>
        <Panel aria-label="NFT transfers">
          <FilterForm
            {...formOf(path, network)}
            title="Filter by account"
            fields={walletFields}
            values={withoutNetwork(filters)}
            faults={fault?.details}
            aside={<ListTools title="NFT transfers" call={questions.list} hasFailed={fault !== undefined} />}
          />
          {fault ? (
            <FaultState {...fault} />
          ) : (
            <CollectionActivity
              key={withFilters(path, filters)}
              input={questions.list.input}
              first={firstPage(collectionActivityList, data)}
              view={{ network }}
            >
              <NothingIndexed
                status={status}
                noun="transfers"
                isFiltered={Object.keys(withoutNetwork(filters)).length > 0}
                certain="This collection has no activity."
              />
            </CollectionActivity>
          )}
        </Panel>
      </CollectionFrame>
    )
  },
})
