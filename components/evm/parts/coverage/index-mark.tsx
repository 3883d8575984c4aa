'use client'

import { lazy } from 'react'
import { Pill } from '#components/chain/pill.tsx'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { useChainState } from './use-chain-state.ts'

/** Its HTML is part of the page; its code is only loaded after it. */
const IndexedBlocks = lazy(() => import('./indexed-blocks.tsx').then((it) => ({ default: it.IndexedBlocks })))

/** How much of the chain the lists on this page cover, in two words, with the blocks inside; it never claims more than is known. */
export const IndexMark = ({ state: initial }: { state: EvmChainState }) => {
  const state = useChainState(initial)
  if (state.source === 'hosted') return <span className="text-muted">From the hosted service</span>
  if (state.indexed_block === null) return <span className="text-muted">{state.error ?? 'Nothing indexed yet'}</span>
  return (
    <Pill {...pillOf(state)}>
      <LazyBoundary>
        <IndexedBlocks state={initial} />
      </LazyBoundary>
    </Pill>
  )
}

const pillOf = ({ status, coverage, index_complete, first_block, indexed_block, head_block }: EvmChainState) => {
  if (status === 'STALLED') return { title: 'Indexing stopped', tone: 'bad' } as const
  if (status === 'SYNCING') {
    const [from = 0, to = 0, head = 0] = [first_block, indexed_block, head_block].map(Number)
    const percent = Math.floor((100 * (to - from + 1)) / Math.max(1, head - from + 1))
    return {
      title: head_block === null || coverage?.includes(',') ? 'Indexing' : `Indexing, ${Math.min(percent, 99)}%`,
      tone: 'warn',
    } as const
  }
  return index_complete === false
    ? ({ title: 'Partial history', tone: 'neutral' } as const)
    : ({ title: 'Full history', tone: 'good' } as const)
}
