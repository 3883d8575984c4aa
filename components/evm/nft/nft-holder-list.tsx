import { Party } from '#components/evm/parts/party.tsx'
import { defineList } from '#components/kit/define-list.ts'
import { Link } from '#components/ui/link.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { groupedNumber } from '#lib/format/amount.ts'

type Item = Output<EvmExplorerApi['evmNftOwners']>['result'][number]

/** Owners of an ERC1155 token and their amounts. */
export const nftHolderList = defineList({
  label: 'Owners',
  noun: 'owners',
  row: ({ owner, owner_label, amount, block_number }: Item) => ({
    owner,
    label: owner_label,
    amount,
    block: block_number,
  }),
  keyOf: ({ owner }) => owner,
  repeats: 'first',
  columns: [
    {
      key: 'owner',
      title: 'Owner',
      width: 'minmax(0, 1fr)',
      cell: ({ owner, label }, { chain }: { chain: string }) => <Party chain={chain} address={owner} label={label} />,
    },
    {
      key: 'amount',
      title: 'Amount',
      width: 'minmax(0, 10rem)',
      align: 'end',
      look: 'clip',
      cell: ({ amount }) => <span title={amount}>{groupedNumber(amount)}</span>,
    },
    {
      key: 'block',
      title: 'Since block',
      width: '8rem',
      align: 'end',
      look: 'muted',
      cell: ({ block }, { chain }) => <Link href={evmPaths.block({ chain, block })}>{groupedNumber(block)}</Link>,
    },
  ],
  phone: ['owner amount block'],
  phoneWidths: 'minmax(0, 1fr) minmax(0, 6rem) 5.5rem',
  heights: { wide: 44, phone: 44 },
})
