import type { TimelineKind } from '#components/evm/timeline/feed/timeline-kind.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'

/**
 * The chains that can have rows of a kind. Internal transfers are known only where they are indexed, and their coverage
 * is that of the traced blocks.
 */
export const chainsOfKind = (kind: TimelineKind, chains: readonly EvmChainState[]): readonly EvmChainState[] =>
  kind === 'internal'
    ? chains.flatMap((state) => {
        const traced = state.internal_transfers
        return traced ? [{ ...state, ...traced, error: state.error }] : []
      })
    : chains
