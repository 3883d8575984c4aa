import { EmptyState, NotIndexedState } from '#components/ui/state.tsx'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'

/** Nothing to list: because there is nothing, or because the index has not come that far. The two are never mixed up. */
export const NothingListed = ({
  state,
  noun,
  isFiltered,
  certain,
  isWhole = false,
}: {
  state: EvmChainState
  /** What is listed, in the plural: `transactions`. */
  noun: string
  isFiltered: boolean
  /** What is so where everything that the list is about is indexed. */
  certain: string
  /** Set where the list is complete although the chain is not: its contract has its whole history. */
  isWhole?: boolean
}) => {
  if (state.source !== 'hosted' && state.indexed_block === null)
    return (
      <NotIndexedState title={`Nothing of ${state.title} is indexed yet`}>
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
