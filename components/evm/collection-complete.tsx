import type { EvmCollection } from '#lib/evm/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'

/** All of the contract is indexed. */
export const CollectionComplete = ({ collection: { target_block } }: { collection: EvmCollection }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden className="size-2 rounded-full bg-good" />
    Complete{target_block && ` to block ${groupedNumber(target_block)}`}
  </span>
)
