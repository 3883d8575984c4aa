import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { DecodedTransaction } from '#lib/evm/api/records/transactions.ts'
import { neighbourEndpoints } from '#lib/evm/transaction/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { type Ask, callTo } from '#lib/pages/question.ts'

/**
 * Links to the previous and next transaction of the same sender. In a part of a chain, the nearest that is indexed may be thousands
 * of nonces away: then there is no link.
 */
export const SenderNeighbours = async ({
  ask,
  chain,
  transaction: { hash, nonce },
}: {
  ask: Ask
  chain: string
  transaction: Pick<DecodedTransaction, 'hash' | 'nonce'>
}) => {
  const { data } = await ask(callTo(neighbourEndpoints.evmSenderNeighbours, { chain, transaction_hash: hash }))
  const isBeside = (other: { nonce: string } | null, by: bigint) => other && BigInt(other.nonce) === BigInt(nonce) + by
  const previous = isBeside(data?.previous ?? null, -1n) ? data?.previous : undefined
  const next = isBeside(data?.next ?? null, 1n) ? data?.next : undefined
  if (!previous && !next) return null
  return (
    <span className="inline-flex gap-3">
      {previous && (
        <Link
          href={evmPaths.transaction({ chain, hash: previous.hash })}
          title="Previous transaction of this sender"
          className="text-accent hover:underline"
        >
          ‹ {groupedNumber(previous.nonce)}
        </Link>
      )}
      {next && (
        <Link
          href={evmPaths.transaction({ chain, hash: next.hash })}
          title="Next transaction of this sender"
          className="text-accent hover:underline"
        >
          {groupedNumber(next.nonce)} ›
        </Link>
      )}
    </span>
  )
}
