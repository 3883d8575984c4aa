import { Hash } from '#components/chain/hash.tsx'
import { defineList } from '#components/kit/define-list.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { Mark } from '#components/ui/mark.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { NftSearchResult } from '#lib/evm/api/records/nfts.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'

/** Written by the token's author, so it is cut; the token page shows all of it. */
const nameMax = 80
const descriptionMax = 240

/** Found tokens, the best match first. */
export const nftSearchList = defineList({
  label: 'Found NFTs',
  noun: 'NFTs',
  row: (nft: NftSearchResult) => ({
    key: nft.token_hash,
    token: nft.token_address,
    id: nft.token_id,
    name: cutText(nft.metadata_name?.trim() || `#${nft.token_id}`, nameMax),
    description: cutText(nft.metadata_description ?? '', descriptionMax),
    block: nft.block_number_minted,
    isVerified: nft.verified_collection,
    isSpam: nft.possible_spam,
  }),
  keyOf: ({ key }) => key,
  repeats: 'latest',
  columns: [
    {
      key: 'name',
      title: 'NFT',
      width: 'minmax(0, 1fr)',
      look: 'flow',
      cell: (nft, { chain }: { chain: string }) => (
        <>
          <Link href={evmPaths.nft({ chain, address: nft.token, tokenId: nft.id })} className="clip font-medium">
            {nft.name}
          </Link>
          {nft.isVerified && <Mark icon="verified" title="Known collection" className="text-good" />}
          {nft.isSpam && (
            <Badge tone="warn" title="Looks like spam">
              <Mark icon="doubt" /> Spam
            </Badge>
          )}
        </>
      ),
    },
    {
      key: 'about',
      title: 'Description',
      width: 'minmax(0, 1.6fr)',
      look: 'line-clamp-1 text-muted lg:line-clamp-2',
      cell: ({ description }) => description || 'No description',
    },
    {
      key: 'token',
      title: 'Collection',
      width: 'minmax(0, 0.9fr)',
      look: 'flow',
      cell: ({ token, id }, { chain }) => (
        <>
          <Link href={evmPaths.token({ chain, address: token })} className="min-w-0 flex-1">
            <Hash value={token} title={undefined} />
          </Link>
          <span className="symbol">#{id}</span>
        </>
      ),
    },
    {
      key: 'block',
      title: 'Minted in block',
      width: '7rem',
      align: 'end',
      look: 'muted',
      cell: ({ block }, { chain }) =>
        block && <Link href={evmPaths.block({ chain, block })}>{groupedNumber(block)}</Link>,
    },
  ],
  phone: ['name name', 'about about', 'token block'],
  phoneWidths: 'minmax(0, 1fr) auto',
  heights: { wide: 60, phone: 104 },
  rowClass: ({ isSpam }) => (isSpam ? 'faded' : undefined),
})
