import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { AssetLink, WarningBadge } from '#components/aptos/parts/asset-link.tsx'
import { AssetIcon } from '#components/aptos/parts/values/asset-icon.tsx'
import { None } from '#components/aptos/parts/values/none.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { type Column, defineList } from '#components/kit/define-list.ts'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import type { AptosAccountAsset, AptosHolder } from '#lib/aptos/asset/contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { sinceColumns } from './since-columns.tsx'

type BalanceView = { network: AptosNetwork }
/** A list of holders shows one asset. */
type HolderView = BalanceView & { decimals: number | null }

const textMax = 40

const storeRow = (row: AptosAccountAsset | AptosHolder) => ({
  storage: row.storage_id,
  amount: row.amount,
  isPrimary: row.is_primary,
  isFrozen: row.is_frozen,
  version: row.last_version,
  since: row.last_timestamp,
})
type StoreRow = ReturnType<typeof storeRow>

const accountAsset = (row: AptosAccountAsset) => ({
  ...storeRow(row),
  asset: row.asset_id,
  symbol: cutText(row.symbol ?? '', textMax),
  name: cutText(row.name ?? '', textMax),
  decimals: row.decimals,
  icon_preview_url: row.icon_preview_url,
  warnings: row.warnings,
})

const holderRow = (row: AptosHolder) => ({ ...storeRow(row), owner: row.owner_address, percent: row.percent })

const Marks = ({ row: { isPrimary, isFrozen, storage } }: { row: StoreRow }) => (
  <>
    {isFrozen && (
      <Badge tone="warn" title="Nothing can be deposited into this store or withdrawn from it">
        Frozen
      </Badge>
    )}
    {!isPrimary && <Badge title={`A secondary store, an object of its own: ${storage}`}>Secondary</Badge>}
  </>
)

const base = {
  repeats: 'first',
  keyOf: ({ storage }: StoreRow) => storage,
  phoneWidths: 'minmax(0, 1fr) auto',
  heights: { wide: 44, phone: 76 },
} as const

type Held = Column<ReturnType<typeof accountAsset>, BalanceView>

const heldColumns: readonly Held[] = [
  {
    key: 'what',
    title: 'Asset',
    width: 'minmax(0, 1.2fr)',
    look: 'flow',
    cell: (row, { network }) => (
      <>
        <AssetIcon asset={row} />
        <AssetLink id={row.asset} symbol={row.symbol} name={row.name} network={network} />
        <WarningBadge warnings={row.warnings} />
        <Marks row={row} />
      </>
    ),
  },
  {
    key: 'name',
    title: 'Name',
    width: 'minmax(0, 1fr)',
    look: 'muted clip',
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  {
    key: 'amount',
    title: 'Amount',
    width: 'minmax(0, 1fr)',
    align: 'end',
    look: 'clip',
    cell: ({ amount, decimals }) => <Amount value={amount} decimals={decimals} />,
  },
]

/** Coins and fungible assets of an account. */
export const accountAssetList = defineList({
  ...base,
  label: 'Assets held',
  noun: 'assets',
  row: accountAsset,
  columns: [...heldColumns, ...sinceColumns],
  phone: ['what amount', 'name since'],
})

type Holder = Column<ReturnType<typeof holderRow>, HolderView>

const holderColumns: readonly Holder[] = [
  {
    key: 'who',
    title: 'Holder',
    width: 'minmax(0, 1.5fr)',
    look: 'flow',
    cell: (row, { network }) => (
      <>
        <span className="copied">
          <AccountLink address={row.owner} network={network} />
          <CopyButton value={row.owner} label="Copy holder" />
        </span>
        <Marks row={row} />
      </>
    ),
  },
  {
    key: 'amount',
    title: 'Amount',
    width: 'minmax(0, 1fr)',
    align: 'end',
    look: 'clip',
    cell: ({ amount }, { decimals }) => <Amount value={amount} decimals={decimals} />,
  },
  {
    key: 'share',
    title: 'Share',
    width: '6rem',
    align: 'end',
    look: 'muted',
    cell: ({ percent }) => (percent === null ? <None /> : percent < 0.01 ? '<0.01%' : `${percent}%`),
  },
]

/** Holders of an asset. */
export const assetHolderList = defineList({
  ...base,
  label: 'Holders',
  noun: 'holders',
  row: holderRow,
  columns: [...holderColumns, ...sinceColumns],
  phone: ['who amount', 'share since'],
})
