'use client'

import { type ReactNode, useMemo } from 'react'
import { GridCell, type GridColumn, GridHeader } from '#components/chain/grid-cell.tsx'
import { InfiniteTable } from '#components/chain/infinite-table.tsx'
import { ListEnd } from '#components/chain/list-end.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { usePages } from '#components/chain/use-pages.ts'
import type { Output } from '#lib/api/endpoint.ts'
import type { AptosExplorerApi } from '#lib/aptos/contract/explorer.ts'
import type { AptosNetwork } from './aptos-path.ts'
import { aptosExplorerQueries } from './aptos-queries.ts'
import { StandardBadge } from './standard-badge.tsx'
import { CollectionLink } from './token-link.tsx'
import { VersionLink } from './version-link.tsx'

type Page = Output<AptosExplorerApi['aptosCreatorCollections']>
type Input = Parameters<typeof aptosExplorerQueries.pages.aptosCreatorCollections>[0]

const columns: readonly GridColumn[] = [
  { area: 'name', title: 'Collection' },
  { area: 'standard', title: 'Standard' },
  { area: 'version', title: 'First seen in', end: true },
  { area: 'since', title: 'Time' },
]
const heights = { wide: 44, narrow: 76 } as const
const rowClasses =
  'grid h-19 content-center items-center gap-x-3 gap-y-1 px-4 lg:h-11 [grid-template-areas:"name_standard"_"version_since"] grid-cols-[minmax(0,1fr)_auto] lg:[grid-template-areas:"name_standard_version_since"] lg:grid-cols-[minmax(0,1fr)_8rem_8rem_var(--time-width)]'

/** The collections of a creator, newest first. */
export const CollectionPages = ({
  input,
  first,
  network,
  children,
}: {
  input: Input
  first: Page
  network: AptosNetwork
  /** What stands there when there is none. */
  children: ReactNode
}) => {
  const query = usePages(aptosExplorerQueries.pages.aptosCreatorCollections(input), first)
  const rows = useMemo(() => query.data.pages.flatMap(({ result }) => result), [query.data])
  if (rows.length === 0 && !query.hasNextPage) return children
  return (
    <>
      <InfiniteTable
        label="Collections"
        header={<GridHeader columns={columns} />}
        columns={rowClasses}
        rows={rows}
        rowKey={({ collection_data_id_hash }) => collection_data_id_hash}
        heights={heights}
        row={(row) => (
          <>
            <GridCell area="name" className="truncate">
              <CollectionLink id={row.collection_data_id_hash} name={row.collection_name} network={network} />
            </GridCell>
            <GridCell area="standard">
              <StandardBadge standard={row.token_standard} />
            </GridCell>
            <GridCell area="version" className="lg:text-right">
              <span className="text-muted lg:hidden">first seen in </span>
              <VersionLink version={row.first_version} network={network} />
            </GridCell>
            <GridCell area="since" className="truncate text-right text-muted lg:text-left">
              <Timestamp iso={row.first_timestamp} />
            </GridCell>
          </>
        )}
      />
      <ListEnd query={query} count={rows.length} noun="collections" />
    </>
  )
}
