import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { counted } from '#lib/format/amount.ts'

/** The state of a chain as lists of internal transfers report it: of the blocks that are traced. */
export const tracedState = (state: EvmChainState): EvmChainState => ({
  ...state,
  ...state.internal_transfers,
  error: state.error,
})

/** Blocks that are indexed but not traced; of others the page says already that they are not indexed. */
export const UntracedNote = ({ state: { internal_transfers: traced } }: { state: EvmChainState }) =>
  traced &&
  traced.blocks_left > 0 && (
    <p className="border-line border-b px-4 py-2.5 text-muted text-sm">
      Internal transfers in {counted(traced.blocks_left, 'indexed block')} that{' '}
      {traced.blocks_left === 1 ? 'is' : 'are'} not traced yet are missing. {traced.error}
    </p>
  )
