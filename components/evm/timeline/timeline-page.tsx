import { Fragment, type ReactNode } from 'react'
import { ask } from '#components/ask.ts'
import { canonicalFilters } from '#components/chain/canonical-filters.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { FilterForm, timeFields } from '#components/chain/filter-form.tsx'
import { knownChains } from '#components/evm/served-chains.ts'
import { Panel } from '#components/ui/panel.tsx'
import { NotIndexedState } from '#components/ui/state.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { type SearchParams, withFilters } from '#lib/format/filters.ts'
import { askedPeriod } from './asked-period.ts'
import { chosenChains } from './chosen-chains.ts'
import type { FirstQuestion, TimelineClients } from './first-rows.ts'
import { lastBlocks } from './last-blocks.ts'
import { type TimelineKind, timelineKinds, timelinePath, timelineTabs } from './timeline-kind.ts'

/** A page of a wallet on all chains: what its address asks for, which `children` shows, or why nothing can be asked. */
export const TimelinePage = async ({
  evm,
  kind,
  address,
  query,
  children,
}: {
  evm: TimelineClients
  kind: TimelineKind
  address: string
  query: SearchParams
  children: (question: FirstQuestion & { children: ReactNode }) => Promise<ReactNode>
}) => {
  const path = timelinePath(address, kind)
  const { chains: named, ...bounds } = canonicalFilters(path, query, ['from_date', 'to_date', 'chains'])
  const chains = await knownChains(evm.explorer)
  const { data: period, fault } = await ask(askedPeriod(address, bounds))
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
          ) : (
            <NotIndexedState title="No EVM chain is served here">
              Set NODE_URL_ETH or another chain's node.
            </NotIndexedState>
          )}
        </Panel>
      </>
    )
  const question = {
    ...{ kind, chains, address, bounds, period, children: form },
    lastBlocks: kind === 'erc20' ? await lastBlocks(evm.explorer, chains, period.to_date) : {},
    chosen: chosenChains(named, chains),
  }
  return <Fragment key={withFilters(path, bounds)}>{await children(question)}</Fragment>
}
