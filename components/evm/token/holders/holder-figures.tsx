import type { ReactNode } from 'react'
import { Amount } from '#components/chain/amount.tsx'
import { BarChart } from '#components/chain/bar-chart.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Call } from '#lib/pages/question.ts'

export type TokenStatistics = Output<EvmExplorerApi['evmToken']>

/** Holders, supply and distribution, and whether they were compared with the contract. */
export const HolderFigures = ({ token, call }: { token: TokenStatistics; call: Call }) => {
  const { holders, supply, shares, decimals, symbol, days } = token
  if (holders === null) return null
  const counted = days.flatMap(({ day, holders: atEnd }) => (atEnd === null ? [] : [{ name: day, value: atEnd }]))
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Panel title="Distribution" aside={<SourceLink title="Distribution" call={call} />}>
        <Facts>
          <Fact label="Holders">{groupedNumber(holders)}</Fact>
          <Fact label="Supply">
            {supply === null ? 'Unknown' : <Amount value={supply} decimals={decimals} symbol={symbol} />}
          </Fact>
          {shares && (
            <Fact label="Largest" wide>
              Top 10 hold {shares.top_10.toFixed(2)}%, top 50 {shares.top_50.toFixed(2)}%, top 100{' '}
              {shares.top_100.toFixed(2)}%
            </Fact>
          )}
          <Fact label="Checked" wide>
            <CheckSentence token={token} />
          </Fact>
        </Facts>
      </Panel>
      <Panel title="Holders over time" aside={<span className="text-muted text-xs">days with transfers, UTC</span>}>
        <BarChart label="Holders at the end of the day" bars={counted} titles={['Day (UTC)', 'Holders']} />
      </Panel>
    </div>
  )
}

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
