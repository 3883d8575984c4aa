import { BarChart } from '#components/chain/bar-chart.tsx'
import type { EvmDay } from '#lib/evm/network/contract.ts'

export type WalletDay = Pick<EvmDay, 'day' | 'days' | 'transactions' | 'sent' | 'gas_used'>

/** Transactions of a wallet by day and direction, as bars and as a table. */
export const WalletDayBars = ({ days }: { days: readonly WalletDay[] }) => (
  <BarChart
    label={(days[0]?.days ?? 1) > 1 ? `Transactions per ${days[0]?.days} days` : 'Transactions per day'}
    bars={days.map(({ day, transactions, sent = 0 }) => ({ name: day, value: transactions, part: sent }))}
    kinds={['Sent', 'Received']}
    titles={[(days[0]?.days ?? 1) > 1 ? 'From (UTC)' : 'Day (UTC)', 'Transactions', 'Sent', 'Received', 'Gas used']}
    others={days.map(({ transactions, sent = 0, gas_used }) => [sent, transactions - sent, gas_used])}
    isTimeline
    className="h-48"
  />
)
