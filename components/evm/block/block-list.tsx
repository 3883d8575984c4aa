import { Amount } from '#components/chain/amount.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { GasShare } from '#components/evm/parts/gas-share.tsx'
import type { LiveView } from '#components/evm/parts/lists/live-list-view.tsx'
import { timeColumn } from '#components/kit/columns.tsx'
import { defineList } from '#components/kit/define-list.ts'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmBlockRecord } from '#lib/evm/block/contract.ts'
import { groupedNumber, gweiDecimals } from '#lib/format/amount.ts'

/** EIP-1559: the base fee of all gas is destroyed. */
const burntIn = ({
  base_fee_per_gas,
  gas_used,
}: Pick<EvmBlockRecord, 'base_fee_per_gas' | 'gas_used'>): string | null =>
  base_fee_per_gas === null ? null : String(BigInt(base_fee_per_gas) * BigInt(gas_used))

type BlockLine = Pick<
  EvmBlockRecord,
  | 'block_number'
  | 'block_hash'
  | 'block_timestamp'
  | 'miner'
  | 'miner_label'
  | 'gas_used'
  | 'gas_limit'
  | 'base_fee_per_gas'
  | 'transaction_count'
>

const None = () => <span className="text-muted">none</span>

/** Blocks of a chain. */
export const blockList = defineList<EvmBlockRecord, BlockLine, LiveView>({
  label: 'Blocks',
  noun: 'blocks',
  row: ({ parent_hash: _, size: __, ...line }) => line,
  keyOf: ({ block_hash }) => block_hash,
  repeats: 'latest',
  blockOf: ({ block_number }) => block_number,
  columns: [
    {
      key: 'block',
      title: 'Block',
      width: 'minmax(0, 0.8fr)',
      cell: ({ block_number }, { chain }) => (
        <Link href={evmPaths.block({ chain, block: block_number })}>{groupedNumber(block_number)}</Link>
      ),
    },
    timeColumn((row) => row.block_timestamp),
    {
      key: 'transactions',
      title: 'Transactions',
      width: '7rem',
      align: 'end',
      cell: ({ transaction_count }) => (
        <>
          {groupedNumber(transaction_count)}{' '}
          <span className="phone-only text-muted">{transaction_count === 1 ? 'tx' : 'txs'}</span>
        </>
      ),
    },
    {
      key: 'recipient',
      title: 'Fee recipient',
      width: 'minmax(0, 1.4fr)',
      cell: ({ miner, miner_label }, { chain }) => <AddressLink chain={chain} address={miner} label={miner_label} />,
    },
    {
      key: 'gas',
      title: 'Gas used',
      width: '11rem',
      align: 'end',
      look: 'flow',
      phoneAlign: 'end',
      cell: ({ gas_used, gas_limit }) => (
        <>
          <span className="wide-only">{groupedNumber(gas_used)}</span>
          <GasShare used={gas_used} limit={gas_limit} className="w-12" />
        </>
      ),
    },
    {
      key: 'fee',
      title: 'Base fee, Gwei',
      width: '8rem',
      align: 'end',
      look: 'clip',
      cell: ({ base_fee_per_gas }) =>
        base_fee_per_gas === null ? <None /> : <Amount value={base_fee_per_gas} decimals={gweiDecimals} />,
    },
    {
      key: 'burnt',
      title: 'Burnt',
      width: '9rem',
      align: 'end',
      look: 'muted clip',
      isExtra: true,
      cell: (row, { symbol, decimals }) => {
        const burnt = burntIn(row)
        return burnt === null ? <None /> : <Amount value={burnt} decimals={decimals} symbol={symbol} />
      },
    },
  ],
  phone: ['block block age', 'recipient recipient transactions', 'gas gas gas'],
  heights: { wide: 44, phone: 104 },
  rowClass: ({ block_hash }, { arrived }) => (arrived?.has(block_hash) ? 'arrived' : undefined),
})
