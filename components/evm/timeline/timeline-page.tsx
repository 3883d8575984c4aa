import { Fragment, type ReactNode } from 'react'
import { FaultState } from '#components/chain/fault-state.tsx'
import { FilterForm, timeFields } from '#components/chain/filter-form.tsx'
import { knownChains } from '#components/evm/parts/chain-of.ts'
import { inTime } from '#components/kit/in-time.ts'
import { toAnswer } from '#components/to-answer.ts'
import { Panel } from '#components/ui/panel.tsx'
import { NotIndexedState } from '#components/ui/state.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { parseInput } from '#lib/api/parse-input.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { type Filters, withFilters } from '#lib/format/filters.ts'
import type { Answer, Ask } from '#lib/pages/question.ts'
import { type FirstAnswer, isNotIndexed } from './feed/chain-feed.ts'
import { chosenChains } from './feed/chosen-chains.ts'
import type { FeedClient, FeedKind, FeedPage, FeedPeriod } from './feed/feed-kind.ts'
import { lastBlocks } from './feed/last-blocks.ts'
import { type TimelineKind, timelineKinds, timelineTabs } from './feed/timeline-kind.ts'
import type { Timeline } from './use-timeline.ts'

const atOnce = 4
/** How long a page, or a page as data, waits for each chain. */
export const firstAnswersMs = 700

/** Responses that arrive in the short time that a page may wait, a few chains at a time. The browser requests the rest. */
const firstAnswers = async <Page,>(
  chains: readonly EvmChainState[],
  askFor: (state: EvmChainState) => Promise<Page>,
): Promise<Map<string, Answer<Page>>> => {
  const answers = new Map<string, Answer<Page>>()
  const queue = chains.filter((chain) => !isNotIndexed(chain)).values()
  let isLate = false
  const worker = async () => {
    for (const state of queue) {
      if (isLate) return
      const answer = await toAnswer(askFor(state))
      if (!isLate) answers.set(state.chain, answer)
    }
  }
  await inTime(Promise.all(Array.from({ length: atOnce }, worker)), firstAnswersMs)
  isLate = true
  return answers
}

export const timelinePageSize = 25

type FirstQuestion = Omit<Timeline<unknown>, 'first' | 'pageSize'>

const chosenOf = ({ chains, chosen }: Pick<FirstQuestion, 'chains' | 'chosen'>) =>
  chains.filter(({ chain }) => chosen.includes(chain))

/** By chain, the newest rows of a kind that are available at once. */
export const firstRows = async <Row, Name extends keyof FeedClient>(
  feed: FeedKind<Row, Name>,
  client: Pick<FeedClient, Name>,
  { address, period, lastBlocks, ...asked }: FirstQuestion,
): Promise<Record<string, FirstAnswer<Row>>> => {
  const answers = await firstAnswers(chosenOf(asked), (state) =>
    feed.ask(client, { state, address, ...period, lastBlock: lastBlocks[state.chain], limit: timelinePageSize }),
  )
  const firstAnswer = ({ data, fault }: Answer<FeedPage<Row>>): FirstAnswer<Row> =>
    data ? { page: data } : { message: fault.message, isUnserved: fault.code === 'chain_not_served' }
  return Object.fromEntries([...answers].map(([chain, answer]) => [chain, firstAnswer(answer)]))
}

/**
 * The chains that can have rows of a kind. Internal transfers are known only where they are indexed, and their coverage
 * is that of the traced blocks.
 */
export const chainsOfKind = (kind: TimelineKind, chains: readonly EvmChainState[]): readonly EvmChainState[] =>
  kind === 'internal'
    ? chains.flatMap((state) => {
        const traced = state.internal_transfers
        return traced ? [{ ...state, ...traced, error: state.error }] : []
      })
    : chains

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
