import { ChevronLeft, ChevronRight } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { buttonClasses } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import type { EvmBlockDetail, EvmChainState } from '#lib/evm/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { NeighbourKeys } from './neighbour-keys.tsx'

const Neighbour = ({ path, label, children }: { path: string | undefined; label: string; children: ReactNode }) =>
  path ? (
    <Link href={path} prefetch={false} aria-label={label} title={label} className={buttonClasses('plain', 'px-1.5')}>
      {children}
    </Link>
  ) : (
    <span aria-hidden className={buttonClasses('plain', 'px-1.5 opacity-40')}>
      {children}
    </span>
  )

/** A block's number with its neighbours, as buttons and under `[` and `]`. */
export const BlockTitle = ({ state, block }: { state: EvmChainState; block: EvmBlockDetail }) => {
  const number = BigInt(block.block_number)
  const last = state.indexed_block
  const pathOf = (target: bigint) => explorerPath.block(state.chain, target.toString())
  const previous = number > 0n ? pathOf(number - 1n) : undefined
  const next = last === null || number < BigInt(last) ? pathOf(number + 1n) : undefined
  return (
    <PageTitle
      kind={`Block ${groupedNumber(block.block_number)}`}
      aside={
        <div className="flex gap-1">
          <NeighbourKeys previous={previous} next={next} />
          <Neighbour path={previous} label="Previous block ( [ )">
            <ChevronLeft size={18} aria-hidden />
          </Neighbour>
          <Neighbour path={next} label="Next block ( ] )">
            <ChevronRight size={18} aria-hidden />
          </Neighbour>
        </div>
      }
    >
      <span className="min-w-0 break-all font-mono text-muted">{block.block_hash}</span>
      <CopyButton value={block.block_hash} label="Copy block hash" />
      <Badge>{state.title}</Badge>
      <Badge tone={block.finalized ? 'good' : 'neutral'}>{block.finalized ? 'Final' : 'May be replaced'}</Badge>
    </PageTitle>
  )
}
