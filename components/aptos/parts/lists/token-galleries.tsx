'use client'

import { useMemo } from 'react'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { CardGrid } from '#components/kit/card-grid.tsx'
import { ListEnd } from '#components/kit/list-end.tsx'
import type { ListAnswer, RowsPage } from '#components/kit/list-page.ts'
import type { ListViewProps } from '#components/kit/list-view.tsx'
import { useListPages } from '#components/kit/use-list.ts'
import { nftCardHeight } from '#components/nft/nft-card.tsx'
import type { PagesOptions } from '#lib/api/client/query-options.ts'
import { TokenCard } from './token-card.tsx'
import { collectionTokenGallery, heldTokenGallery, type ListedToken } from './token-gallery.ts'

type Pages = readonly RowsPage<ListedToken>[]

const refetchEveryMs = 4_000

const keyOf = ({ id, edition }: ListedToken) => `${id}-${edition}`
const hasPending = (pages: Pages) =>
  pages.some(({ result }) => result.some(({ media }) => media?.status === 'processing'))

/** A gallery that starts with the server's first page, and polls while pictures are still being fetched. */
const tokenPages =
  <Item, Input>(
    gallery: { row: (item: Item) => ListedToken },
    optionsOf: (input: Input) => PagesOptions<ListAnswer<Item>>,
    isInCollection: boolean,
  ) =>
  ({ input, first, view: { network }, children }: ListViewProps<ListedToken, { network: AptosNetwork }, Input>) => {
    const { query, pages } = useListPages(gallery, optionsOf(input), first, { refetchEveryMs, isMoving: hasPending })
    const tokens = useMemo(
      () => [...new Map(pages.flatMap(({ result }) => result.map((one) => [keyOf(one), one] as const))).values()],
      [pages],
    )
    if (tokens.length === 0 && !query.hasNextPage) return children
    return (
      <>
        <CardGrid
          label="NFTs"
          items={tokens}
          keyOf={keyOf}
          cardHeight={nftCardHeight}
          card={(token) => <TokenCard token={token} network={network} isInCollection={isInCollection} />}
        />
        <ListEnd query={query} count={tokens.length} noun="NFTs" />
      </>
    )
  }

export const AccountTokens = tokenPages(
  heldTokenGallery,
  fromAptosExplorer('/aptos/accounts/:address/tokens').pages,
  false,
)
export const CollectionTokens = tokenPages(
  collectionTokenGallery,
  fromAptosExplorer('/aptos/collections/:collection_data_id_hash/tokens').pages,
  true,
)
