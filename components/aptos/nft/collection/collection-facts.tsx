import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { CreatorRights } from '#components/aptos/parts/creator-rights.tsx'
import { UntrustedLink } from '#components/aptos/parts/untrusted-link.tsx'
import { Copied } from '#components/aptos/parts/values/copied.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { AptosCollection } from '#lib/aptos/nft/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'

const countedMost = 10_000
/** The whole text is in the collection's document. */
const descriptionMax = 500
const counted = (count: number | null): string =>
  count === null ? `over ${groupedNumber(countedMost)}` : groupedNumber(count)

/** Facts about an indexed collection. */
export const CollectionFacts = ({
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
          className="text-accent hover:underline"
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
      call={aptosExplorerCall('aptosCollection', {
        collection_data_id_hash: collection.collection_data_id_hash,
        network,
      })}
    />
  </Panel>
)
