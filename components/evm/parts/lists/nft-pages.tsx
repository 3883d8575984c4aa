'use client'

import { useMemo } from 'react'
import { SyncNotice } from '#components/evm/parts/coverage/sync-notice.tsx'
import { fromEvm } from '#components/evm/parts/evm-queries.ts'
import { CardGrid } from '#components/kit/card-grid.tsx'
import { ListEnd } from '#components/kit/list-end.tsx'
import { isSyncing, type ListAnswer, type RowsPage } from '#components/kit/list-page.ts'
import type { ListViewProps } from '#components/kit/list-view.tsx'
import { useListPages } from '#components/kit/use-list.ts'
import { nftCardHeight } from '#components/nft/nft-card.tsx'
import type { PagesOptions } from '#lib/api/client/query-options.ts'
import type { Nft } from '#lib/evm/api/records/nfts.ts'
import { EvmNftCard } from './evm-nft-card.tsx'
import { type ListedNft, nftGallery } from './listed-nft.ts'

type Pages = readonly RowsPage<ListedNft>[]

const refetchEveryMs = 4_000

const keyOf = ({ token_address, token_id }: ListedNft) => `${token_address}-${token_id}`
const hasPending = (pages: Pages) =>
  pages.some(({ result }) => result.some(({ media }) => media?.status === 'processing'))
const isOnItsWay = (pages: Pages) => isSyncing(pages) || hasPending(pages)

/** A gallery that starts with the server's first page, and polls while part of it is still loading. */
const nftPages =
  <Input,>(optionsOf: (input: Input) => PagesOptions<ListAnswer<Nft>>, isInCollection: boolean) =>
  ({ input, first, view: { chain }, children }: ListViewProps<ListedNft, { chain: string }, Input>) => {
    const { query, pages } = useListPages(nftGallery, optionsOf(input), first, {
      refetchEveryMs,
      isMoving: isInCollection ? isOnItsWay : hasPending,
    })
    const { plain, spam } = useMemo(() => sorted(pages), [pages])
    // Requesting a contract starts its backfill; a wallet has no pending rows.
    const isBackfilling = isInCollection && isSyncing(pages)
    if (plain.length === 0 && spam.length === 0 && !query.hasNextPage && !isBackfilling) return children
    // Until the backfill finds the first one, the notice is all that is known.
    if (plain.length === 0 && spam.length === 0 && !query.hasNextPage) return <SyncNotice hasNone />
    return (
      <>
        {isBackfilling && <SyncNotice />}
        <CardGrid
          label="NFTs"
          items={plain}
          keyOf={keyOf}
          cardHeight={nftCardHeight}
          card={(nft) => <EvmNftCard nft={nft} chain={chain} isInCollection={isInCollection} />}
        />
        {spam.length > 0 && (
          <details className="border-line border-t" open={isInCollection || plain.length === 0}>
            <summary className="flex h-11 items-center px-4 text-muted text-sm hover:text-ink">
              {spam.length} from collections that look like spam
            </summary>
            <CardGrid
              label="NFTs from collections that look like spam"
              items={spam}
              keyOf={keyOf}
              cardHeight={nftCardHeight}
              card={(nft) => <EvmNftCard nft={nft} chain={chain} isInCollection={isInCollection} />}
            />
          </details>
        )}
        <ListEnd query={query} count={plain.length + spam.length} noun="NFTs" isPartial={isBackfilling} />
      </>
    )
  }

const sorted = (pages: Pages): { plain: ListedNft[]; spam: ListedNft[] } => {
  const all = [...new Map(pages.flatMap(({ result }) => result.map((nft) => [keyOf(nft), nft] as const))).values()]
  return { plain: all.filter((nft) => !nft.possible_spam), spam: all.filter((nft) => nft.possible_spam) }
}

export const WalletNfts = nftPages(fromEvm('/api/v2/:address/nft').pages, false)
export const ContractNfts = nftPages(fromEvm('/api/v2/nft/:address').pages, true)
