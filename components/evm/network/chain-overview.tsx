import type { ReactNode } from 'react'
import { ChainIcon } from '#components/chain/chain-icon.tsx'
import { DayChart } from '#components/chain/day-chart.tsx'
import { rangeDaysMax } from '#components/chain/day-range.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { coinPriceCall } from '#components/evm/parts/coin-price.ts'
import { IndexMark } from '#components/evm/parts/coverage/index-mark.tsx'
import { priceText } from '#components/evm/parts/worth.tsx'
import { LiveSwitch } from '#components/live/live-switch.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { blockEndpoints } from '#lib/evm/block/contract.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { activityEndpoints, type EvmChainState, type EvmCoinPrice, type EvmDay } from '#lib/evm/network/contract.ts'
import { transactionListEndpoints } from '#lib/evm/transaction/contract.ts'
import { type Answer, type Call, callTo } from '#lib/pages/question.ts'
import { LatestBlocks } from './latest-blocks.tsx'
import { LatestTransactions } from './latest-transactions.tsx'
import { pulseOf } from './pulse-of.ts'
import { ChainPulseSlot } from './pulse-slot.tsx'
import { PulseView } from './pulse-view.tsx'

/** Rows in each of the overview's lists. */
const overviewRows = 8
/** Blocks in the strip above them. */
const stripBlocks = 30

type Overview = {
  blocks: Answer<Output<EvmExplorerApi['evmBlocks']>>
  transactions: Answer<Output<EvmExplorerApi['evmTransactions']>>
  activity: Answer<Output<EvmExplorerApi['evmActivity']>> | undefined
  price: Answer<EvmCoinPrice> | undefined
}

/** The questions of a chain's home page. A hosted service has no sums of days. */
export const networkOverviewQuestions = (state: EvmChainState) => {
  const { chain, source } = state
  return {
    // Each block of a hosted service is a call of its own.
    blocks: callTo(blockEndpoints.evmBlocks, { chain, limit: source === 'hosted' ? overviewRows : stripBlocks }),
    transactions: callTo(transactionListEndpoints.evmTransactions, { chain, limit: overviewRows }),
    activity: source === 'hosted' ? undefined : callTo(activityEndpoints.evmActivity, { chain, days: rangeDaysMax }),
    price: coinPriceCall(state),
  }
}

/** The state of a chain's index in one word; an index that only covers a configured range is not called synced. */
export const indexState = ({ status, index_complete, indexed_block }: EvmChainState): string => {
  if (status !== 'SYNCED' || index_complete !== false) return status
  return indexed_block === null ? 'NOT INDEXED' : 'PARTLY INDEXED'
}

/** Transactions per day; the table also has blocks and gas. */
const ActivityPanel = ({
  days,
  call,
  className,
}: {
  days: readonly EvmDay[]
  call: Call
  className: string | undefined
}) => (
  <Panel
    title="Transactions per day"
    aside={
      <>
        UTC
        <SourceLink title="Transactions per day" call={call} />
      </>
    }
    className={className}
  >
    <DayChart
      label="Transactions per day"
      counts={days.map(({ transactions }) => transactions)}
      lastDay={days.at(-1)?.day ?? ''}
      titles={['Day (UTC)', 'Transactions', 'Blocks', 'Gas used']}
      others={days.map(({ blocks, gas_used }) => [blocks, gas_used])}
      className="h-48"
    />
  </Panel>
)

/** The newest blocks of a chain; its title says which chain it is. */
const PulsePanel = ({
  state,
  blocks,
  price,
  hasTitle,
  everyMs,
}: {
  state: EvmChainState
  blocks: NonNullable<Overview['blocks']['data']>
  price: EvmCoinPrice['price'] | undefined
  hasTitle: boolean
  everyMs: number | false
}) => {
  const pulse = { state, blocks: pulseOf(blocks), coinPrice: price ? priceText(price.usd) : undefined }
  return (
    <Panel
      className="lg:col-span-2"
      {...(hasTitle
        ? {
            title: (
              <Link href={evmPaths.chain(state)} className="flex items-center gap-2 hover:text-accent">
                <ChainIcon icon={state.icon} colour={state.colour} size={20} />
                {state.title}
              </Link>
            ),
            aside: (
              <>
                <IndexMark state={state} />
                <SourceLink title={state.title} call={networkOverviewQuestions(state).blocks} />
              </>
            ),
          }
        : { 'aria-label': 'Newest blocks' })}
    >
      <ChainPulseSlot {...pulse} limit={stripBlocks} everyMs={everyMs}>
        <PulseView {...pulse} />
      </ChainPulseSlot>
    </Panel>
  )
}

const ViewAll = ({ href }: { href: string }) => (
  <Link href={href} className="text-accent hover:underline">
    View all
  </Link>
)

const liveEveryMs = 2_000

/** A partial index may have one day: a single bar says nothing. */
const drawnDaysMin = 2

const activeDays = (days: readonly EvmDay[]): number => days.filter(({ transactions }) => transactions > 0).length

/** The latest blocks and transactions of a chain, and its activity of recent days. */
export const ChainOverview = ({
  state,
  overview: { blocks, transactions, activity, price },
  beside,
  title = false,
}: {
  state: EvmChainState
  overview: Overview
  /** A panel beside the chart. */
  beside?: ReactNode
  /** Says which chain it is: on a page of several. */
  title?: boolean
}) => {
  const questions = networkOverviewQuestions(state)
  const everyMs = state.source === 'index' ? liveEveryMs : false
  const isHosted = state.source === 'hosted'
  const blocksTitle = isHosted ? 'Newest block' : 'Latest blocks'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]">
      {!isHosted && blocks.data && blocks.data.result.length > 0 && (
        <PulsePanel state={state} blocks={blocks.data} price={price?.data?.price} hasTitle={title} everyMs={everyMs} />
      )}
      <Panel
        title={blocksTitle}
        aside={
          <>
            <ViewAll href={evmPaths.blocks(state)} />
            {everyMs && <LiveSwitch />}
            <SourceLink title={blocksTitle} call={questions.blocks} />
          </>
        }
      >
        {blocks.fault ? (
          <FaultState {...blocks.fault} />
        ) : (
          <LatestBlocks
            chain={state.chain}
            limit={overviewRows}
            everyMs={everyMs}
            first={{ ...blocks.data, result: blocks.data.result.slice(0, overviewRows) }}
          />
        )}
      </Panel>
      <Panel
        title="Latest transactions"
        aside={
          <>
            <ViewAll href={evmPaths.transactions(state)} />
            {isHosted && <IndexMark state={state} />}
            <SourceLink title="Latest transactions" call={questions.transactions} />
          </>
        }
      >
        {transactions.fault ? (
          <FaultState {...transactions.fault} />
        ) : (
          <LatestTransactions
            chain={state.chain}
            symbol={state.symbol}
            decimals={state.decimals}
            limit={overviewRows}
            everyMs={everyMs}
            first={transactions.data}
          />
        )}
      </Panel>
      {beside}
      {questions.activity && activity?.data && activeDays(activity.data.result) >= drawnDaysMin && (
        <ActivityPanel
          days={activity.data.result}
          call={questions.activity}
          className={beside ? undefined : 'lg:col-span-2'}
        />
      )}
    </div>
  )
}
