import { type ReactNode, Suspense } from 'react'
import { AptosNote } from '#components/aptos/frames/aptos-note.tsx'
import { AptosTitle } from '#components/aptos/frames/aptos-title.tsx'
import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { FactSkeleton, StatePanel } from '#components/aptos/parts/digital-asset-panel.tsx'
import { FactsAndDays } from '#components/aptos/parts/facts-and-days.tsx'
import { isIndexWhole } from '#components/aptos/parts/index-coverage.ts'
import { MoveTypeName } from '#components/aptos/parts/move-type-name.tsx'
import { AssetIcon } from '#components/aptos/parts/values/asset-icon.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import {
  type AptosAssetControl,
  type AptosAssetPower,
  aptosAssetControlApi,
} from '#lib/aptos/asset/asset-control-contract.ts'
import { type AptosAsset, aptosAssetApi } from '#lib/aptos/asset/contract.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { PageSummary } from '#lib/pages/page-definition.ts'
import { type Answer, type Ask, callTo, type Question } from '#lib/pages/question.ts'
import { AptosAssetFacts } from './asset-facts.tsx'

/** The name of an asset for titles; its creator chose it. */
const assetTitle = ({ name, symbol, asset_type }: Pick<AptosAsset, 'name' | 'symbol' | 'asset_type'>): string => {
  const [trimmedName, trimmedSymbol] = [name?.trim() ?? '', symbol?.trim() ?? '']
  if (trimmedName && trimmedSymbol) return `${trimmedName} (${trimmedSymbol})`
  return trimmedName || trimmedSymbol || asset_type
}

/** Metadata of both pages of an asset. */
export const aboutAsset = async (
  { type, place }: { type: string; place: string },
  answers: { asset: Promise<Answer<AptosAsset>> },
): Promise<PageSummary> => {
  const { data: found, coverage } = await answers.asset
  const isPartial = coverage?.isComplete === false
  if (found === undefined) return { title: type, place, summary: `The Aptos asset ${shortText(type)}.` }
  return {
    title: assetTitle(found),
    place,
    summary: `${assetTitle(found)} on Aptos: holders, transfers and supply.`,
    facts: [
      ['Type', shortText(found.asset_type)],
      [
        isPartial ? 'Indexed holders' : 'Holders',
        found.holder_count === null ? 'over 10,000' : groupedNumber(found.holder_count),
      ],
      [isPartial ? 'Indexed activities' : 'Activities', groupedNumber(found.activity_count)],
    ],
  }
}

const daysMost = 120

/** The questions of every page of an asset. */
export const assetQuestions = (type: string, network: AptosNetwork) => {
  const input = { asset_type: type, network }
  return {
    asset: callTo(aptosAssetApi.aptosAsset, input),
    control: callTo(aptosAssetControlApi.aptosAssetControl, input),
    days: callTo(aptosAssetApi.aptosAssetDays, { ...input, limit: daysMost }),
  }
}

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
const AssetControl = ({
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

const AssetControlSkeleton = () => (
  <Panel title={title} aria-busy="true">
    <Facts>
      <FactSkeleton label="Mint" />
      <FactSkeleton label="Burn" />
      <FactSkeleton label="Freeze" />
      <FactSkeleton label="Transfer hooks" />
    </Facts>
  </Panel>
)

/** The header and tabs of every page of an asset. */
export const AssetFrame = async ({
  ask,
  type,
  network,
  status,
  children,
}: {
  ask: Ask
  type: string
  network: AptosNetwork
  status: AptosStatus | undefined
  children: ReactNode
}) => {
  const questions = assetQuestions(type, network)
  const { data, fault } = await ask(questions.asset)
  const days = data && (await ask(questions.days))
  const subject = data?.asset_id ?? type
  return (
    <>
      <AptosTitle
        page={{ network, status }}
        title={
          <span className="inline-flex items-center gap-2">
            {data && <AssetIcon asset={data} className="size-7" />}
            <bdi className="wrap-anywhere">{data ? assetTitle(data) : 'Aptos asset'}</bdi>
          </span>
        }
        kind="wallet"
        subject={subject}
        copyLabel="Copy asset id"
      >
        {data && <Badge>{data.coin_type === null ? 'Fungible asset' : 'Coin'}</Badge>}
      </AptosTitle>
      {data && data.warnings.length > 0 && (
        <Panel title="Suspicious asset" className="mb-4">
          <ul className="list-disc py-3 pr-4 pl-8 text-sm">
            {data.warnings.map((warning) => (
              <li key={warning} className="wrap-anywhere">
                {warning}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <AptosNote network={network} kind="wallet" subject={subject} />
      <FactsAndDays
        fault={fault}
        days={days}
        status={status}
        call={questions.days}
        nothing="No transfer of it is indexed."
      >
        {data && (
          <AptosAssetFacts
            asset={data}
            network={network}
            isPartial={status?.index?.index_complete === false}
            isWhole={status?.index ? isIndexWhole(status.index) : false}
          />
        )}
      </FactsAndDays>
      {data && (
        <div className="mt-4">
          <Suspense fallback={<AssetControlSkeleton />}>
            <AssetControl answer={ask(questions.control)} question={questions.control} network={network} />
          </Suspense>
        </div>
      )}
      <TabBar
        label="Asset"
        tabs={[
          { title: 'Transfers', href: aptosPath(aptosTabPaths.asset({ type }), network) },
          { title: 'Holders', href: aptosPath(aptosTabPaths.assetHolders({ type }), network) },
        ]}
      />
      {children}
    </>
  )
}
