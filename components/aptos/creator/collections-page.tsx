import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { NothingIndexed } from '#components/aptos/parts/coverage/nothing-indexed.tsx'
import { accountPlace } from '#components/aptos/parts/places.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { shortText } from '#components/kit/said.ts'
import { ListTools } from '#components/source/list-tools.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { aptosPaths } from '#lib/aptos/contract/paths.ts'
import { collectionList } from './collection-list.tsx'
import { CollectionPages } from './collection-pages.tsx'
import { CreatorFrame } from './creator-frame.tsx'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.creatorCollections,
  kind: 'Collections',
  of: 'Aptos creator',
  filters: ['network'],
  place: accountPlace,
  questions: ({ address, network, part }) => ({
    list: aptosExplorerCall('aptosCreatorCollections', { address, network, ...part(pageSize) }),
  }),
  list: ['list'],
  about: ({ address, place }) => ({
    title: address,
    place,
    summary: `NFT collections that ${shortText(address)} created on Aptos.`,
    facts: [],
  }),
  body: async ({ address, network, status, questions, answers }) => {
    const { data, fault } = await answers.list
    return (
      <CreatorFrame address={address} network={network} status={status}>
        <Panel
          title="Collections"
          aside={<ListTools title="Collections" call={questions.list} hasFailed={fault !== undefined} />}
        >
          {fault ? (
            <FaultState {...fault} />
          ) : (
            <CollectionPages input={questions.list.input} first={firstPage(collectionList, data)} view={{ network }}>
              <NothingIndexed
                status={status}
                noun="collections"
                certain="This account has not created any collections."
              />
            </CollectionPages>
          )}
        </Panel>
      </CreatorFrame>
    )
  },
})
