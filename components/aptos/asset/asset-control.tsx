import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { FactSkeleton } from '#components/aptos/parts/fact-skeleton.tsx'
import { MoveTypeName } from '#components/aptos/parts/move/move-type-name.tsx'
import { StatePanel } from '#components/aptos/parts/state-panel.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { AptosAssetControl, AptosAssetPower } from '#lib/aptos/asset/asset-control-contract.ts'
import type { Answer, Question } from '#lib/pages/question.ts'

const title = 'Who can change it'

const hookTexts: Record<AptosAssetControl['hooks'][number]['on'], string> = {
  withdraw: 'runs with every withdrawal',
  deposit: 'runs with every deposit',
  balance: 'computes balances',
  supply: 'computes the supply',
}

const Power = ({ power, network }: { power: AptosAssetPower; network: AptosNetwork }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-1 py-1">
    <span className="wrap-anywhere">
      <Badge tone={power.possible === true ? 'warn' : undefined}>
        {power.possible === null ? 'Unknown' : power.possible ? 'Possible' : 'No'}
      </Badge>{' '}
      {power.reason}
    </span>
    {power.evidence.map(({ address, resource }) => (
      <span key={`${address} ${resource}`} className="text-muted text-xs">
        <MoveTypeName type={resource} network={network} /> of <AccountLink address={address} network={network} />
      </span>
    ))}
  </div>
)

/** Who can mint, burn and freeze an asset, with the evidence in the state of the node. */
export const AssetControl = ({
  network,
  ...panel
}: {
  network: AptosNetwork
  answer: Promise<Answer<AptosAssetControl>>
  question: Question<AptosAssetControl>
}) => (
  <StatePanel title={title} {...panel}>
    {(data) => (
      <>
        <Fact label="Mint" wide long>
          <Power power={data.mint} network={network} />
        </Fact>
        <Fact label="Burn" wide long>
          <Power power={data.burn} network={network} />
        </Fact>
        <Fact label="Freeze" wide long>
          <Power power={data.freeze} network={network} />
        </Fact>
        <Fact label="Transfer hooks" wide long>
          {data.hooks.length === 0 && (
            <span className="text-muted">none: transfers follow the rules of the framework</span>
          )}
          {data.hooks.map((hook) => (
            <span key={hook.on} className="block">
              <MoveTypeName type={hook.function} network={network} /> {hookTexts[hook.on]}
            </span>
          ))}
        </Fact>
        {data.has_fixed_stores && (
          <Fact label="Stores" wide long>
            cannot be given to another owner; their balance can be transferred
          </Fact>
        )}
        {data.coin_type !== null && (
          <Fact label="Coin and asset" wide long>
            {data.is_paired
              ? 'paired: the framework converts one into the other, and counts the supply of each'
              : 'only the coin exists; the first migration creates its fungible asset'}
          </Fact>
        )}
        <Fact label="Searched" wide long>
          <span className="grid gap-1">
            {data.searched.map((address) => (
              <AccountLink key={address} address={address} network={network} />
            ))}
            <span className="text-muted text-sm">
              {data.is_whole
                ? 'A reference may also be kept in an account that is not searched.'
                : 'One of them has more resources than are read. A reference may also be kept elsewhere.'}
            </span>
          </span>
        </Fact>
      </>
    )}
  </StatePanel>
)

export const AssetControlSkeleton = () => (
  <Panel title={title} aria-busy="true">
    <Facts>
      <FactSkeleton label="Mint" />
      <FactSkeleton label="Burn" />
      <FactSkeleton label="Freeze" />
      <FactSkeleton label="Transfer hooks" />
    </Facts>
  </Panel>
)
