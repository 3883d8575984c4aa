'use client'

import type { ReactNode } from 'react'
import type { TransferLine } from '#components/evm/parts/transfers/transfer-line.ts'
import { nftFeed } from '#components/evm/timeline/feed/nft-feed.ts'
import { transferRows } from './transfer-rows.tsx'
import type { Timeline } from './use-timeline.ts'
import { WalletTimeline } from './wallet-timeline.tsx'

const NftRows = transferRows('nft')

/** A wallet's NFT transfers on all chains. */
export const NftTimeline = (timeline: Timeline<TransferLine> & { children: ReactNode }) => (
  <WalletTimeline {...timeline} feed={nftFeed} list={(rows) => <NftRows {...rows} />} />
)
