import { toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { CallTree } from '#lib/evm/chain/rpc/replay/call-tree.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { notTracedYet } from '#lib/evm/transaction/internal-transactions.ts'
import { knownTransaction } from '#lib/evm/transaction/transaction.ts'

type Asked = { chain?: string | undefined; transaction_hash: string }

/** A known transaction with its calls, which are traced at the first request. */
export const tracedTransaction = async (context: EvmQueryContext, input: Asked, signal: AbortSignal | undefined) => {
  const chain = context.served.resolve(input.chain)
  const found = await knownTransaction(context, chain, input.transaction_hash, { signal })
  const { stored, isIndexed } = found
  const tree = await context.replays.calls(
    { ...stored, isIndexed },
    (limit) => freshTree(context, chain, toHex(stored.hash), limit),
    signal,
  )
  return { ...found, chain, tree }
}

const freshTree = async (
  { node }: EvmQueryContext,
  chain: ServedChain,
  hash: `0x${string}`,
  signal: AbortSignal,
): Promise<CallTree> => {
  if (!node.callTree)
    throw new ServiceError(
      'not_available',
      `Transactions of ${chain.title} cannot be traced here: this requires a node.`,
    )
  return await node.callTree(chain, hash, signal).catch((error: unknown) => {
    throw notTracedYet(chain, error)
  })
}
