import { EmptyState, NotIndexedState } from '#components/ui/state.tsx'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'

/** Nothing to list: because there is nothing, or because the index has not come that far. The two are never mixed up. */
export const NothingListed = ({
  state,
  noun,
  isFiltered,
  certain,
}: {
  state: EvmChainState
  /** What is listed, in the plural: `transactions`. */
  noun: string
  isFiltered: boolean
  /** What is so where the whole chain is indexed. */
  certain: string
}) => {
  if (state.source !== 'hosted' && state.indexed_block === null)
    return (
      <NotIndexedState title={`Nothing of ${state.title} is indexed yet`}>
        {state.error ?? 'The worker has not stored a block so far. This page fills by itself as soon as it has.'}
      </NotIndexedState>
    )
  if (state.status !== 'SYNCED')
    return (
      <NotIndexedState title={`No ${noun} in the blocks indexed so far`}>
        Block {groupedNumber(state.first_block ?? '0')} to {groupedNumber(state.indexed_block ?? '0')}
        {state.head_block && ` of ${groupedNumber(state.head_block)}`} are indexed: later ones may hold some.
      </NotIndexedState>
    )
  if (isFiltered) return <EmptyState title={`No ${noun} pass these filters`}>Widen or clear them above.</EmptyState>
  return (
    <EmptyState title={`No ${noun}`}>
      {state.first_block && state.first_block !== '0'
        ? `None in block ${groupedNumber(state.first_block)} to ${groupedNumber(state.indexed_block ?? '0')}; earlier blocks are not indexed here.`
        : certain}
    </EmptyState>
  )
}
