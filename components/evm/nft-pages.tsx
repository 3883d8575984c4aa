'use client'

import { type ReactNode, useMemo } from 'react'
import { CardGrid } from '#components/chain/card-grid.tsx'
import { ListEnd } from '#components/chain/list-end.tsx'
import { type PagesOptions, usePages } from '#components/chain/use-pages.ts'
import type { Nft } from '#lib/evm/contract/nfts.ts'
import { evmQueries } from './evm-queries.ts'
import { NftCard, nftCardHeight } from './nft-card.tsx'
import { SyncNotice } from './sync-notice.tsx'

type NftPage = { result: readonly Nft[]; status?: 'SYNCED' | 'SYNCING' }

const refetchEveryMs = 4_000

const keyOf = ({ token_address, token_id }: Nft) => `${token_address}-${token_id}`
const isPending = ({ media }: Nft) => media?.status === 'processing'
const isOnItsWay = (pages: readonly NftPage[]) =>
  pages.some(({ status, result }) => status === 'SYNCING' || result.some(isPending))
const hasPending = (pages: readonly NftPage[]) => pages.some(({ result }) => result.some(isPending))

/** A gallery that begins with the server's first page, and asks again while something of it is still on its way. */
const nftPages =
  <Page extends NftPage, Input, Key extends readonly unknown[]>(
    optionsOf: (input: Input) => PagesOptions<Page, Key>,
    isInCollection: boolean,
  ) =>
  ({
    chain,
    input,
    first,
    children,
  }: {
    chain: string
    input: Input
    first: Page
    /** What stands there when there is nothing to show. */
    children: ReactNode
  }) => {
    const query = usePages(optionsOf(input), first, refetchEveryMs, isInCollection ? isOnItsWay : hasPending)
    const { pages } = query.data
    const { plain, spam } = useMemo(() => sorted(pages), [pages])
    // Asking for a contract starts its backfill; of a wallet nothing more comes by itself.
    const isSyncing = isInCollection && pages.some(({ status }) => status === 'SYNCING')
    if (plain.length === 0 && spam.length === 0 && !query.hasNextPage && !isSyncing) return children
    return (
      <>
        {isSyncing && <SyncNotice />}
        <CardGrid
          label="NFTs"
          items={plain}
          keyOf={keyOf}
          cardHeight={nftCardHeight}
          card={(nft) => <NftCard nft={nft} chain={chain} isInCollection={isInCollection} />}
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
              card={(nft) => <NftCard nft={nft} chain={chain} isInCollection={isInCollection} />}
            />
          </details>
        )}
        <ListEnd query={query} count={plain.length + spam.length} noun="NFTs" />
      </>
    )
  }

const sorted = (pages: readonly NftPage[]): { plain: Nft[]; spam: Nft[] } => {
  const all = [...new Map(pages.flatMap(({ result }) => result.map((nft) => [keyOf(nft), nft] as const))).values()]
  return { plain: all.filter((nft) => !nft.possible_spam), spam: all.filter((nft) => nft.possible_spam) }
}

export const WalletNfts = nftPages(evmQueries.pages.walletNfts, false)
export const ContractNfts = nftPages(evmQueries.pages.contractNfts, true)
