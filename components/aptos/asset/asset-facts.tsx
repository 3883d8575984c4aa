import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { UntrustedLink } from '#components/aptos/parts/untrusted-link.tsx'
import { Copied } from '#components/aptos/parts/values/copied.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { AptosAsset } from '#lib/aptos/asset/contract.ts'
import { aptosAssetApi } from '#lib/aptos/asset/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { callTo } from '#lib/pages/question.ts'

/** The maximum of a supply that has none: the largest number that it can count. */
const unlimited = String(2n ** 128n - 1n)

const Supply = ({ asset: { supply, coin_type, icon_uri, decimals, symbol } }: { asset: AptosAsset }) => {
  if (supply !== null) return <Amount value={supply} decimals={decimals} symbol={symbol} exact />
  return (
    <span className="text-muted">
      {coin_type !== null
        ? 'unknown: the coin and its fungible asset count their own parts'
        : icon_uri === null
          ? 'unknown: no change of it is indexed'
          : 'not counted by the chain'}
    </span>
  )
}

const FrozenStores = ({ asset: { frozen_store_count: count }, isWhole }: { asset: AptosAsset; isWhole: boolean }) => {
  if (count !== null) return count === 0 ? 'none' : groupedNumber(count)
  if (isWhole) return 'over 10,000'
  return <span className="text-muted">unknown: a store may be frozen since before the indexed versions</span>
}

const SeenFacts = ({ asset, network, isPartial }: { asset: AptosAsset; network: AptosNetwork; isPartial: boolean }) => (
  <>
    <Fact label={isPartial ? 'First indexed' : 'First seen'} wide>
      {asset.first_timestamp === null ? (
        <span className="text-muted">in genesis, version</span>
      ) : (
        <>
          <Timestamp isAlone iso={asset.first_timestamp} /> <span className="text-muted">in version</span>
        </>
      )}{' '}
      <VersionLink version={asset.first_version} network={network} />
    </Fact>
    <Fact label="Last transfer" wide>
      {asset.last_version !== null && asset.last_timestamp !== null ? (
        <>
          <Timestamp isAlone iso={asset.last_timestamp} /> <span className="text-muted">in version</span>{' '}
          <VersionLink version={asset.last_version} network={network} />
        </>
      ) : (
        <span className="text-muted">none indexed</span>
      )}
    </Fact>
  </>
)

/** Facts about an indexed asset. */
export const AptosAssetFacts = ({
  asset,
  network,
  isPartial,
  isWhole,
}: {
  asset: AptosAsset
  network: AptosNetwork
  /** Not every version of the ledger is indexed. */
  isPartial: boolean
  /** Every version up to the newest indexed one is indexed, with everything in it. */
  isWhole: boolean
}) => (
  <Panel aria-label="Asset">
    <Facts>
      {asset.coin_type !== null && (
        <Fact label="Coin type" wide>
          <Copied value={asset.coin_type} label="Copy coin type">
            <span className="break-all font-mono">{asset.coin_type}</span>
          </Copied>
        </Fact>
      )}
      {asset.creator_address !== null && (
        <Fact label="Creator" wide>
          <Copied value={asset.creator_address} label="Copy creator">
            <AccountLink address={asset.creator_address} network={network} />
          </Copied>
        </Fact>
      )}
      <Fact label="Decimals" wide>
        {asset.decimals ?? <span className="text-muted">unknown</span>}
      </Fact>
      <Fact label="Supply" wide>
        <Supply asset={asset} />
      </Fact>
      {asset.maximum !== null && asset.maximum !== unlimited && (
        <Fact label="Maximum supply" wide>
          <Amount value={asset.maximum} decimals={asset.decimals} symbol={asset.symbol} exact />
        </Fact>
      )}
      <Fact label={isPartial ? 'Indexed holders' : 'Holders'} wide>
        {asset.holder_count === null ? 'over 10,000' : groupedNumber(asset.holder_count)}{' '}
        <span className="text-muted">{asset.holder_count === 1 ? 'store' : 'stores'} with a balance</span>
      </Fact>
      <Fact label="Frozen stores" wide>
        <FrozenStores asset={asset} isWhole={isWhole} />
      </Fact>
      <Fact label={isPartial ? 'Indexed activities' : 'Activities'} wide>
        {groupedNumber(asset.activity_count)} <span className="text-muted">a transfer counts as two</span>
      </Fact>
      <SeenFacts asset={asset} network={network} isPartial={isPartial} />
      {asset.project_uri && (
        <Fact label="Project" wide>
          <UntrustedLink uri={asset.project_uri} />
        </Fact>
      )}
      {asset.icon_uri && (
        <Fact label="Icon" wide>
          <UntrustedLink uri={asset.icon_uri} />
        </Fact>
      )}
    </Facts>
    <SourceFoot title="Asset" call={callTo(aptosAssetApi.aptosAsset, { asset_type: asset.asset_id, network })} />
  </Panel>
)
