'use client'

import type { ReactNode } from 'react'
import { CoverageNote } from '#components/chain/coverage-note.tsx'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { useChainState } from './index-mark.tsx'

/** The note on a chain's coverage as it is now; nothing where the index only trails the head by a moment. */
export const LiveCoverageNote = ({ state: initial, children }: { state: EvmChainState; children: ReactNode }) => {
  const { coverage_note: note, coverage, status, indexed_block } = useChainState(initial)
  if (!note || indexed_block === null) return null
  const isAtHead = status === 'SYNCED' && /^0-\d+$/.test(coverage ?? '')
  return isAtHead ? null : <CoverageNote note={note}>{children}</CoverageNote>
}
