'use client'

import type { ReactNode } from 'react'
import { GridCell, type GridColumn, GridHeader } from '#components/chain/grid-cell.tsx'
import { InfiniteTable } from '#components/chain/infinite-table.tsx'
import { ListEnd } from '#components/chain/list-end.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { useListed } from '#components/chain/use-listed.ts'
import { type PagesOptions, usePages } from '#components/chain/use-pages.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import type { AptosNftOwner } from '#lib/aptos/contract/records.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { AccountLink } from './account-link.tsx'
import type { AptosNetwork } from './aptos-path.ts'
import { aptosExplorerQueries, aptosQueries } from './aptos-queries.ts'
import { CollectionLink, TokenLink } from './token-link.tsx'
import { VersionLink } from './version-link.tsx'

/** As `rowClasses` sets them, with the line below. */
const heights = { wide: 44, narrow: 76 } as const
const rowFrame = 'group grid h-19 content-center items-center gap-x-3 gap-y-1 px-4 lg:h-11'

/** What a list of holdings shows of each: who holds it, or which token it is, or both. */
const layouts = {
  both: `${rowFrame} [grid-template-areas:"what_amount"_"who_since"] grid-cols-[minmax(0,1fr)_auto] lg:[grid-template-areas:"who_what_amount_version_since"] lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_6rem_8rem_var(--time-width)]`,
  who: `${rowFrame} [grid-template-areas:"who_amount"_"edition_since"] grid-cols-[minmax(0,1fr)_auto] lg:[grid-template-areas:"who_edition_amount_version_since"] lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)_6rem_8rem_var(--time-width)]`,
  what: `${rowFrame} [grid-template-areas:"what_amount"_"where_since"] grid-cols-[minmax(0,1fr)_auto] lg:[grid-template-areas:"what_where_amount_version_since"] lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_6rem_8rem_var(--time-width)]`,
} as const
type Layout = keyof typeof layouts

const firstColumns: Record<Layout, readonly GridColumn[]> = {
  both: [
    { area: 'who', title: 'Owner' },
    { area: 'what', title: 'Token' },
  ],
  who: [
    { area: 'who', title: 'Owner' },
    { area: 'edition', title: 'Property version' },
  ],
  what: [
    { area: 'what', title: 'Token' },
    { area: 'where', title: 'Collection' },
  ],
}
const columnsOf = (layout: Layout): readonly GridColumn[] => [
  ...firstColumns[layout],
  { area: 'amount', title: 'Amount', end: true },
  { area: 'version', title: 'Since version', end: true, className: 'max-lg:hidden' },
  { area: 'since', title: 'Since' },
]

type HoldingPage = { result: readonly AptosNftOwner[] }

const keyOf = ({ token_data_id_hash, property_version, owner_address }: AptosNftOwner) =>
  `${token_data_id_hash}-${property_version}-${owner_address}`

/** A list of what is held that begins with the server's first page. */
const holdingPages =
  <Page extends HoldingPage, Input, Key extends readonly unknown[]>(
    optionsOf: (input: Input) => PagesOptions<Page, Key>,
    { layout, label }: { layout: Layout; label: string },
  ) =>
  ({
    input,
    first,
    network,
    children,
  }: {
    /** What is asked for, the page size included. */
    input: Input
    first: Page
    network: AptosNetwork
    /** What stands there when nothing is held. */
    children: ReactNode
  }) => {
    const options = optionsOf(input)
    const query = usePages(options, first)
    const { rows, see } = useListed(options, query.data.pages, keyOf)
    if (rows.length === 0 && !query.hasNextPage) return children
    return (
      <>
        <InfiniteTable
          label={label}
          header={<GridHeader columns={columnsOf(layout)} />}
          columns={layouts[layout]}
          rows={rows}
          rowKey={keyOf}
          onSee={see}
          heights={heights}
          row={(row) => <HoldingCells row={row} layout={layout} network={network} />}
        />
        <ListEnd query={query} count={rows.length} noun="holdings" />
      </>
    )
  }

const HoldingCells = ({ row, layout, network }: { row: AptosNftOwner; layout: Layout; network: AptosNetwork }) => (
  <>
    {layout !== 'what' && (
      <GridCell area="who" className="flex items-center">
        <AccountLink address={row.owner_address} network={network} className="min-w-0" />
        <CopyButton
          value={row.owner_address}
          label="Copy owner"
          className="max-lg:hidden lg:opacity-0 lg:focus-visible:opacity-100 lg:group-hover:opacity-100"
        />
      </GridCell>
    )}
    {layout !== 'who' && (
      <GridCell area="what" className="truncate">
        <TokenLink id={row.token_data_id_hash} name={row.name} network={network} />
        {row.property_version !== '0' && <span className="text-muted"> v{row.property_version}</span>}
      </GridCell>
    )}
    {layout === 'who' && (
      <GridCell area="edition" className="truncate text-muted">
        <span className="lg:hidden">property version </span>
        {row.property_version}
      </GridCell>
    )}
    {layout === 'what' && (
      <GridCell area="where" className="truncate">
        <CollectionLink
          id={row.collection_data_id_hash}
          name={row.collection_name}
          network={network}
          className="max-lg:text-muted"
        />
      </GridCell>
    )}
    <GridCell area="amount" className="text-right">
      {groupedNumber(row.amount)}
    </GridCell>
    <GridCell area="version" className="text-right max-lg:hidden">
      <VersionLink version={row.last_transaction_version} network={network} />
    </GridCell>
    <GridCell area="since" className="truncate text-right text-muted lg:text-left">
      <Timestamp iso={row.last_transaction_timestamp} />
    </GridCell>
  </>
)

export const CollectionOwners = holdingPages(aptosExplorerQueries.pages.aptosCollectionOwners, {
  layout: 'both',
  label: 'Owners',
})
export const TokenOwners = holdingPages(aptosQueries.pages.nftOwners, { layout: 'who', label: 'Owners' })
export const AccountTokens = holdingPages(aptosExplorerQueries.pages.aptosAccountTokens, {
  layout: 'what',
  label: 'Tokens held',
})
