import { ArrowRight } from 'lucide-react'
import { AddressLink } from '#components/chain/address-link.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { Badge } from '#components/ui/badge.tsx'
import type { InternalTransaction } from '#lib/evm/contract/transactions.ts'
import { groupedNumber } from '#lib/format/amount.ts'

const nativeDecimals = 18

/** The calls that contracts made, in the order in which they ran. */
export const InternalTransactions = ({
  chain,
  symbol,
  calls,
}: {
  chain: string
  symbol: string
  calls: readonly InternalTransaction[]
}) => (
  <ol className="text-sm">
    {calls.map(({ type, from, to, value, gas_used }, index) => (
      <li
        // biome-ignore lint/suspicious/noArrayIndexKey: calls have no name but their place
        key={index}
        className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 border-line border-b px-4 py-2.5 last:border-b-0 lg:grid-cols-[3rem_8rem_minmax(0,1fr)_auto_minmax(0,1fr)_10rem_8rem]"
      >
        <span className="hidden text-muted lg:block">{index + 1}</span>
        <span className="col-span-3 lg:col-span-1">
          <Badge className="font-mono">{type}</Badge>
        </span>
        <AddressLink chain={chain} address={from} />
        <ArrowRight size={14} className="text-muted" aria-label="to" />
        {to ? <AddressLink chain={chain} address={to} /> : <span className="text-muted">none</span>}
        <span className="col-span-2 lg:col-span-1 lg:text-right">
          <Amount value={value} decimals={nativeDecimals} symbol={symbol} />
        </span>
        <span className="text-right text-muted">{groupedNumber(gas_used)} gas</span>
      </li>
    ))}
  </ol>
)
