import { ask } from '#components/ask.ts'
import { Link } from '#components/ui/link.tsx'
import type { Client } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'

/** The ways to what the same account sent before and after, by their nonces. */
export const SenderNeighbours = async ({
  explorer,
  chain,
  hash,
}: {
  explorer: Client<EvmExplorerApi>
  chain: string
  hash: string
}) => {
  const { data } = await ask(explorer.evmSenderNeighbours({ chain, transaction_hash: hash }))
  if (!data?.previous && !data?.next) return null
  return (
    <span className="inline-flex gap-3">
      {data.previous && (
        <Link
          href={explorerPath.transaction(chain, data.previous.hash)}
          title="Previous transaction of this sender"
          className="text-accent hover:underline"
        >
          ‹ {groupedNumber(data.previous.nonce)}
        </Link>
      )}
      {data.next && (
        <Link
          href={explorerPath.transaction(chain, data.next.hash)}
          title="Next transaction of this sender"
          className="text-accent hover:underline"
        >
          {groupedNumber(data.next.nonce)} ›
        </Link>
      )}
    </span>
  )
}
