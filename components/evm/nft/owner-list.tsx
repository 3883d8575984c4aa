import { nftTitle } from '#components/evm/parts/nft-title.ts'
import { Party } from '#components/evm/parts/party.tsx'
import { defineList } from '#components/kit/define-list.ts'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { Nft } from '#lib/evm/api/records/nfts.ts'
import { groupedNumber } from '#lib/format/amount.ts'

type Owner = { owner: string; token: string; id: string; title: string; amount: string | null; block: string | null }

/** The owners of a collection's tokens, latest activity first. */
export const ownerList = defineList({
  label: 'Owners',
  noun: 'owners',
  row: (nft: Nft & { owner_of: string }): Owner => ({
    owner: nft.owner_of,
    token: nft.token_address,
    id: nft.token_id,
    title: nftTitle(nft),
    amount: nft.amount,
    block: nft.block_number ?? null,
  }),
  keyOf: ({ owner, id }) => `${owner}-${id}`,
  repeats: 'first',
  columns: [
    {
      key: 'owner',
      title: 'Owner',
      width: 'minmax(0, 1.4fr)',
      cell: ({ owner }, { chain }: { chain: string }) => <Party chain={chain} address={owner} />,
    },
    {
      key: 'item',
      title: 'Item',
      width: 'minmax(0, 1fr)',
      look: 'clip',
      cell: ({ token, id, title }, { chain }) => (
        <Link href={evmPaths.nft({ chain, address: token, tokenId: id })}>{title}</Link>
      ),
    },
    {
      key: 'amount',
      title: 'Amount',
      width: '8rem',
      align: 'end',
      cell: ({ amount }) => (amount === null ? 'unknown' : groupedNumber(amount)),
    },
    {
      key: 'block',
      title: 'Since block',
      width: '8rem',
      align: 'end',
      look: 'muted',
      cell: ({ block }, { chain }) =>
        block && <Link href={evmPaths.block({ chain, block })}>{groupedNumber(block)}</Link>,
    },
  ],
  phone: ['owner amount', 'item block'],
  phoneWidths: 'minmax(0, 1fr) auto',
  heights: { wide: 44, phone: 68 },
})
