'use client'

import { useMemo } from 'react'
import { GridCell, type GridColumn, GridHeader } from '#components/chain/grid-cell.tsx'
import { InfiniteTable } from '#components/chain/infinite-table.tsx'
import { ListEnd } from '#components/chain/list-end.tsx'
import { usePages } from '#components/chain/use-pages.ts'
import { Link } from '#components/ui/link.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { evmExplorerQueries } from './evm-queries.ts'
import { Party } from './party.tsx'

type Page = Output<EvmExplorerApi['evmNftOwners']>
type Input = Parameters<typeof evmExplorerQueries.pages.evmNftOwners>[0]

const columns: readonly GridColumn[] = [
  { area: 'owner', title: 'Owner' },
  { area: 'amount', title: 'Amount', end: true },
  { area: 'block', title: 'Since block', end: true },
]
const heights = { wide: 44, narrow: 44 } as const
const rowClasses =
  'group grid h-11 content-center items-center gap-x-3 px-4 [grid-template-areas:"owner_amount_block"] grid-cols-[minmax(0,1fr)_minmax(0,6rem)_5.5rem] lg:grid-cols-[minmax(0,1fr)_minmax(0,10rem)_8rem]'

/** Who has how much of one ERC1155 token. */
export const NftHolders = ({
  chain,
  input,
  first,
  isPartial,
}: {
  chain: string
  input: Input
  first: Page
  /** Not every block of the contract is indexed. */
  isPartial: boolean
}) => {
  const query = usePages(evmExplorerQueries.pages.evmNftOwners(input), first)
  const rows = useMemo(() => query.data.pages.flatMap(({ result }) => result), [query.data])
  if (rows.length === 0 && !query.hasNextPage)
    return <EmptyState title={isPartial ? 'No owners in the indexed blocks' : 'No owners'} />
  return (
    <>
      <InfiniteTable
        label="Owners"
        header={<GridHeader columns={columns} />}
        columns={rowClasses}
        rows={rows}
        rowKey={({ owner }) => owner}
        heights={heights}
        total={first.owners}
        row={({ owner, owner_label, amount, block_number }) => (
          <>
            <GridCell area="owner">
              <Party chain={chain} address={owner} label={owner_label} />
            </GridCell>
            <GridCell area="amount" className="truncate text-right" title={amount}>
              {groupedNumber(amount)}
            </GridCell>
            <GridCell area="block" className="text-right text-muted">
              <Link href={explorerPath.block(chain, block_number)} className="hover:text-accent hover:underline">
                {groupedNumber(block_number)}
              </Link>
            </GridCell>
          </>
        )}
      />
      <ListEnd query={query} count={rows.length} noun="owners" />
    </>
  )
}
