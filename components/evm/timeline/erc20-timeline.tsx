'use client'

import type { ReactNode } from 'react'
import { fromEvm } from '#components/evm/parts/evm-queries.ts'
import type { TransferLine } from '#components/evm/parts/transfers/transfer-line.ts'
import { erc20Feed } from '#components/evm/timeline/feed/erc20-feed.ts'
import { timelineTransferRows } from './transfer-rows.tsx'
import type { Timeline } from './use-timeline.ts'
import { WalletTimeline } from './wallet-timeline.tsx'

const { Rows, Skeleton } = timelineTransferRows('erc20')

const client = { erc20Transfers: fromEvm('/api/v2/erc20/transfers').call }

/** A wallet's ERC20 transfers on all chains. */
export const Erc20Timeline = (timeline: Timeline<TransferLine> & { children: ReactNode }) => (
  <WalletTimeline
    {...timeline}
    feed={erc20Feed}
    client={client}
    list={(rows) => <Rows {...rows} />}
    skeleton={<Skeleton />}
  />
)
