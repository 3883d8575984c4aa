import { Suspense } from 'react'
import {
  nothingListed,
  OverviewFault,
  OverviewLine,
  OverviewPanel,
  type OverviewPart,
  OverviewSkeleton,
  overviewQuestions,
} from '#components/evm/frames/wallet/overview-panel.tsx'
import {
  countOf,
  frameQuestions,
  kindWord,
  nameOf,
  unknownKind,
  walletKindOf,
} from '#components/evm/frames/wallet/wallet-questions.ts'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { EvmNftCard } from '#components/evm/parts/lists/evm-nft-card.tsx'
import { listedNft } from '#components/evm/parts/lists/listed-nft.ts'
import { addressSentence } from '#components/evm/parts/page-sentences.ts'
import { addressParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { minuteOf } from '#components/kit/short-text.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { RefreshWhile } from '#components/ui/loading/refresh-while.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { isUnlimited } from '#lib/evm/api/format/unlimited.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { WalletApproval } from '#lib/evm/approvals/contract.ts'
import { balanceHistoryEndpoints, type EvmHoldings } from '#lib/evm/holdings/contract.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { groupedNumber, shortDecimal } from '#lib/format/amount.ts'
import { boundNames } from '#lib/format/filters.ts'
import { type Answer, type Ask, callTo } from '#lib/pages/question.ts'
import { BalanceEntry } from './balance-entry.tsx'
import { HoldingsPanel } from './holdings-panel.tsx'
import { RecentChanges } from './recent-changes.tsx'

const shownMax = 5

/** Approvals that spenders can still use, by what the tokens themselves report. */
const SpendableApprovals = async ({ state, address, questions, answers }: OverviewPart) => {
  const { chain } = state
  const { data, fault } = await answers.approvals
  const approvals = (data?.result ?? []).toSorted((a, b) => Number(isUnlimited(b.value)) - Number(isUnlimited(a.value)))
  const count = `${groupedNumber(approvals.length)}${data?.cursor ? '+' : ''}`
  return (
    <OverviewPanel
      title="Open approvals"
      aside={approvals.length > 0 && count}
      all={
        approvals.length > 0 ? { href: evmTabPaths.walletApprovals({ chain, address }), text: 'See all' } : undefined
      }
      call={questions.approvals}
      className="self-start"
    >
      {fault && <OverviewFault what="Approvals" fault={fault} />}
      {data && approvals.length === 0 && (
        <OverviewLine>
          {nothingListed(state, {
            partly: 'No approval in the indexed blocks can still be spent.',
            whole: 'No approvals that can still be spent.',
          })}
        </OverviewLine>
      )}
      <ul className="divide-y divide-line">
        {approvals.slice(0, shownMax).map((approval) => (
          <ApprovalRow
            key={`${approval.token.address}-${approval.spender.address}`}
            chain={chain}
            approval={approval}
          />
        ))}
      </ul>
    </OverviewPanel>
  )
}

const ApprovalRow = ({ chain, approval }: { chain: string; approval: WalletApproval }) => {
  const { token, spender, value, value_formatted } = approval
  return (
    <li className="grid gap-y-0.5 px-4 py-2.5 text-sm">
      <span className="flex min-w-0 items-center justify-between gap-3">
        <Link
          href={evmPaths.token({ chain, address: token.address })}
          title={token.address}
          className="min-w-0 truncate hover:text-accent"
        >
          {token.name || token.symbol || `${token.address.slice(0, 10)}…`}
        </Link>
        {isUnlimited(value) ? (
          <Badge tone="warn" title={value}>
            unlimited
          </Badge>
        ) : (
          <data value={value} title={value_formatted ?? undefined}>
            {value_formatted === null ? `${groupedNumber(value)} raw units` : shortDecimal(value_formatted)}
          </data>
        )}
      </span>
      <span className="flex min-w-0 items-center gap-1.5 text-muted text-xs">
        by <AddressLink chain={chain} address={spender.address} label={spender.address_label} />
      </span>
    </li>
  )
}

/** Tokens with a line: each costs a few milliseconds. */
const tokensMax = 5
const pointsMax = 60

/** The requests for the native coin and the first tokens that an address holds. */
const balanceCalls = (chain: string, address: string, { tokens }: EvmHoldings) => [
  { ...callTo(balanceHistoryEndpoints.evmBalanceHistory, { chain, address }), part: 'native' },
  ...tokens
    .filter(({ folded }) => folded === null)
    .slice(0, tokensMax)
    .map(({ token_address: token }) => ({
      ...callTo(balanceHistoryEndpoints.evmBalanceHistory, { chain, address, token, limit: pointsMax }),
      part: token,
    })),
]

/** Balances over time, drawn by the server. */
const BalancePanel = async ({
  ask,
  state: { chain },
  address,
  holdings,
}: {
  ask: Ask
  state: EvmChainState
  address: string
  /** Requested by the page anyway. */
  holdings: Promise<Answer<EvmHoldings>>
}) => {
  const { data: held } = await holdings
  if (!held) return null
  const nameOf = (part: string): string => {
    const token = held.tokens.find(({ token_address }) => token_address === part)
    return token ? (token.symbol ?? token.name ?? part) : held.native.symbol
  }
  const entries = balanceCalls(chain, address, held).map((call) => ({ call, name: nameOf(call.part) }))
  const histories = await Promise.all(entries.map(async ({ call }) => (await ask(call)).data))
  const shown = entries.flatMap(({ name, call }, index) => {
    const history = histories[index]
    return history ? [{ name, call, history }] : []
  })
  if (shown.length === 0) return null
  return (
    <Panel title="Balance over time">
      <div className="divide-y divide-line">
        {shown.map(({ name, call, history }) => (
          <BalanceEntry key={history.token_address ?? name} name={name} call={call} history={history} />
        ))}
      </div>
    </Panel>
  )
}

/** A few NFTs of the wallet with their pictures. Their number is only given where no block is missing. */
const NftStrip = async ({ state, address, questions, answers }: OverviewPart) => {
  const { chain, index_complete } = state
  const [{ data, fault }, count] = await Promise.all([answers.nfts, answers.nftCount])
  const total = index_complete === true ? count?.data?.total : undefined
  const shown = data?.result ?? []
  const all = {
    href: evmTabPaths.walletNfts({ chain, address }),
    text: total && total > shown.length ? `See all ${groupedNumber(total)}` : 'See all',
  }
  const hasSpamOnly = shown.length === 0 && (count?.data?.total ?? 0) > 0
  const isPending = shown.some(({ media }) => media?.status === 'processing')
  return (
    <OverviewPanel title="NFTs" all={shown.length > 0 || hasSpamOnly ? all : undefined} call={questions.nfts}>
      {isPending && <RefreshWhile />}
      {fault && <OverviewFault what="NFTs" fault={fault} />}
      {data && shown.length === 0 && (
        <OverviewLine>
          {hasSpamOnly
            ? 'Only NFTs of collections that look like spam.'
            : nothingListed(state, { partly: 'No NFTs in the indexed blocks.', whole: 'No NFTs.' })}
        </OverviewLine>
      )}
      {shown.length > 0 && (
        <ul className="nft-strip">
          {shown.map((nft) => (
            <li key={`${nft.token_address}-${nft.token_id}`}>
              <EvmNftCard nft={listedNft(nft)} chain={chain} />
            </li>
          ))}
        </ul>
      )}
    </OverviewPanel>
  )
}

/** How long metadata waits for a name: less than for the rest. */
const nameWithinMs = 250

export const { entry, generateMetadata, Page } = definePage({
  path: evmPaths.wallet,
  kind: unknownKind,
  filters: [],
  listTab: { path: evmTabPaths.walletTransactions, filters: boundNames },
  params: addressParams,
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
      walletKindOf(ask, state, address),
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
