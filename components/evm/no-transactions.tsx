import { EmptyState, NotIndexedState } from '#components/ui/state.tsx'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'

/** Nothing to list: because there is nothing, or because the index has not come that far. The two are never mixed up. */
export const NoTransactions = ({ state, isBounded }: { state: EvmChainState; isBounded: boolean }) => {
  if (state.source !== 'hosted' && state.indexed_block === null)
    return (
      <NotIndexedState title={`Nothing of ${state.title} is indexed yet`}>
        {state.error ?? 'The worker has not stored a block so far. This page fills by itself as soon as it has.'}
      </NotIndexedState>
    )
  if (state.status !== 'SYNCED')
    return (
      <NotIndexedState title="No transactions in the blocks indexed so far">
        Block {groupedNumber(state.first_block ?? '0')} to {groupedNumber(state.indexed_block ?? '0')}
        {state.head_block && ` of ${groupedNumber(state.head_block)}`} are indexed: later ones may hold some.
      </NotIndexedState>
    )
  if (isBounded) return <EmptyState title="No transactions in this range">Widen the blocks or dates above.</EmptyState>
  return (
    <EmptyState title="No transactions">
      {state.first_block && state.first_block !== '0'
        ? `This wallet sent and received nothing in block ${groupedNumber(state.first_block)} to ${groupedNumber(state.indexed_block ?? '0')}; earlier blocks are not indexed here.`
        : 'This wallet has sent and received nothing.'}
    </EmptyState>
  )
}
