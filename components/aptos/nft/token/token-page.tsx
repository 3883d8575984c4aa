import { Suspense } from 'react'
import { AptosNote } from '#components/aptos/frames/aptos-note.tsx'
import { AptosTitle } from '#components/aptos/frames/aptos-title.tsx'
import { aptosCall, aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { notThere } from '#components/aptos/parts/coverage/not-there.tsx'
import { DigitalAssetPanel, DigitalAssetSkeleton } from '#components/aptos/parts/digital-asset-panel.tsx'
import { activityList } from '#components/aptos/parts/lists/activity-list.tsx'
import { AptosListPanel } from '#components/aptos/parts/lists/aptos-list-panel.tsx'
import { ownedTokenList, tokenOwnerList } from '#components/aptos/parts/lists/holding-lists.tsx'
import { OwnedTokens, TokenOwners } from '#components/aptos/parts/lists/holding-pages.tsx'
import { laterObjectQuestion, objectQuestion } from '#components/aptos/parts/object-question.ts'
import { idPlace } from '#components/aptos/parts/places.ts'
import { StandardBadge } from '#components/aptos/parts/standard-badge.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { minuteOf, shortText } from '#components/kit/short-text.ts'
import { isNotServed } from '#components/to-answer.ts'
import { Panel } from '#components/ui/panel.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { indexBegins } from './index-begins.ts'
import { ObjectProperties } from './object-properties.tsx'
import { ProvenanceRail } from './provenance-rail.tsx'
import { TokenFacts } from './token-facts.tsx'
import { TokenPicture } from './token-picture.tsx'
import { TokenProperties } from './token-properties.tsx'
import { TokenSkeleton } from './token-skeleton.tsx'

const activitiesOnPage = 100
const ownersOnPage = 50
const ownedOnPage = 25

/** The picture beside the facts; above them on a phone. */
const pictured = 'grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]'

/** The token decides whether the page exists; its history and owners stream in after it. */
export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.token,
  kind: 'Aptos token',
  filters: ['network'],
  place: idPlace('token'),
  NotFound: notThere('token'),
  questions: ({ id, network, part }) => ({
    token: aptosExplorerCall('aptosToken', { token_data_id_hash: id, network }),
    transfers: aptosExplorerCall('aptosTokenTransfers', {
      ...{ token_data_id_hash: id, network, ...part(activitiesOnPage) },
    }),
    owners: aptosCall('nftOwners', { token_ids: [id], network, limit: ownersOnPage }),
    owned: aptosExplorerCall('aptosAccountTokens', { address: `0x${id}`, network, limit: ownedOnPage }),
  }),
  later: async (page, answers) => laterObjectQuestion(page, await answers.token),
  list: ['transfers'],
  about: async ({ id, place }, answers) => {
    const { data: found, coverage } = await answers.token
    if (found === undefined) return { title: id, place, summary: `The Aptos token ${shortText(id)}.` }
    const isPartial = coverage?.isComplete === false
    const name = found.name.trim()
    return {
      title: name || id,
      place,
      summary: `${name || 'A token'}, a token of ${found.collection_name.trim() || 'a collection'} on Aptos.`,
      facts: [
        ['Collection', found.collection_name],
        ['Creator', shortText(found.creator_address)],
        [isPartial ? 'Indexed from' : 'First seen', minuteOf(found.first_timestamp)],
        [
          isPartial ? 'Indexed holdings' : 'Held in',
          found.holding_count === null ? 'over 10,000 places' : `${found.holding_count} places`,
        ],
      ],
    }
  },
  body: async (page) => {
    const { ask, id, network, status, questions, answers } = page
    const { data, fault } = await answers.token
    const call = questions.token
    const object = objectQuestion(id, network)
    const hasProperties = data && (data.token_standard === 'v1' || Object.keys(data.token_properties).length > 0)
    return (
      <>
        <AptosTitle
          page={page}
          title={<bdi className="wrap-anywhere">{data?.name.trim() || 'Aptos token'}</bdi>}
          kind="token"
          subject={id}
          copyLabel="Copy token id"
        >
          {data && <StandardBadge standard={data.token_standard} />}
        </AptosTitle>
        <AptosNote network={network} kind="token" subject={id} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {fault && !isNotServed(fault) && (
            <Panel>
              <FaultState {...fault} />
            </Panel>
          )}
          {data && (
            <div className={data.uri ? pictured : undefined}>
              {data.uri && <TokenPicture token={data} call={call} />}
              <div className="grid min-w-0 content-start gap-4">
                <TokenFacts
                  token={data}
                  network={network}
                  isPartial={status?.index?.index_complete === false}
                  call={call}
                />
                {hasProperties && <TokenProperties properties={data.token_properties} call={call} />}
                {data.token_standard === 'v2' && (
                  <Suspense fallback={<DigitalAssetSkeleton kind="token" />}>
                    <DigitalAssetPanel answer={ask(object)} question={object} network={network} />
                    <ObjectProperties answer={ask(object)} question={object} />
                  </Suspense>
                )}
              </div>
            </div>
          )}
          <Suspense key={`${network} ${id}`} fallback={<TokenSkeleton />}>
            <AptosListPanel
              page={page}
              title="Provenance"
              noun="activities"
              certain="This token has no activity."
              hasHeading
              aside={() => 'oldest first'}
              question={questions.transfers}
              answer={answers.transfers}
              list={activityList}
              List={ProvenanceRail}
              view={{ network, beginning: indexBegins(status) }}
            />
            <AptosListPanel
              page={page}
              title="Owners"
              noun="owners"
              certain="This token has no owners."
              hasHeading
              question={questions.owners}
              answer={answers.owners}
              list={tokenOwnerList}
              List={TokenOwners}
              view={{ network }}
            />
            {data?.token_standard === 'v2' && (
              <AptosListPanel
                page={page}
                title="Owned by this token"
                noun="NFTs"
                certain="This token owns no other tokens."
                hasHeading
                question={questions.owned}
                answer={answers.owned}
                list={ownedTokenList}
                List={OwnedTokens}
                view={{ network }}
              />
            )}
          </Suspense>
        </div>
      </>
    )
  },
})
