import { EmptyState, NotIndexedState } from '#components/ui/state.tsx'
import type { EvmChainState } from '#lib/evm/network/contract.ts'

/** An empty list: either there are no rows, or they are not indexed. The two are never confused. */
export const NothingListed = ({
  state,
  noun,
  isFiltered,
  certain,
  isWhole = false,
}: {
  state: EvmChainState
  /** The plural noun: `transactions`. */
  noun: string
  isFiltered: boolean
  /** The text if everything that the list covers is indexed. */
  certain: string
  /** Set where the list is complete although the chain is not: its contract has its whole history. */
  isWhole?: boolean
}) => {
  if (state.source !== 'hosted' && state.indexed_block === null)
    return (
      <NotIndexedState title={`${state.title} is not indexed yet`}>
        {state.error ?? 'The worker has not stored a block yet. This page updates automatically.'}
      </NotIndexedState>
    )
  if (state.index_complete === false && !isWhole)
    return (
      <NotIndexedState
        title={isFiltered ? `No ${noun} in the indexed blocks match these filters` : `No ${noun} in the indexed blocks`}
      >
        {state.coverage_note}
      </NotIndexedState>
    )
  if (isFiltered)
    return <EmptyState title={`No ${noun} match these filters`}>Widen or clear the filters above.</EmptyState>
  if (state.index_complete === null)
    return <EmptyState title={`No ${noun} listed`}>The hosted service returned none.</EmptyState>
  return <EmptyState title={`No ${noun}`}>{certain}</EmptyState>
}
