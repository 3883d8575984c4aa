import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { CollectionLink, TokenLink } from '#components/aptos/parts/token-link.tsx'
import { type Column, defineList } from '#components/kit/define-list.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import type { AptosNftOwner } from '#lib/aptos/api/records.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { sinceColumns } from './since-columns.tsx'

type HoldingView = { network: AptosNetwork }

/** Names are chosen by the token's creator; the token page shows them in full. */
const nameMax = 60

const holding = (row: AptosNftOwner) => ({
  owner: row.owner_address,
  token: row.token_data_id_hash,
  name: cutText(row.name, nameMax),
  edition: row.property_version,
  collection: row.collection_data_id_hash,
  collectionName: cutText(row.collection_name, nameMax),
  amount: row.amount,
  version: row.last_transaction_version,
  since: row.last_transaction_timestamp,
})
type Holding = ReturnType<typeof holding>

type HoldingColumn = Column<Holding, HoldingView>

const ownerColumn: HoldingColumn = {
  key: 'who',
  title: 'Owner',
  width: 'minmax(0, 1.3fr)',
  cell: ({ owner }, { network }) => (
    <span className="copied">
      <AccountLink address={owner} network={network} />
      <CopyButton value={owner} label="Copy owner" />
    </span>
  ),
}

const tokenColumn: HoldingColumn = {
  key: 'what',
  title: 'Token',
  width: 'minmax(0, 1fr)',
  look: 'clip',
  cell: ({ token, name, edition }, { network }) => (
    <>
      <TokenLink id={token} name={name} network={network} />
      {edition !== '0' && <span className="text-muted"> v{edition}</span>}
    </>
  ),
}

const editionColumn: HoldingColumn = {
  key: 'edition',
  title: 'Property version',
  width: 'minmax(0, 1fr)',
  look: 'muted clip',
  cell: ({ edition }) => (
    <>
      <span className="phone-only">property version </span>
      {edition}
    </>
  ),
}

const collectionColumn: HoldingColumn = {
  key: 'where',
  title: 'Collection',
  width: 'minmax(0, 1fr)',
  look: 'phone-muted clip',
  cell: ({ collection, collectionName }, { network }) => (
    <CollectionLink id={collection} name={collectionName} network={network} />
  ),
}

const lastColumns: readonly HoldingColumn[] = [
  {
    key: 'amount',
    title: 'Amount',
    width: '6rem',
    align: 'end',
    cell: ({ amount }) => groupedNumber(amount),
  },
  ...sinceColumns,
]

const holdingList = (label: string, columns: readonly HoldingColumn[], phone: readonly string[]) =>
  defineList({
    label,
    noun: 'holdings',
    row: holding,
    keyOf: ({ token, edition, owner }) => `${token}-${edition}-${owner}`,
    repeats: 'first',
    columns: [...columns, ...lastColumns],
    phone,
    phoneWidths: 'minmax(0, 1fr) auto',
    heights: { wide: 44, phone: 76 },
  })

export const collectionOwnerList = holdingList('Owners', [ownerColumn, tokenColumn], ['what amount', 'who since'])
export const tokenOwnerList = holdingList('Owners', [ownerColumn, editionColumn], ['who amount', 'edition since'])
export const ownedTokenList = holdingList(
  'Tokens held',
  [tokenColumn, collectionColumn],
  ['what amount', 'where since'],
)
