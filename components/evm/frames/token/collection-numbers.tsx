import type { ReactNode } from 'react'
import { Amount } from '#components/chain/amount.tsx'
import { DayChart } from '#components/chain/day-chart.tsx'
import { rangeDaysMax } from '#components/chain/day-range.ts'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { priceText } from '#components/evm/parts/worth.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { collectionEndpoints } from '#lib/evm/nft/collection-contract.ts'
import { tokenListEndpoints } from '#lib/evm/token/lists-contract.ts'
import { compactCount, groupedNumber } from '#lib/format/amount.ts'
import { type Ask, callTo } from '#lib/pages/question.ts'

type Statistics = Output<EvmExplorerApi['evmCollectionStatistics']>

/** Both variants have the same size, so the content does not shift. */
const frame = 'grid lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]'
const chart = 'min-h-73'
const side = 'grid grid-cols-2 content-start gap-x-6 gap-y-3 p-4 max-lg:border-b lg:border-r border-line'

/** The size of a token or collection, and its recent transfers. Nothing if unavailable. */
export const CollectionNumbers = async ({
  ask,
  chain,
  address,
  isCoin,
  decimals,
  symbol,
  isPartial,
}: {
  ask: Ask
  chain: string
  address: string
  /** An ERC20 token; others have NFTs. */
  isCoin: boolean
  /** Of ERC20 and ERC404 tokens; undefined for others, null if the contract does not report them. */
  decimals?: number | null
  symbol?: string | null
  /** Only part of the contract's history is indexed. */
  isPartial: boolean
}) => {
  const input = { chain, address, days: rangeDaysMax }
  const [{ data }, token] = await Promise.all([
    ask(callTo(collectionEndpoints.evmCollectionStatistics, input)),
    decimals === undefined ? undefined : ask(callTo(tokenListEndpoints.evmToken, { chain, address })),
  ])
  if (!data || data.first_transfer === null) return null
  return (
    <Panel aria-label="Statistics" className={frame}>
      <dl className={side}>
        {decimals !== undefined && <CoinFigures token={token?.data} decimals={decimals} symbol={symbol} />}
        {!isCoin && <Figure title={isPartial ? 'Indexed tokens' : 'Tokens'}>{counted(data.tokens)}</Figure>}
        {!isCoin && <Figure title={isPartial ? 'Indexed owners' : 'Owners'}>{counted(data.owners)}</Figure>}
        <Figure title={isPartial ? 'Indexed transfers' : 'Transfers'}>{counted(data.transfers)}</Figure>
        <Edge
          title={isPartial ? 'First indexed transfer' : 'First transfer'}
          chain={chain}
          moment={data.first_transfer}
        />
        <Edge
          title={isPartial ? 'Latest indexed transfer' : 'Latest transfer'}
          chain={chain}
          moment={data.last_transfer}
        />
      </dl>
      <div className={chart}>
        <div className="flex items-start justify-between gap-3 px-4 pt-3">
          <h2 className="font-semibold text-sm">
            {isPartial ? 'Indexed transfers per day' : 'Transfers per day'}{' '}
            <span className="font-normal text-muted text-xs">UTC</span>
          </h2>
          <SourceLink title="Statistics" call={callTo(collectionEndpoints.evmCollectionStatistics, input)} />
        </div>
        <DayChart
          label="Transfers per day"
          counts={data.days.map(({ transfers }) => transfers)}
          lastDay={data.days.at(-1)?.day ?? ''}
          titles={['Day (UTC)', 'Transfers']}
        />
      </div>
    </Panel>
  )
}

/** Placeholder for the numbers while they are counted. */
export const CollectionNumbersSkeleton = ({ isCoin }: { isCoin: boolean }) => (
  <Panel aria-label="Statistics" data-loading className={frame}>
    <div className={side}>
      {['a', 'b', 'c', 'd', 'e', ...(isCoin ? ['f'] : [])].map((key) => (
        <Skeleton key={key} className="h-11" />
      ))}
    </div>
    <div className={classNames(chart, 'p-4')}>
      <Skeleton className="h-64.5" />
    </div>
  </Panel>
)

const counted = (count: number | null): string => (count === null ? 'over 100,000' : groupedNumber(count))

/** Its supply and holders. Holders are only known of a token whose whole history is indexed. */
const CoinFigures = ({
  token,
  decimals,
  symbol,
}: {
  token: Output<EvmExplorerApi['evmToken']> | undefined
  decimals: number | null
  symbol: string | null | undefined
}) => {
  const supply = token?.supply ?? token?.check?.total_supply
  return (
    <>
      <Figure title={token?.price ? `Total supply, ${decimals} decimals` : 'Total supply'}>
        {supply == null ? (
          <span className="font-normal text-muted text-sm">the node did not say</span>
        ) : (
          <Amount value={supply} decimals={decimals} symbol={symbol} />
        )}
      </Figure>
      <Figure title="Holders">
        {token?.holders == null ? (
          <span className="font-normal text-muted text-sm">need its full history</span>
        ) : (
          <>
            {groupedNumber(token.holders)}
            {token.shares && <Aside>top 10 hold {token.shares.top_10}%</Aside>}
          </>
        )}
      </Figure>
      {token?.price ? (
        <Figure title="Price">
          {priceText(token.price.usd)}
          {supply != null && <Aside>all of it ${compactCount(worthOf(supply, token))}</Aside>}
        </Figure>
      ) : (
        <Figure title="Decimals">{decimals ?? <span className="text-warn">unknown</span>}</Figure>
      )}
    </>
  )
}

/** What so many of a token are worth, in dollars. */
const worthOf = (amount: string, { price, decimals }: Output<EvmExplorerApi['evmToken']>): number =>
  (Number(amount) / 10 ** (decimals ?? 0)) * Number(price?.usd ?? 0)

/** What a figure says beside its number, where there is room. */
const Aside = ({ children }: { children: ReactNode }) => (
  <span className="font-normal text-muted text-sm max-sm:hidden"> · {children}</span>
)

const Figure = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted text-xs">{title}</dt>
    <dd className="truncate font-semibold text-lg leading-7 max-sm:text-base">{children}</dd>
  </div>
)

const Edge = ({ title, chain, moment }: { title: string; chain: string; moment: Statistics['first_transfer'] }) =>
  moment && (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{title}</dt>
      <dd className="text-sm leading-7 max-sm:text-xs">
        <Link
          href={evmPaths.transaction({ chain, hash: moment.transaction_hash })}
          className="text-accent hover:underline"
        >
          <Timestamp isAlone="day" iso={moment.block_timestamp} />
        </Link>
      </dd>
    </div>
  )
