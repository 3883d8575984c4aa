import { AssetLink, WarningBadge } from '#components/aptos/parts/asset-link.tsx'
import { assetWords } from '#components/aptos/parts/asset-words.ts'
import { type CatalogView, catalogColumns, ListedCount } from '#components/aptos/parts/catalog-columns.tsx'
import { AssetIcon } from '#components/aptos/parts/values/asset-icon.tsx'
import { None } from '#components/aptos/parts/values/none.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { defineList } from '#components/kit/define-list.ts'
import type { AptosListedAsset } from '#lib/aptos/asset/contract.ts'

/** The coins and fungible assets of a network. */
export const assetList = defineList({
  label: 'Coins and fungible assets',
  noun: 'assets',
  row: (item: AptosListedAsset) => ({
    id: item.asset_id,
    ...assetWords(item),
    icon_preview_url: item.icon_preview_url,
    warnings: item.warnings,
    supply: item.supply,
    decimals: item.decimals,
    holders: item.holder_count,
    dayActivity: item.day_activity_count,
    firstVersion: item.first_version,
    since: item.first_timestamp,
  }),
  keyOf: ({ id }) => id,
  repeats: 'first',
  columns: [
    {
      key: 'what',
      title: 'Asset',
      width: 'minmax(0, 1fr)',
      look: 'clip',
      cell: (row, { network }: CatalogView) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="size-6 shrink-0 rounded-full bg-sunken">
            <AssetIcon asset={row} className="size-6" />
          </span>
          <span className="min-w-0 truncate">
            <AssetLink id={row.id} symbol={row.symbol} name={row.name} network={network} />{' '}
            {row.symbol && <bdi className="text-muted">{row.name}</bdi>}
          </span>
          <WarningBadge warnings={row.warnings} />
        </span>
      ),
    },
    {
      key: 'holders',
      title: 'Holders',
      width: '7rem',
      align: 'end',
      phoneAlign: 'start',
      cell: ({ holders }, { isPartial }) => <ListedCount count={holders} noun="holders" isPartial={isPartial} />,
    },
    {
      key: 'supply',
      title: 'Supply',
      width: '11rem',
      align: 'end',
      look: 'clip',
      cell: ({ supply, decimals }) => (supply === null ? <None /> : <Amount value={supply} decimals={decimals} />),
    },
    ...catalogColumns,
  ],
  phone: ['what what', 'holders day'],
  phoneWidths: 'minmax(0, 1fr) auto',
  heights: { wide: 44, phone: 76 },
  rowClass: ({ warnings }) => (warnings.length > 0 ? 'faded' : undefined),
})
