import { findChain } from '#lib/evm/contract/chains.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer/api.ts'
import { LiveCoverageNote } from './live-coverage-note.tsx'

/** The part of a chain that the lists of a page do not include, and how the operator can index it. */
export const ChainCoverage = ({ state, isContract }: { state: EvmChainState; isContract?: boolean }) => {
  const variable = findChain(state.chain)?.variable
  return (
    <LiveCoverageNote state={state}>
      {variable &&
        `The operator of this server can index more with START_BLOCK_${variable}${state.coverage?.includes(',') ? ` or BLOCKS_${variable}` : ''}${isContract ? `, or this contract with CONTRACTS_${variable}` : ''}.`}
    </LiveCoverageNote>
  )
}
