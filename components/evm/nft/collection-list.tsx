import { AddressMark } from '#components/chain/address-mark.tsx'
import { transferCountColumns } from '#components/evm/parts/lists/transfer-count-columns.tsx'
import { defineList } from '#components/kit/define-list.ts'
import { SmallPicture } from '#components/nft/small-picture.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { Mark } from '#components/ui/mark.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'

type Collection = Output<EvmExplorerApi['evmNftCollections']>['result'][number]

/** Written by the contract's author, so it is cut. */
const nameMax = 80

const counted = (value: number, noun: string, isComplete: boolean) => (
  <span {...(!isComplete && { title: 'Counted from the indexed transfers; others are missing' })}>
    {groupedNumber(value)}
    {!isComplete && <span className="text-muted"> known</span>}
    <span className="phone-only"> {noun}</span>
  </span>
)

/** The NFT collections of a chain. */
export const collectionList = defineList({
  label: 'NFT collections',
  noun: 'collections',
  row: (collection: Collection) => ({
    address: collection.address,
    name: cutText(collection.name?.trim() || collection.symbol?.trim() || '', nameMax),
    standard: collection.contract_type,
    owners: collection.owners,
    tokens: collection.tokens,
    transfers: collection.transfers,
    dayTransfers: collection.day_transfers,
    media: collection.media && { media_collection: collection.media.media_collection },
    firstBlock: collection.first_block,
    isComplete: collection.index_complete,
    isSpam: collection.possible_spam,
    isVerified: collection.verified,
  }),
  keyOf: ({ address }) => address,
  repeats: 'first',
  columns: [
    {
      key: 'collection',
      title: 'Collection',
      width: 'minmax(0, 1fr)',
      look: 'clip',
      cell: ({ address, name, media, standard, isSpam, isVerified }, { chain }: { chain: string }) => (
        <span className="flex min-w-0 items-center gap-2">
          {media?.media_collection ? (
            <SmallPicture media={media} className="size-8" />
          ) : (
            <AddressMark address={address} size={32} />
          )}
          <Link href={evmPaths.token({ chain, address })} title={address} className="min-w-0 truncate">
            {name || <span className="font-mono">{`${address.slice(0, 10)}…${address.slice(-6)}`}</span>}
          </Link>
          {isVerified && <Mark icon="verified" title="Known collection" className="text-good" />}
          {standard && <span className="shrink-0 text-muted text-xs max-sm:hidden">{standard}</span>}
          {isSpam && <Badge tone="warn">Spam</Badge>}
        </span>
      ),
    },
    {
      key: 'owners',
      title: 'Owners',
      width: '8rem',
      align: 'end',
      cell: ({ owners, isComplete }) => counted(owners, 'owners', isComplete),
    },
    {
      key: 'tokens',
      title: 'NFTs',
      width: '8rem',
      align: 'end',
      cell: ({ tokens, isComplete }) => counted(tokens, 'NFTs', isComplete),
    },
    ...transferCountColumns,
  ],
  phone: ['collection collection', 'owners day'],
  phoneWidths: 'minmax(0, 1fr) auto',
  heights: { wide: 44, phone: 68 },
  rowClass: ({ isSpam }) => (isSpam ? 'faded' : undefined),
})
