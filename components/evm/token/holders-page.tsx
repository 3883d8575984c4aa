import type { ReactNode } from 'react'
import { Amount } from '#components/chain/amount.tsx'
import { DayChart } from '#components/chain/day-chart.tsx'
import { rangeDaysMax } from '#components/chain/day-range.ts'
import { LineChart } from '#components/chain/line-chart.tsx'
import { ShareBar } from '#components/chain/share-bar.tsx'
import { aboutToken, headQuestions, hostedTokenOf } from '#components/evm/frames/token/about-token.ts'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { addressParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { NotIndexedState } from '#components/ui/state.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { tokenListEndpoints } from '#lib/evm/token/lists-contract.ts'
import { compactCount, counted, groupedNumber } from '#lib/format/amount.ts'
import { dailyValues } from '#lib/format/calendar-days.ts'
import { type Call, callTo } from '#lib/pages/question.ts'
import { holderList } from './holder-list.tsx'
import { TokenHolders } from './holder-pages.tsx'

type TokenStatistics = Output<EvmExplorerApi['evmToken']>

/** Holders, supply and distribution, and whether they were compared with the contract. */
const HolderFigures = ({ token, call }: { token: TokenStatistics; call: Call }) => {
  const { holders, supply, shares, decimals, symbol, days } = token
  if (holders === null) return null
  const held = dailyValues(
    days.flatMap(({ day, holders: atEnd }) => (atEnd === null ? [] : [{ day, value: atEnd }])),
    rangeDaysMax,
  )
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Panel title="Distribution" aside={<SourceLink title="Distribution" call={call} />}>
        {shares && <ShareBar label="Shares of the supply" parts={sharesOf(shares)} />}
        <Facts>
          <Fact label="Holders">{groupedNumber(holders)}</Fact>
          <Fact label="Supply">
            {supply === null ? 'Unknown' : <Amount value={supply} decimals={decimals} symbol={symbol} />}
          </Fact>
          <Fact label="Checked" wide>
            <CheckSentence token={token} />
          </Fact>
        </Facts>
      </Panel>
      <Panel title="Holders over time" aside="at the end of the day, UTC">
        <DayChart
          label="Holders at the end of the day"
          counts={held.map(({ value }) => value)}
          lastDay={held.at(-1)?.day ?? ''}
          titles={['Day (UTC)', 'Holders']}
        />
      </Panel>
      <SupplyPanel token={token} />
    </div>
  )
}

/** The supply at the end of each day; nothing if it was the same on all of them. */
const SupplyPanel = ({ token: { days, decimals, symbol } }: { token: TokenStatistics }) => {
  if (decimals === null) return null
  const known = days.flatMap(({ day, supply }) => (supply === null ? [] : [{ day, value: supply }]))
  const daily = dailyValues(known, rangeDaysMax)
  if (new Set(daily.map(({ value }) => value)).size < 2) return null
  const unit = 10 ** decimals
  return (
    <Panel
      title="Supply over time"
      aside={`${symbol ? `${symbol}, ` : ''}at the end of the day, UTC`}
      className="lg:col-span-2"
    >
      <LineChart
        label="Supply at the end of the day"
        points={daily.map(({ day, value }) => {
          const tokens = Number(value) / unit
          return { name: day, value: { low: tokens, middle: tokens, high: tokens } }
        })}
        format={compactCount}
        titles={['Day (UTC)', 'Supply']}
        className="h-36"
      />
    </Panel>
  )
}

/** What each group of holders has of the supply, the largest holders first. */
const sharesOf = ({ top_10, top_50, top_100 }: NonNullable<TokenStatistics['shares']>) =>
  [
    { name: 'Top 10', percent: top_10 },
    { name: 'Next 40', percent: top_50 - top_10 },
    { name: 'Next 50', percent: top_100 - top_50 },
    { name: 'All others', percent: 100 - top_100 },
  ].filter(({ percent }) => percent >= 0.01)

/** Numbers that were not compared are never called exact. */
const CheckSentence = ({
  token: { status, check, overdrawn, block, decimals, symbol },
}: {
  token: TokenStatistics
}): ReactNode => {
  const at = block ? ` at block ${groupedNumber(block)}` : ''
  if (status === 'VERIFIED' && check)
    return `The contract reports the same total supply and the same ${check.compared} largest balances${at}.`
  if (status === 'UNVERIFIED')
    return `Counted from all transfers${at}. No node could be asked whether the contract reports the same.`
  return (
    <span className="text-warn">
      These figures are not exact: they count transfers, and this token changes balances without one, as rebasing tokens
      and tokens with fees do.
      {check !== null &&
        check.different > 0 &&
        ` ${check.different} of the ${check.compared} largest balances differ${at}.`}
      {check?.total_supply && (
        <>
          {' '}
          The contract reports a supply of <Amount value={check.total_supply} decimals={decimals} symbol={symbol} />.
        </>
      )}
      {overdrawn !== null &&
        overdrawn > 0 &&
        ` ${groupedNumber(overdrawn)} ${overdrawn === 1 ? 'address' : 'addresses'} sent more than ${overdrawn === 1 ? 'it' : 'they'} received.`}
    </span>
  )
}

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.tokenHolders,
  kind: 'Holders',
  of: 'Token',
  params: addressParams,
  questions: ({ state, chain, address, part }) => ({
    holders: callTo(tokenListEndpoints.evmTokenHolders, { chain, address, ...part(pageSize) }),
    token: state.source === 'hosted' ? undefined : callTo(tokenListEndpoints.evmToken, { chain, address }),
    ...headQuestions(state, address),
  }),
  list: ['holders'],
  about: async (page, answers) => {
    const [about, token] = await Promise.all([aboutToken(page, answers), answers.token])
    const holders = token?.data?.holders
    return holders == null ? about : { ...about, summary: `${about.title} has ${counted(holders, 'holder')}.` }
  },
  // NFT collections list their owners.
  redirectTo: async ({ chain, address }, answers) => {
    const collection = (await answers.collection)?.data
    if (collection?.contract_type === 'ERC721' || collection?.contract_type === 'ERC1155')
      return evmTabPaths.tokenOwners({ chain, address })
    return undefined
  },
  body: async (page) => {
    const { ask, state, chain, address, questions, answers } = page
    const [token, hosted, holders] = await Promise.all([
      answers.token,
      hostedTokenOf(ask, state, address),
      answers.holders,
    ])
    const { decimals = null, symbol = null } = token?.data ?? hosted ?? {}
    const status = holders.data?.status
    if (status === 'INCOMPLETE')
      return (
        <Panel aria-label="Holders">
          <NotIndexedState title="Holders are counted from all transfers of a token">
            Older transfers of this token are not indexed, so balances cannot be counted. Once its full history is
            indexed, its holders are listed here: the top of this page says what that takes.
          </NotIndexedState>
        </Panel>
      )
    if (status === 'COUNTING')
      return (
        <Panel aria-label="Holders">
          <NotIndexedState title="Balances are being counted">
            All transfers of this token are indexed. Reload this page in a moment.
          </NotIndexedState>
        </Panel>
      )
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {token?.data && questions.token && <HolderFigures token={token.data} call={questions.token} />}
        <EvmListPanel
          page={page}
          title="Holders"
          noun="holders"
          certain="Nobody holds this token."
          isWhole
          hasHeading
          question={questions.holders}
          answer={answers.holders}
          list={holderList}
          List={TokenHolders}
          view={{ chain, decimals, symbol }}
        />
      </div>
    )
  },
})
