import { type ReactNode, Suspense } from 'react'
import { AptosNote } from '#components/aptos/frames/aptos-note.tsx'
import { AptosTitle } from '#components/aptos/frames/aptos-title.tsx'
import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { CreatorRights } from '#components/aptos/parts/creator-rights.tsx'
import { DigitalAssetPanel, DigitalAssetSkeleton } from '#components/aptos/parts/digital-asset-panel.tsx'
import { FactsAndDays } from '#components/aptos/parts/facts-and-days.tsx'
import { objectQuestion } from '#components/aptos/parts/object-question.ts'
import { StandardBadge } from '#components/aptos/parts/standard-badge.tsx'
import { UntrustedLink } from '#components/aptos/parts/untrusted-link.tsx'
import { Copied } from '#components/aptos/parts/values/copied.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { SmallPicture } from '#components/nft/small-picture.tsx'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { type AptosCollection, aptosNftExplorerApi } from '#lib/aptos/nft/contract.ts'
import { countedRows, groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { PageSummary } from '#lib/pages/page-definition.ts'
import { type Answer, type Ask, callTo } from '#lib/pages/question.ts'

const upTo = (count: number | null, word: string, isPartial: boolean): string =>
  count === null ? `over 10,000 ${word}s` : countedRows(count, word, isPartial)

/** One-sentence summary of a collection, for search engines and link previews. */
const collectionSentence = (
  {
    collection_name,
    token_count,
    owner_count,
  }: Pick<AptosCollection, 'collection_name' | 'token_count' | 'owner_count'>,
  isPartial: boolean,
): string =>
  `${collection_name.trim() || 'A collection'} on Aptos: ${upTo(token_count, 'token', isPartial)}, ${upTo(owner_count, 'owner', isPartial)}.`

const countOf = (count: number | null): string => (count === null ? 'over 10,000' : groupedNumber(count))

/** Metadata of both pages of a collection. */
export const aboutCollection = async (
  { id, place }: { id: string; place: string },
  answers: { collection: Promise<Answer<AptosCollection>> },
): Promise<PageSummary> => {
  const { data: found, coverage } = await answers.collection
  const isPartial = coverage?.isComplete === false
  return {
    title: found?.collection_name.trim() || id,
    place,
    summary: found ? collectionSentence(found, isPartial) : `The Aptos collection ${shortText(id)}.`,
    facts: found
      ? [
          ['Creator', shortText(found.creator_address)],
          [isPartial ? 'Indexed tokens' : 'Tokens', countOf(found.token_count)],
          [isPartial ? 'Indexed owners' : 'Owners', countOf(found.owner_count)],
          [isPartial ? 'Indexed activities' : 'Activities', groupedNumber(found.activity_count)],
        ]
      : [],
  }
}

const daysMost = 120

/** The questions of every collection page. */
export const collectionQuestions = (id: string, network: AptosNetwork) => {
  const input = { collection_data_id_hash: id, network }
  return {
    collection: callTo(aptosNftExplorerApi.aptosCollection, input),
    days: callTo(aptosNftExplorerApi.aptosCollectionDays, { ...input, limit: daysMost }),
  }
}

const countedMost = 10_000
/** The whole text is in the collection's document. */
const descriptionMax = 500
const counted = (count: number | null): string =>
  count === null ? `over ${groupedNumber(countedMost)}` : groupedNumber(count)

/** Facts about an indexed collection. */
const CollectionFacts = ({
  collection,
  network,
  isPartial,
}: {
  collection: AptosCollection
  network: AptosNetwork
  /** Not every version of the ledger is indexed. */
  isPartial: boolean
}) => (
  <Panel aria-label="Collection">
    <Facts>
      <Fact label="Creator" wide>
        <Copied value={collection.creator_address} label="Copy creator">
          <AccountLink address={collection.creator_address} network={network} />
        </Copied>
        <Link
          href={aptosPath(aptosPaths.creator({ address: collection.creator_address }), network)}
          className="inline-flex min-h-6 items-center text-accent hover:underline"
        >
          All their collections
        </Link>
      </Fact>
      <Fact label={isPartial ? 'Indexed tokens' : 'Tokens'} wide>
        {counted(collection.token_count)} <span className="text-muted">indexed</span>
      </Fact>
      <Fact label={isPartial ? 'Indexed owners' : 'Owners'} wide>
        {counted(collection.owner_count)}{' '}
        <span className="text-muted">in {counted(collection.holding_count)} holdings</span>
      </Fact>
      <Fact label={isPartial ? 'Indexed activities' : 'Activities'} wide>
        {groupedNumber(collection.activity_count)} <span className="text-muted">a transfer counts as two</span>
      </Fact>
      <Fact label={isPartial ? 'First indexed' : 'First seen'} wide>
        <Timestamp isAlone iso={collection.first_timestamp} /> <span className="text-muted">in version</span>{' '}
        <VersionLink version={collection.first_version} network={network} />
      </Fact>
      <Fact label="Last activity" wide>
        {collection.last_version !== null && collection.last_timestamp !== null ? (
          <>
            <Timestamp isAlone iso={collection.last_timestamp} /> <span className="text-muted">in version</span>{' '}
            <VersionLink version={collection.last_version} network={network} />
          </>
        ) : (
          <span className="text-muted">none indexed</span>
        )}
      </Fact>
      {collection.token_standard === 'v1' && <CreatorRights fields={collection.creator_may_change} />}
      {collection.normalized_metadata?.description && (
        <Fact label="Description" wide long>
          <bdi className="wrap-anywhere">{cutText(collection.normalized_metadata.description, descriptionMax)}</bdi>
        </Fact>
      )}
      {collection.uri && (
        <Fact label="Link" wide>
          <UntrustedLink uri={collection.uri} />
        </Fact>
      )}
    </Facts>
    <SourceFoot
      title="Collection"
      call={callTo(aptosNftExplorerApi.aptosCollection, {
        collection_data_id_hash: collection.collection_data_id_hash,
        network,
      })}
    />
  </Panel>
)

/** The header and tabs of every page of a collection. */
export const CollectionFrame = async ({
  ask,
  id,
  network,
  status,
  children,
}: {
  ask: Ask
  id: string
  network: AptosNetwork
  status: AptosStatus | undefined
  children: ReactNode
}) => {
  const questions = collectionQuestions(id, network)
  const object = objectQuestion(id, network)
  const { data, fault } = await ask(questions.collection)
  const days = data && (await ask(questions.days))
  return (
    <>
      <AptosTitle
        page={{ network, status }}
        title={
          <span className="inline-flex items-center gap-3">
            <SmallPicture media={data?.media} className="size-12" />
            <bdi className="wrap-anywhere">{data?.collection_name.trim() || 'Aptos collection'}</bdi>
          </span>
        }
        kind="collection"
        subject={id}
        copyLabel="Copy collection id"
      >
        {data && <StandardBadge standard={data.token_standard} />}
      </AptosTitle>
      <AptosNote network={network} kind="collection" subject={id} />
      <FactsAndDays
        fault={fault}
        days={days}
        status={status}
        call={questions.days}
        nothing="No activity of its tokens is indexed."
      >
        {data && (
          <CollectionFacts collection={data} network={network} isPartial={status?.index?.index_complete === false} />
        )}
      </FactsAndDays>
      {data?.token_standard === 'v2' && (
        <div className="mt-4">
          <Suspense fallback={<DigitalAssetSkeleton kind="collection" />}>
            <DigitalAssetPanel answer={ask(object)} question={object} network={network} />
          </Suspense>
        </div>
      )}
      <TabBar
        label="Collection"
        tabs={[
          { title: 'Transfers', href: aptosPath(aptosPaths.collection({ id }), network) },
          { title: 'Tokens', href: aptosPath(aptosTabPaths.collectionTokens({ id }), network) },
          { title: 'Traits', href: aptosPath(aptosTabPaths.collectionTraits({ id }), network) },
          { title: 'Owners', href: aptosPath(aptosTabPaths.collectionOwners({ id }), network) },
        ]}
      />
      {children}
    </>
  )
}
