import { Neighbours } from '#components/chain/neighbours.tsx'
import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { DecodedTransaction } from '#lib/evm/api/records/transactions.ts'
import type { Ask } from '#lib/pages/question.ts'

/** The transactions before and after this one in its block; nothing if the block's transactions are not known. */
export const TransactionNeighbours = async ({
  ask,
  chain,
  transaction: { block_hash, transaction_index },
}: {
  ask: Ask
  chain: string
  transaction: DecodedTransaction
}) => {
  const index = Number(transaction_index)
  const { data } = await ask(
    evmExplorerCall('evmBlockTransactions', {
      chain,
      block_number_or_hash: block_hash,
      from_index: String(Math.max(0, index - 1)),
      limit: 3,
    }),
  )
  if (!data) return null
  const pathAt = (place: number): string | undefined => {
    const found = data.result.find((one) => Number(one.transaction_index) === place)
    return found && evmPaths.transaction({ chain, hash: found.hash })
  }
  return (
    <Neighbours
      previous={{ title: 'Previous transaction of the block', href: pathAt(index - 1) }}
      next={{ title: 'Next transaction of the block', href: pathAt(index + 1) }}
    />
  )
}
