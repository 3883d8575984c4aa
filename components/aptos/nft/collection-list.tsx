import { type CatalogView, catalogColumns, ListedCount } from '#components/aptos/parts/catalog-columns.tsx'
import { StandardBadge } from '#components/aptos/parts/standard-badge.tsx'
import { CollectionLink } from '#components/aptos/parts/token-link.tsx'
import { defineList } from '#components/kit/define-list.ts'
import { SmallPicture } from '#components/nft/small-picture.tsx'
import type { AptosListedCollection } from '#lib/aptos/nft/contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'

const nameMax = 80

/** The NFT collections of a network. */
export const aptosCollectionList = defineList({
  label: 'NFT collections',
  noun: 'collections',
  row: (item: AptosListedCollection) => ({
    id: item.collection_data_id_hash,
    name: cutText(item.collection_name, nameMax),
    standard: item.token_standard,
    media: item.media && { status: item.media.status, media_collection: item.media.media_collection },
    tokens: item.token_count,
    owners: item.owner_count,
    dayActivity: item.day_activity_count,
    firstVersion: item.first_version,
    since: item.first_timestamp,
  }),
  keyOf: ({ id }) => id,
  repeats: 'first',
  columns: [
    {
      key: 'name',
      title: 'Collection',
      width: 'minmax(0, 1fr)',
      look: 'clip',
      cell: ({ id, name, media, standard }, { network }: CatalogView) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="size-7 shrink-0 rounded-md bg-sunken">
            <SmallPicture media={media} className="size-7" />
          </span>
          <CollectionLink id={id} name={name} network={network} className="min-w-0 truncate" />
          <StandardBadge standard={standard} />
        </span>
      ),
    },
    {
      key: 'tokens',
      title: 'NFTs',
      width: '7rem',
      align: 'end',
      phoneAlign: 'start',
      cell: ({ tokens }, { isPartial }) => <ListedCount count={tokens} noun="NFTs" isPartial={isPartial} />,
    },
    {
      key: 'owners',
      title: 'Owners',
      width: '7rem',
      align: 'end',
      phoneAlign: 'start',
      cell: ({ owners }, { isPartial }) => <ListedCount count={owners} noun="owners" isPartial={isPartial} />,
    },
    ...catalogColumns,
  ],
  phone: ['name name name', 'tokens owners day'],
  phoneWidths: '6rem minmax(0, 1fr) auto',
  heights: { wide: 44, phone: 76 },
})
