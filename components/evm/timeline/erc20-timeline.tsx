'use client'

import type { ReactNode } from 'react'
import type { TransferLine } from '#components/evm/parts/transfers/transfer-line.ts'
import { erc20Feed } from '#components/evm/timeline/feed/erc20-feed.ts'
import { transferRows } from './transfer-rows.tsx'
import type { Timeline } from './use-timeline.ts'
import { WalletTimeline } from './wallet-timeline.tsx'

const Erc20Rows = transferRows('erc20')

/** A wallet's ERC20 transfers on all chains. */
export const Erc20Timeline = (timeline: Timeline<TransferLine> & { children: ReactNode }) => (
  <WalletTimeline {...timeline} feed={erc20Feed} list={(rows) => <Erc20Rows {...rows} />} />
)
