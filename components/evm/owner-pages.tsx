'use client'

import { GridCell, type GridColumn, GridHeader } from '#components/chain/grid-cell.tsx'
import { InfiniteTable } from '#components/chain/infinite-table.tsx'
import { ListEnd } from '#components/chain/list-end.tsx'
import { useListed } from '#components/chain/use-listed.ts'
import { usePages } from '#components/chain/use-pages.ts'
import { Link } from '#components/ui/link.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmApi } from '#lib/evm/contract/api.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { evmQueries } from './evm-queries.ts'
import { nftTitle } from './nft-card.tsx'
import { NothingListed } from './nothing-listed.tsx'
import { Party } from './party.tsx'
import { SyncNotice } from './sync-notice.tsx'

type Page = Output<EvmApi['contractNftOwners']>
type Input = Parameters<typeof evmQueries.pages.contractNftOwners>[0]

const columns: readonly GridColumn[] = [
  { area: 'owner', title: 'Owner' },
  { area: 'item', title: 'Item' },
  { area: 'amount', title: 'Amount', end: true },
  { area: 'block', title: 'Since block', end: true },
]
const heights = { wide: 44, narrow: 68 } as const
const rowClasses =
  'group grid h-17 content-center items-center gap-x-3 gap-y-1 px-4 lg:h-11 [grid-template-areas:"owner_amount"_"item_block"] grid-cols-[minmax(0,1fr)_auto] lg:[grid-template-areas:"owner_item_amount_block"] lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_8rem_8rem]'
const refetchEveryMs = 4_000
const keyOf = ({ owner_of, token_id }: Page['result'][number]) => `${owner_of}-${token_id}`
const isAnySyncing = (pages: readonly Page[]) => pages.some(({ status }) => status === 'SYNCING')

/** Who holds what of a collection, latest activity first. */
export const ContractOwners = ({ state, input, first }: { state: EvmChainState; input: Input; first: Page }) => {
  const { chain } = state
  const options = evmQueries.pages.contractNftOwners(input)
  const query = usePages(options, first, refetchEveryMs, isAnySyncing)
  const { rows, see } = useListed(options, query.data.pages, keyOf)
  const isSyncing = isAnySyncing(query.data.pages)
  if (rows.length === 0 && !query.hasNextPage && !isSyncing)
    return <NothingListed state={state} noun="owners" isFiltered={false} certain="This contract has no token owners." />
  return (
    <>
      {isSyncing && <SyncNotice />}
      <InfiniteTable
        label="Owners"
        header={<GridHeader columns={columns} />}
        columns={rowClasses}
        rows={rows}
        rowKey={keyOf}
        onSee={see}
        heights={heights}
        row={(nft) => (
          <>
            <GridCell area="owner">
              <Party chain={chain} address={nft.owner_of} label={null} />
            </GridCell>
            <GridCell area="item" className="truncate">
              <Link
                href={explorerPath.nft(chain, nft.token_address, nft.token_id)}
                className="text-accent hover:underline"
              >
                {nftTitle(nft)}
              </Link>
            </GridCell>
            <GridCell area="amount" className="text-right">
              {nft.amount === null ? 'unknown' : groupedNumber(nft.amount)}
            </GridCell>
            <GridCell area="block" className="text-right text-muted">
              {nft.block_number && (
                <Link href={explorerPath.block(chain, nft.block_number)} className="hover:text-accent hover:underline">
                  {groupedNumber(nft.block_number)}
                </Link>
              )}
            </GridCell>
          </>
        )}
      />
      <ListEnd query={query} count={rows.length} noun="owners" />
    </>
  )
}
