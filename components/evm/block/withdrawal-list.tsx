import { Amount } from '#components/chain/amount.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { blockColumn } from '#components/evm/parts/block-column.tsx'
import type { LiveView } from '#components/evm/parts/lists/live-list-view.tsx'
import { timeColumn } from '#components/kit/columns.tsx'
import { defineList } from '#components/kit/define-list.ts'
import type { EvmWithdrawalRecord } from '#lib/evm/block/lists-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'

type WithdrawalLine = Pick<
  EvmWithdrawalRecord,
  'index' | 'validator_index' | 'address' | 'address_label' | 'amount' | 'block_number' | 'block_timestamp'
>

/** Payments to validators. */
export const withdrawalList = defineList<EvmWithdrawalRecord, WithdrawalLine, LiveView>({
  label: 'Withdrawals',
  noun: 'withdrawals',
  row: ({ block_hash: _, ...line }) => line,
  keyOf: ({ index }) => index,
  repeats: 'latest',
  blockOf: ({ block_number }) => block_number,
  columns: [
    { key: 'index', title: 'Index', width: '8rem', cell: ({ index }) => groupedNumber(index) },
    blockColumn(({ block_number }) => block_number),
    timeColumn(({ block_timestamp }) => block_timestamp),
    {
      key: 'validator',
      title: 'Validator',
      width: '8rem',
      look: 'clip',
      cell: ({ validator_index }) => (
        <>
          <span className="phone-only text-muted">Validator </span>
          {groupedNumber(validator_index)}
        </>
      ),
    },
    {
      key: 'address',
      title: 'Address',
      width: 'minmax(0, 1fr)',
      cell: ({ address, address_label }, { chain }) => (
        <AddressLink chain={chain} address={address} label={address_label} />
      ),
    },
    {
      key: 'amount',
      title: 'Amount',
      width: '12rem',
      align: 'end',
      look: 'clip',
      cell: ({ amount }, { symbol, decimals }) => <Amount value={amount} decimals={decimals} symbol={symbol} />,
    },
  ],
  phone: ['address address amount', 'validator block age'],
  phoneWidths: 'auto minmax(0, 1fr) auto',
  heights: { wide: 44, phone: 72 },
  rowClass: ({ index }, { arrived }) => (arrived?.has(index) ? 'arrived' : undefined),
})
