'use client'

import { CoverageNote } from '#components/chain/coverage-note.tsx'
import { evmChains } from '#lib/evm/contract/chains.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { useChainState } from './index-mark.tsx'

/** What of a chain is not included in the lists of a page; nothing where the index only trails the head by a moment. */
export const ChainCoverage = ({ state: initial, isContract }: { state: EvmChainState; isContract?: boolean }) => {
  const state = useChainState(initial)
  const { coverage_note: note, coverage, status, indexed_block } = state
  if (!note || indexed_block === null) return null
  const isAtHead = status === 'SYNCED' && /^0-\d+$/.test(coverage ?? '')
  if (isAtHead) return null
  const variable = evmChains.find(({ name }) => name === state.chain)?.variable
  return (
    <CoverageNote note={note}>
      {variable &&
        `The operator of this server can index more with START_BLOCK_${variable}${coverage?.includes(',') ? ` or BLOCKS_${variable}` : ''}${isContract ? `, or this contract with CONTRACTS_${variable}` : ''}.`}
    </CoverageNote>
  )
}
