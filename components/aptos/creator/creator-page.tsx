import { aptosCall } from '#components/aptos/parts/aptos-calls.ts'
import { NothingIndexed } from '#components/aptos/parts/coverage/nothing-indexed.tsx'
import { activityList } from '#components/aptos/parts/lists/activity-list.tsx'
import { CreatorActivity } from '#components/aptos/parts/lists/activity-pages.tsx'
import {
  collectionFields,
  collectionNames,
  formOf,
  listsOf,
  withoutNetwork,
} from '#components/aptos/parts/lists/list-filters.ts'
import { accountPlace } from '#components/aptos/parts/places.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { FilterForm } from '#components/chain/filter-form.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { shortText } from '#components/kit/said.ts'
import { ListTools } from '#components/source/list-tools.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { aptosPaths } from '#lib/aptos/contract/paths.ts'
import { withFilters } from '#lib/format/filters.ts'
import { CreatorFrame } from './creator-frame.tsx'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.creator,
  kind: 'Aptos creator',
  filters: ['network', ...collectionNames],
  place: accountPlace,
  questions: ({ address, network, filters, part }) => ({
    list: aptosCall('creatorNftTransfers', {
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
    facts: [],
  }),
  body: async ({ address, network, status, path, filters, questions, answers }) => {
    const { data, fault } = await answers.list
    return (
      <CreatorFrame address={address} network={network} status={status}>
        <Panel aria-label="NFT transfers">
          <FilterForm
            {...formOf(path, network)}
            title="Filter by collection"
            fields={collectionFields}
            values={withoutNetwork(filters)}
            faults={fault?.details}
            aside={<ListTools title="NFT transfers" call={questions.list} hasFailed={fault !== undefined} />}
          />
          {fault ? (
            <FaultState {...fault} />
          ) : (
            <CreatorActivity
              key={withFilters(path, filters)}
              input={questions.list.input}
              first={firstPage(activityList, data)}
              view={{ network }}
            >
              <NothingIndexed
                status={status}
                noun="transfers"
                isFiltered={Object.keys(withoutNetwork(filters)).length > 0}
                certain="This account has not created any NFTs."
              />
            </CreatorActivity>
          )}
        </Panel>
      </CreatorFrame>
    )
  },
})
