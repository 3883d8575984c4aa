import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { CreatorRights } from '#components/aptos/parts/creator-rights.tsx'
import { CollectionLink } from '#components/aptos/parts/token-link.tsx'
import { UntrustedLink } from '#components/aptos/parts/untrusted-link.tsx'
import { Copied } from '#components/aptos/parts/values/copied.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { AptosToken } from '#lib/aptos/nft/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Call } from '#lib/pages/question.ts'

/** The identity of a token. */
export const AptosTokenFacts = ({
  token,
  network,
  isPartial,
  call,
}: {
  token: AptosToken
  network: AptosNetwork
  /** Not every version of the ledger is indexed. */
  isPartial: boolean
  call: Call
}) => (
  <Panel aria-label="Token">
    <Facts>
      <Fact label="Collection" wide>
        <CollectionLink id={token.collection_data_id_hash} name={token.collection_name} network={network} />
      </Fact>
      <Fact label="Creator" wide>
        <Copied value={token.creator_address} label="Copy creator">
          <AccountLink address={token.creator_address} network={network} />
        </Copied>
      </Fact>
      <Fact label="Holdings" wide>
        <Held count={token.holding_count} isPartial={isPartial} />
      </Fact>
      <Fact label={isPartial ? 'First indexed' : 'First seen'} wide>
        <Timestamp isAlone iso={token.first_timestamp} /> <span className="text-muted">in version</span>{' '}
        <VersionLink version={token.first_version} network={network} />
      </Fact>
      {token.token_standard === 'v1' && (
        <>
          <Fact label="Royalty" wide>
            <Royalty royalty={token.royalty} network={network} />
          </Fact>
          <CreatorRights fields={token.creator_may_change} />
        </>
      )}
      {token.uri && (
        <Fact label="Link" wide>
          <UntrustedLink uri={token.uri} />
        </Fact>
      )}
    </Facts>
    <SourceFoot title="Token" call={call} />
  </Panel>
)

const Royalty = ({ royalty, network }: { royalty: AptosToken['royalty']; network: AptosNetwork }) => {
  if (royalty === null) return <span className="text-muted">unknown: not in the indexed versions</span>
  if (royalty.percent === 0) return 'none'
  return (
    <>
      {royalty.percent} % <span className="text-muted">to</span>{' '}
      <AccountLink address={royalty.payee_address} network={network} />
    </>
  )
}

const Held = ({ count, isPartial }: { count: number | null; isPartial: boolean }) => {
  if (count === 0 && isPartial) return <span className="text-muted">unknown: not in the indexed versions</span>
  if (count === 0) return <span className="text-muted">none: burned, or being transferred</span>
  if (count === 1) return <>1</>
  return <>{count === null ? 'over 10,000' : groupedNumber(count)}: editions, owners, or both</>
}
