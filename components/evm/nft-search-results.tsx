'use client'

import { BadgeCheck, CircleAlert } from 'lucide'
import { type ReactNode, useMemo } from 'react'
import { GridCell, type GridColumn, GridHeader } from '#components/chain/grid-cell.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { InfiniteTable } from '#components/chain/infinite-table.tsx'
import { ListEnd } from '#components/chain/list-end.tsx'
import { usePages } from '#components/chain/use-pages.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmApi } from '#lib/evm/contract/api.ts'
import type { NftSearchResult } from '#lib/evm/contract/nfts.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { evmQueries } from './evm-queries.ts'

type Page = Output<EvmApi['searchNfts']>
type Input = Parameters<typeof evmQueries.pages.searchNfts>[0]

const columns: readonly GridColumn[] = [
  { area: 'name', title: 'NFT' },
  { area: 'about', title: 'Description' },
  { area: 'token', title: 'Collection' },
  { area: 'block', title: 'Minted in block', end: true },
]
const heights = { wide: 60, narrow: 104 } as const
const rowClasses =
  'group grid h-26 content-center items-center gap-x-4 gap-y-1 px-4 [grid-template-areas:"name_name"_"about_about"_"token_block"] grid-cols-[minmax(0,1fr)_auto] lg:h-15 lg:[grid-template-areas:"name_about_token_block"] lg:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_minmax(0,0.9fr)_7rem]'

/** Found tokens, the best match first. */
export const NftSearchResults = ({
  chain,
  input,
  first,
  children,
}: {
  chain: string
  input: Input
  first: Page
  /** What stands there when nothing was found. */
  children: ReactNode
}) => {
  const query = usePages(evmQueries.pages.searchNfts(input), first)
  const rows = useMemo(() => {
    const all = query.data.pages.flatMap(({ result }) => result)
    return [...new Map(all.map((row) => [row.token_hash, row] as const)).values()]
  }, [query.data])
  if (rows.length === 0 && !query.hasNextPage) return children
  return (
    <>
      <InfiniteTable
        label="Found NFTs"
        header={<GridHeader columns={columns} />}
        columns={rowClasses}
        rows={rows}
        rowKey={({ token_hash }) => token_hash}
        rowClassName={({ possible_spam }) => (possible_spam ? 'opacity-70' : undefined)}
        heights={heights}
        row={(nft) => <Cells nft={nft} chain={chain} />}
      />
      <ListEnd query={query} count={rows.length} noun="NFTs" />
    </>
  )
}

const Cells = ({ nft, chain }: { nft: NftSearchResult; chain: string }) => (
  <>
    <GridCell area="name" className="flex items-center gap-1.5">
      <Link
        href={explorerPath.nft(chain, nft.token_address, nft.token_id)}
        className="min-w-0 truncate font-medium text-accent hover:underline"
      >
        {nft.metadata_name?.trim() || `#${nft.token_id}`}
      </Link>
      {nft.verified_collection && (
        <span title="Verified collection" className="shrink-0 text-good">
          <Icon of={BadgeCheck} size={14} />
          <span className="sr-only">Verified</span>
        </span>
      )}
      {nft.possible_spam && (
        <Badge tone="warn" title="Looks like spam; its page says why">
          <Icon of={CircleAlert} size={11} /> Spam
        </Badge>
      )}
    </GridCell>
    <GridCell
      area="about"
      className="line-clamp-1 text-muted lg:line-clamp-2"
      title={nft.metadata_description ?? undefined}
    >
      {nft.metadata_description ?? 'No description'}
    </GridCell>
    <GridCell area="token" className="flex items-center gap-1.5">
      <Link
        href={explorerPath.token(chain, nft.token_address)}
        className="min-w-0 flex-1 text-accent hover:underline"
        title={nft.token_address}
      >
        <Hash value={nft.token_address} className="select-auto" />
      </Link>
      <span className="max-w-20 shrink-0 truncate text-muted">#{nft.token_id}</span>
    </GridCell>
    <GridCell area="block" className="text-right text-muted">
      {nft.block_number_minted && (
        <Link href={explorerPath.block(chain, nft.block_number_minted)} className="hover:text-accent hover:underline">
          {groupedNumber(nft.block_number_minted)}
        </Link>
      )}
    </GridCell>
  </>
)
