import { accountResource, type SentNodeTransaction } from '#lib/aptos/chain/rpc/account.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'

/** A page of a full node. */
const transactionsMax = 100

/** The newest transactions with a sequence number of an account, oldest first, and whether it has sent no others. */
export const newestSent = async (
  node: AptosNode,
  address: string,
  accountData: unknown,
  signal?: AbortSignal,
): Promise<{ sent: SentNodeTransaction[]; isWhole: boolean }> => {
  const account = accountResource.safeParse({ data: accountData })
  if (!account.success || account.data.sequenceNumber === 0n) return { sent: [], isWhole: true }
  const { sequenceNumber } = account.data
  const start = sequenceNumber > transactionsMax ? sequenceNumber - BigInt(transactionsMax) : 0n
  const count = Number(sequenceNumber - start)
  const sent = await node.accountTransactions(address, start, count, signal)
  if (sent.length === count) return { sent, isWhole: start === 0n }
  // A node that has pruned the first of them, or returns them in parts, may still have the newest.
  const newest = await node.accountTransactions(address, sequenceNumber - 1n, 1, signal)
  const isListed = newest.every(({ version }) => version === sent.at(-1)?.version)
  return { sent: isListed ? sent : [...sent, ...newest], isWhole: false }
}
