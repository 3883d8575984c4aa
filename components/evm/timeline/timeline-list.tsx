import type { ReactNode } from 'react'
import { GridCell, GridHeader } from '#components/chain/grid-cell.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { TimelineRow } from './chain-feed.ts'

/** As the classes `timeline-grid` and `timeline-transfer-grid` set them. */
export const timelineHeights = { wide: 44, narrow: 128 } as const

export const timelineKey = ({ chain, key }: TimelineRow<unknown>) => `${chain.chain} ${key}`

/** The chain's column before those of its rows. */
export const TimelineHeader = ({ children }: { children: ReactNode }) => (
  <>
    <GridHeader columns={[{ area: 'chain', title: 'Chain' }]} />
    {children}
  </>
)

/** Which chain a row is of: leads to the wallet's own page there. */
export const ChainCell = ({ chain, href }: { chain: EvmChainState; href: string }) => (
  <GridCell area="chain" className="truncate">
    <Link href={href} className="hover:text-accent hover:underline">
      <Badge className="max-w-full">
        <span className="truncate">{chain.title}</span>
      </Badge>
    </Link>
  </GridCell>
)

export const walletOn = ({ chain }: EvmChainState, wallet: string): string => explorerPath.address(chain, wallet)
