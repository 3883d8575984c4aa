'use client'

import type { ReactNode } from 'react'
import { CoverageNote } from '#components/chain/coverage-note.tsx'
import type { EvmChainState } from '#lib/evm/contract/explorer/api.ts'
import { useChainState } from './index-mark.tsx'

/** The current coverage note of a chain; nothing while the index is only a moment behind the head. */
export const LiveCoverageNote = ({ state: initial, children }: { state: EvmChainState; children: ReactNode }) => {
  const { coverage_note: note, coverage, status, indexed_block } = useChainState(initial)
  if (!note || indexed_block === null) return null
  return status === 'SYNCED' && coverage?.startsWith('0-') ? null : <CoverageNote note={note}>{children}</CoverageNote>
}
