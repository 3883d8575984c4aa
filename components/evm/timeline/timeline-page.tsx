import { Fragment, type ReactNode } from 'react'
import { FaultState } from '#components/chain/fault-state.tsx'
import { FilterForm, timeFields } from '#components/chain/filter-form.tsx'
import { knownChains } from '#components/evm/parts/chain-of.ts'
import { toAnswer } from '#components/to-answer.ts'
import { Panel } from '#components/ui/panel.tsx'
import { NotIndexedState } from '#components/ui/states/state.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { parseInput } from '#lib/api/parse-input.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { type Filters, withFilters } from '#lib/format/filters.ts'
import type { Ask } from '#lib/pages/question.ts'
import { chainsOfKind } from './chains-of-kind.ts'
import { chosenChains } from './feed/chosen-chains.ts'
import type { FeedPeriod } from './feed/feed-kind.ts'
import { lastBlocks } from './feed/last-blocks.ts'
import { type TimelineKind, timelineKinds, timelineTabs } from './feed/timeline-kind.ts'
import type { FirstQuestion } from './first-rows.ts'

/** The time range of a URL, as the API parses it. Server only. @throws invalid_request for an invalid time. */
const requestedPeriod = async (
  address: string,
  given: { from_date?: string; to_date?: string },
): Promise<FeedPeriod> => {
  const { from_date, to_date } = parseInput(evmApi.walletTransactions, { address, ...given })
  return { ...(from_date !== undefined && { from_date }), ...(to_date !== undefined && { to_date }) }
}

/** A page of a wallet on all chains: passes the parameters of its URL to `children`, or says why nothing can be requested. */
export const TimelinePage = async ({
  kind,
  page: { ask: asking, address, path, filters },
  children,
}: {
  kind: TimelineKind
  page: { ask: Ask; address: string; path: string; filters: Filters<'from_date' | 'to_date' | 'chains'> }
  children: (question: FirstQuestion & { children: ReactNode }) => Promise<ReactNode>
}) => {
  const { chains: named, ...bounds } = filters
  const served = await knownChains(asking)
  const chains = chainsOfKind(kind, served)
  const { data: period, fault } = await toAnswer(requestedPeriod(address, bounds))
  const form = (
    <FilterForm
      action={path}
      title="Filter by time"
      fields={timeFields}
      values={bounds}
      kept={{ chains: named }}
      faults={fault?.details}
    />
  )
  if (!period || chains.length === 0)
    return (
      <>
        <TabBar label="Wallet on all chains" tabs={timelineTabs(address, { chains: named })} />
        <Panel aria-label={timelineKinds[kind].title}>
          {fault && form}
          {fault ? (
            <FaultState {...fault} />
          ) : served.length > 0 ? (
            <NotIndexedState title="Internal transfers are not indexed here">
              The operator can index them with TRACES_ETH=values, or another chain&apos;s.
            </NotIndexedState>
          ) : (
            <NotIndexedState title="No EVM chain is served here">
              Set NODE_URL_ETH or another chain&apos;s node.
            </NotIndexedState>
          )}
        </Panel>
      </>
    )
  const question = {
    ...{ kind, chains, address, bounds, period, children: form },
    lastBlocks: kind === 'erc20' ? await lastBlocks(asking, chains, period.to_date) : {},
    chosen: chosenChains(named, chains),
  }
  return <Fragment key={withFilters(path, bounds)}>{await children(question)}</Fragment>
}
