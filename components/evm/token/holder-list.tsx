import { Amount } from '#components/chain/amount.tsx'
import { Party } from '#components/evm/parts/party.tsx'
import { defineList } from '#components/kit/define-list.ts'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'

type Holder = Output<EvmExplorerApi['evmTokenHolders']>['result'][number]
type View = { chain: string; decimals: number | null; symbol: string | null }

const percentText = (percent: number): string => (percent < 0.01 ? '< 0.01%' : `${percent.toFixed(2)}%`)

/** Holders of an ERC20 token, largest balances first. */
export const holderList = defineList({
  label: 'Holders',
  noun: 'holders',
  row: ({ address, address_label, balance, percent }: Holder) => ({ address, address_label, balance, percent }),
  keyOf: ({ address }) => address,
  repeats: 'first',
  columns: [
    {
      key: 'holder',
      title: 'Holder',
      width: 'minmax(0, 1fr)',
      cell: ({ address, address_label }, { chain }: View) => (
        <Party chain={chain} address={address} label={address_label} />
      ),
    },
    {
      key: 'balance',
      title: 'Balance',
      width: '16rem',
      align: 'end',
      look: 'clip',
      cell: ({ balance }, { decimals, symbol }) => <Amount value={balance} decimals={decimals} symbol={symbol} />,
    },
    {
      key: 'share',
      title: 'Share',
      width: '7rem',
      align: 'end',
      look: 'muted',
      cell: ({ percent }) => percent !== null && percentText(percent),
    },
  ],
  phone: ['holder share', 'balance balance'],
  phoneWidths: 'minmax(0, 1fr) auto',
  heights: { wide: 44, phone: 68 },
})
