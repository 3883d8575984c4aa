import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { AssetLink } from '#components/aptos/parts/asset-link.tsx'
import { None } from '#components/aptos/parts/values/none.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { timeColumn } from '#components/kit/columns.tsx'
import { type Column, defineList } from '#components/kit/define-list.ts'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import type { AptosTransfer } from '#lib/aptos/asset/contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'

type TransferView = { network: AptosNetwork }

const kindOf = (type: string, isFrozen: boolean | null, isGasFee: boolean): { title: string; tone: Tone } => {
  if (isGasFee) return { title: 'Gas fee', tone: 'neutral' }
  if (isFrozen !== null) return isFrozen ? { title: 'Frozen', tone: 'warn' } : { title: 'Released', tone: 'neutral' }
  return type.includes('Deposit') ? { title: 'Received', tone: 'accent' } : { title: 'Sent', tone: 'neutral' }
}

const textMax = 40

const transferRow = (row: AptosTransfer) => ({
  version: row.transaction_version,
  event: row.event_index,
  timestamp: row.transaction_timestamp,
  type: row.event_type,
  ...kindOf(row.event_type, row.is_frozen, row.is_gas_fee),
  isFailed: !row.is_transaction_success,
  owner: row.owner_address,
  sponsor: row.gas_fee_payer_address,
  asset: row.asset_id,
  symbol: cutText(row.symbol ?? '', textMax),
  name: cutText(row.name ?? '', textMax),
  decimals: row.decimals,
  amount: row.amount,
  function: row.entry_function && cutText(row.entry_function.split('::').slice(-2).join('::'), textMax),
})
type Transfer = ReturnType<typeof transferRow>
type TransferColumn = Column<Transfer, TransferView>

const versionColumn: TransferColumn = {
  key: 'hash',
  title: 'Version',
  width: 'minmax(0, 0.8fr)',
  look: 'clip',
  cell: ({ version }, { network }) => <VersionLink version={version} network={network} />,
}

const kindColumn: TransferColumn = {
  key: 'kind',
  title: 'Kind',
  width: '8.5rem',
  look: 'flow',
  cell: ({ title, tone, type, isFailed, sponsor }) => (
    <>
      <Badge tone={tone} title={type}>
        {title}
      </Badge>
      {isFailed && <Badge tone="bad">Failed</Badge>}
      {sponsor !== null && <Badge title={`Paid by ${sponsor}`}>Sponsored</Badge>}
    </>
  ),
}

const functionColumn: TransferColumn = {
  key: 'function',
  title: 'Function',
  width: 'minmax(0, 1.2fr)',
  look: 'muted clip',
  cell: ({ function: called }) => (called === null ? <None /> : called),
}

const ownerColumn: TransferColumn = {
  key: 'who',
  title: 'Account',
  width: 'minmax(0, 1.2fr)',
  cell: ({ owner }, { network }) =>
    owner === null ? (
      <span className="text-muted" title="The transaction deleted the store and does not name its owner">
        unknown
      </span>
    ) : (
      <AccountLink address={owner} network={network} />
    ),
}

const amountColumn: TransferColumn = {
  key: 'amount',
  title: 'Amount',
  width: 'minmax(0, 1fr)',
  align: 'end',
  look: 'clip',
  cell: ({ amount, decimals }) => (amount === null ? <None /> : <Amount value={amount} decimals={decimals} />),
}

const assetColumn: TransferColumn = {
  key: 'what',
  title: 'Asset',
  width: 'minmax(0, 0.8fr)',
  look: 'clip',
  cell: ({ asset, symbol, name }, { network }) =>
    asset === null ? (
      <span className="text-muted" title="The transaction deleted the store and does not say what it contained">
        unknown
      </span>
    ) : (
      <AssetLink id={asset} symbol={symbol} name={name} network={network} />
    ),
}

const placeColumns = [versionColumn, kindColumn, timeColumn(({ timestamp }: Transfer) => timestamp)]
const base = {
  label: 'Transfers',
  noun: 'transfers',
  row: transferRow,
  keyOf: ({ version, event }: Transfer) => `${version}-${event}`,
  repeats: 'first',
  heights: { wide: 44, phone: 76 },
} as const

/** Asset transfers and gas fees of an account. */
export const accountTransferList = defineList({
  ...base,
  columns: [...placeColumns, functionColumn, amountColumn, assetColumn],
  phone: ['kind amount what', 'hash age age'],
  phoneWidths: 'minmax(0, 1fr) auto auto',
})

/** Transfers of one asset, which is not repeated. */
export const assetTransferList = defineList({
  ...base,
  columns: [...placeColumns, ownerColumn, functionColumn, amountColumn],
  phone: ['who who amount', 'kind hash age'],
  phoneWidths: 'auto minmax(0, 1fr) auto',
})
