import { Suspense } from 'react'
import { AptosNote } from '#components/aptos/frames/aptos-note.tsx'
import { AptosTitle } from '#components/aptos/frames/aptos-title.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { DigitalAssetPanel, DigitalAssetSkeleton } from '#components/aptos/parts/digital-asset-panel.tsx'
import { indexCoverage } from '#components/aptos/parts/index-coverage.ts'
import { activityList } from '#components/aptos/parts/lists/activity-list.tsx'
import { AptosListPanel } from '#components/aptos/parts/lists/aptos-list-panel.tsx'
import { ownedTokenList, tokenOwnerList } from '#components/aptos/parts/lists/holding-lists.tsx'
import { OwnedTokens, TokenOwners } from '#components/aptos/parts/lists/holding-pages.tsx'
import { notThere } from '#components/aptos/parts/not-there.tsx'
import { laterObjectQuestion, objectQuestion } from '#components/aptos/parts/object-question.ts'
import { idParams } from '#components/aptos/parts/params.ts'
import { StandardBadge } from '#components/aptos/parts/standard-badge.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { minuteOf, shortText } from '#components/kit/short-text.ts'
import { NftDocument, NftMediaView } from '#components/nft/nft-document.tsx'
import { SourceFoot } from '#components/source/source-link.tsx'
import { isNotServed } from '#components/to-answer.ts'
import { RefreshWhile } from '#components/ui/loading/refresh-while.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { AptosDigitalAsset } from '#lib/aptos/asset/digital-asset-contract.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import type { AptosToken } from '#lib/aptos/nft/contract.ts'
import { aptosNftExplorerApi } from '#lib/aptos/nft/contract.ts'
import { aptosNftApi } from '#lib/aptos/nft/interface-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { type Answer, type Call, callTo, type Question } from '#lib/pages/question.ts'
import { ProvenanceRail } from './provenance-rail.tsx'
import { AptosTokenFacts } from './token-facts.tsx'
import { TokenProperties } from './token-properties.tsx'

/** The picture of a token, and the document that its URI names. Follows both while they are being fetched. */
const TokenPicture = ({
  token: { media, name, metadata_status, metadata_error, normalized_metadata },
  call,
}: {
  token: AptosToken
  call: Call
}) => {
  const isPending = metadata_status === 'processing' || media?.status === 'processing'
  return (
    <div className="grid min-w-0 content-start gap-4">
      <Panel aria-label="Picture">
        <NftMediaView media={media} name={name} isOwn />
        {metadata_error && <p className="border-line border-t px-4 py-2 text-muted text-sm">{metadata_error}</p>}
        <SourceFoot title="Picture" call={call} />
      </Panel>
      <NftDocument metadata={normalized_metadata} call={call} />
      {isPending && <RefreshWhile />}
    </div>
  )
}

/** The picture, facts and properties of a token. */
const AboutToken = ({
  token,
  network,
  call,
  isPartial,
  asset,
  object,
}: {
  token: AptosToken
  network: AptosNetwork
  call: Call
  isPartial: boolean
  asset: Promise<Answer<AptosDigitalAsset>>
  object: ReturnType<typeof objectQuestion>
}) => {
  const hasProperties = token.token_standard === 'v1' || Object.keys(token.token_properties).length > 0
  return (
    <div className={token.uri ? pictured : undefined}>
      {token.uri && <TokenPicture token={token} call={call} />}
      <div className="grid min-w-0 content-start gap-4">
        <AptosTokenFacts token={token} network={network} isPartial={isPartial} call={call} />
        {hasProperties && <TokenProperties properties={token.token_properties} call={call} />}
        {token.token_standard === 'v2' && (
          <Suspense fallback={<DigitalAssetSkeleton kind="token" />}>
            <DigitalAssetPanel answer={asset} question={object} network={network} />
            <ObjectProperties answer={asset} question={object} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

const steps = ['a', 'b', 'c', 'd']

/** Placeholder for a token's provenance and owners. */
const TokenSkeleton = () => (
  <>
    <Panel title="Provenance" aside="oldest first" aria-busy="true" data-loading>
      <div className="px-4 pt-4">
        {steps.map((step) => (
          <div key={step} className="border-line border-l pb-5 pl-5">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="mt-1 h-6 w-full max-w-xl" />
          </div>
        ))}
      </div>
    </Panel>
    <Panel title="Owners" aria-busy="true" data-loading>
      {steps.map((step) => (
        <div key={step} className="flex h-19 items-center gap-3 border-line border-b px-4 lg:h-11">
          <Skeleton className="grow" />
          <Skeleton className="w-24" />
        </div>
      ))}
    </Panel>
  </>
)

/** The property map of a digital asset; nothing without one. */
const ObjectProperties = async ({
  answer,
  question,
}: {
  answer: Promise<Answer<AptosDigitalAsset>>
  question: Question<AptosDigitalAsset>
}) => {
  const { data } = await answer
  if (data === undefined || Object.keys(data.properties).length === 0) return null
  return <TokenProperties properties={data.properties} call={question} />
}

/**
 * A note that earlier activity may be missing, because the index starts in the middle of the ledger. Undefined if it
 * starts at the beginning.
 */
export const indexBegins = (status: AptosStatus | undefined): string | undefined => {
  const coverage = status && indexCoverage(status)
  if (!coverage || !('isFromTheMiddle' in coverage) || !coverage.isFromTheMiddle) return undefined
  return `Versions before ${groupedNumber(coverage.first)} are not indexed.`
}

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
  params: idParams('token'),
  NotFound: notThere('token'),
  questions: ({ id, network, part }) => ({
    token: callTo(aptosNftExplorerApi.aptosToken, { token_data_id_hash: id, network }),
    transfers: callTo(aptosNftExplorerApi.aptosTokenTransfers, {
      ...{ token_data_id_hash: id, network, ...part(activitiesOnPage) },
    }),
    owners: callTo(aptosNftApi.nftOwners, { token_ids: [id], network, limit: ownersOnPage }),
    owned: callTo(aptosNftExplorerApi.aptosAccountTokens, { address: `0x${id}`, network, limit: ownedOnPage }),
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
            <AboutToken
              token={data}
              network={network}
              call={call}
              isPartial={status?.index?.index_complete === false}
              asset={ask(object)}
              object={object}
            />
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
