import type { EvmCollection } from '#lib/evm/nft/state-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'

/** The contract is fully indexed, and its backfill was verified against the chain. */
export const CollectionComplete = ({ collection: { target_block, verified_block } }: { collection: EvmCollection }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden className="size-2 shrink-0 rounded-full bg-good" />
    <span>
      Complete{target_block && ` to block ${groupedNumber(target_block)}`}
      {verified_block && (
        <span className="text-muted">, compared with the contract at block {groupedNumber(verified_block)}</span>
      )}
    </span>
  </span>
)
