'use client'

import type { ReactNode } from 'react'
import { fromEvm } from '#components/evm/parts/evm-queries.ts'
import type { TransferLine } from '#components/evm/parts/transfers/transfer-line.ts'
import { nftFeed } from '#components/evm/timeline/feed/nft-feed.ts'
import { timelineTransferRows } from './transfer-rows.tsx'
import type { Timeline } from './use-timeline.ts'
import { WalletTimeline } from './wallet-timeline.tsx'

const { Rows, Skeleton } = timelineTransferRows('nft')

const client = { walletNftTransfers: fromEvm('/api/v2/:address/nft/transfers').call }

/** A wallet's NFT transfers on all chains. */
export const NftTimeline = (timeline: Timeline<TransferLine> & { children: ReactNode }) => (
  <WalletTimeline
    {...timeline}
    feed={nftFeed}
    client={client}
    list={(rows) => <Rows {...rows} />}
    skeleton={<Skeleton />}
  />
)
