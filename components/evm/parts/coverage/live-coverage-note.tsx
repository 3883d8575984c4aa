'use client'

import type { ReactNode } from 'react'
import { CoverageNote } from '#components/chain/coverage-note.tsx'
import type { EvmChainState } from '#lib/evm/contract/explorer/api.ts'
import { isWhole, useChainState } from './index-mark.tsx'

/** The current coverage note of a chain; nothing while the index is only a moment behind the head. */
export const LiveCoverageNote = ({ state: initial, children }: { state: EvmChainState; children: ReactNode }) => {
  const state = useChainState(initial)
  const { coverage_note: note, status, indexed_block } = state
  if (!note || indexed_block === null) return null
  return status === 'SYNCED' && isWhole(state) ? null : <CoverageNote note={note}>{children}</CoverageNote>
}
