import { BarChart } from '#components/chain/bar-chart.tsx'
import type { EvmDay } from '#lib/evm/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'

/** Transactions per day; the table also has blocks and gas. */
export const ActivityChart = ({ days }: { days: readonly EvmDay[] }) => (
  <BarChart
    label="Transactions per day"
    bars={days.map(({ day, transactions }) => ({ name: day, value: transactions }))}
    titles={['Day (UTC)', 'Transactions', 'Blocks', 'Gas used']}
    rows={days
      .toReversed()
      .map(({ day, transactions, blocks, gas_used }) => [day, ...[transactions, blocks, gas_used].map(groupedNumber)])}
    className="h-48"
  />
)
