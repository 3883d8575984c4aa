import { Suspense } from 'react'
import { OverviewSkeleton } from '#components/evm/frames/wallet/overview-panel.tsx'
import { overviewQuestions } from '#components/evm/frames/wallet/overview-questions.ts'
import { countOf, kindOf, kindWord, nameOf, unknownKind } from '#components/evm/frames/wallet/wallet-of.ts'
import { frameQuestions } from '#components/evm/frames/wallet/wallet-questions.ts'
import { addressSentence } from '#components/evm/parts/page-sentences.ts'
import { addressPlace } from '#components/evm/parts/places.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { minuteOf } from '#components/kit/short-text.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { boundNames } from '#lib/format/filters.ts'
import { BalancePanel, balanceCalls } from './balance/balance-panel.tsx'
import { HoldingsPanel } from './overview/holdings-panel.tsx'
import { NftStrip } from './overview/nft-strip.tsx'
import { RecentChanges } from './overview/recent-changes.tsx'
import { SpendableApprovals } from './overview/spendable-approvals.tsx'

/** How long metadata waits for a name: less than for the rest. */
const nameWithinMs = 250

export const { entry, generateMetadata, Page } = definePage({
  path: evmPaths.wallet,
  kind: unknownKind,
  filters: [],
  listTab: { path: evmTabPaths.walletTransactions, filters: boundNames },
  place: addressPlace,
  questions: ({ state, address }) => ({ ...overviewQuestions(state, address), ...frameQuestions(state, address) }),
  // A hosted service has no balances of the past.
  later: async ({ state, chain, address }, answers) => {
    const held = state.source === 'hosted' ? undefined : (await answers.holdings).data
    return held ? balanceCalls(chain, address, held) : []
  },
  late: { withinMs: 400, summary: ({ address }) => `Holdings and transactions of the address ${address}.` },
  about: async ({ ask, state, address }) => {
    const [name, { transactions, newest }, found] = await Promise.all([
      nameOf(ask, state, address, nameWithinMs),
      countOf(ask, state, address),
      kindOf(ask, state, address),
    ])
    return {
      title: name ?? address,
      isNamed: name !== null,
      subjectKind: kindWord(found),
      place: state.title,
      summary: addressSentence(state, { name, kind: found?.kind ?? null, transactions, newest }),
      facts: [
        ...(name ? [['Address', address] as const] : []),
        [
          state.index_complete ? 'Transactions' : 'Indexed transactions',
          transactions === null ? 'not counted' : groupedNumber(transactions),
        ],
        ...(newest ? [['Latest', minuteOf(newest)] as const] : []),
      ],
    }
  },
  body: ({ ask, state, address, questions, answers }) => {
    const part = { state, address, questions, answers }
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Suspense fallback={<OverviewSkeleton title="Holdings" />}>
          <HoldingsPanel {...part} />
        </Suspense>
        {state.source !== 'hosted' && (
          <Suspense fallback={<OverviewSkeleton title="Balance over time" />}>
            <BalancePanel ask={ask} state={state} address={address} holdings={answers.holdings} />
          </Suspense>
        )}
        <Suspense fallback={<OverviewSkeleton title="NFTs" lines={4} />}>
          <NftStrip {...part} />
        </Suspense>
        <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <Suspense fallback={<OverviewSkeleton title="Latest changes" lines={8} />}>
            <RecentChanges {...part} />
          </Suspense>
          <Suspense fallback={<OverviewSkeleton title="Open approvals" />}>
            <SpendableApprovals {...part} />
          </Suspense>
        </div>
      </div>
    )
  },
})
