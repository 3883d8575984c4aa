import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Ask } from '#lib/pages/question.ts'

/** Links to the previous and next transaction of the same sender, by nonce. */
export const SenderNeighbours = async ({ ask, chain, hash }: { ask: Ask; chain: string; hash: string }) => {
  const { data } = await ask(evmExplorerCall('evmSenderNeighbours', { chain, transaction_hash: hash }))
  if (!data?.previous && !data?.next) return null
  return (
    <span className="inline-flex gap-3">
      {data.previous && (
        <Link
          href={evmPaths.transaction({ chain, hash: data.previous.hash })}
          title="Previous transaction of this sender"
          className="text-accent hover:underline"
        >
          ‹ {groupedNumber(data.previous.nonce)}
        </Link>
      )}
      {data.next && (
        <Link
          href={evmPaths.transaction({ chain, hash: data.next.hash })}
          title="Next transaction of this sender"
          className="text-accent hover:underline"
        >
          {groupedNumber(data.next.nonce)} ›
        </Link>
      )}
    </span>
  )
}
