import { AddressMark } from '#components/chain/address-mark.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import type { LiveView } from '#components/evm/parts/lists/live-list-view.tsx'
import { defineList } from '#components/kit/define-list.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import type { EvmRankedAccount } from '#lib/evm/holdings/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'

type AccountLine = Pick<EvmRankedAccount, 'rank' | 'address' | 'address_label' | 'balance'>

/** Accounts by their balance. */
export const accountList = defineList<EvmRankedAccount, AccountLine, LiveView>({
  label: 'Top accounts',
  noun: 'accounts',
  row: ({ rank, address, address_label, balance }) => ({ rank, address, address_label, balance }),
  keyOf: ({ address }) => address,
  repeats: 'first',
  columns: [
    {
      key: 'rank',
      title: '#',
      width: '4rem',
      look: 'muted',
      cell: ({ rank }) => groupedNumber(rank),
    },
    {
      key: 'address',
      title: 'Address',
      width: 'minmax(0, 1fr)',
      look: 'flow',
      cell: ({ address, address_label }, { chain }) => (
        <>
          <AddressMark address={address} />
          <AddressLink chain={chain} address={address} label={address_label} className="min-w-0" />
          <CopyButton value={address} label="Copy address" />
        </>
      ),
    },
    {
      key: 'balance',
      title: 'Balance',
      width: '16rem',
      align: 'end',
      look: 'clip',
      cell: ({ balance }, { symbol, decimals }) => <Amount value={balance} decimals={decimals} symbol={symbol} />,
    },
  ],
  phone: ['rank address balance'],
  phoneWidths: '2rem minmax(0, 1fr) auto',
  heights: { wide: 44, phone: 48 },
})
