import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { StandardBadge } from '#components/aptos/parts/standard-badge.tsx'
import { CollectionLink } from '#components/aptos/parts/token-link.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { defineList } from '#components/kit/define-list.ts'
import { SmallPicture } from '#components/nft/small-picture.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { AptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import { cutText } from '#lib/format/cut-texts.ts'

type Item = Output<AptosExplorerApi['aptosCreatorCollections']>['result'][number]

const nameMax = 80

/** The collections of a creator, newest first. */
export const creatorCollectionList = defineList({
  label: 'Collections',
  noun: 'collections',
  row: (item: Item) => ({
    id: item.collection_data_id_hash,
    name: cutText(item.collection_name, nameMax),
    standard: item.token_standard,
    version: item.first_version,
    since: item.first_timestamp,
    media: item.media && { media_collection: item.media.media_collection },
  }),
  keyOf: ({ id }) => id,
  repeats: 'first',
  columns: [
    {
      key: 'name',
      title: 'Collection',
      width: 'minmax(0, 1fr)',
      look: 'clip',
      cell: ({ id, name, media }, { network }: { network: AptosNetwork }) => (
        <>
          <SmallPicture media={media} className="mr-2 size-7" />
          <CollectionLink id={id} name={name} network={network} />
        </>
      ),
    },
    {
      key: 'standard',
      title: 'Standard',
      width: '8rem',
      cell: ({ standard }) => <StandardBadge standard={standard} />,
    },
    {
      key: 'version',
      title: 'First seen in',
      width: '8rem',
      look: 'wide-end',
      cell: ({ version }, { network }) => (
        <>
          <span className="phone-only text-muted">first seen in </span>
          <VersionLink version={version} network={network} />
        </>
      ),
    },
    {
      key: 'since',
      title: 'Time',
      width: 'var(--time-width)',
      phoneAlign: 'end',
      look: 'muted clip',
      cell: ({ since }) => <Timestamp iso={since} />,
    },
  ],
  phone: ['name standard', 'version since'],
  phoneWidths: 'minmax(0, 1fr) auto',
  heights: { wide: 44, phone: 76 },
})
