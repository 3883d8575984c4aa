import { accountResource, type SentTransaction } from '#lib/aptos/node/account.ts'
import type { AptosNode } from '#lib/aptos/node/node.ts'

/** A page of a full node. */
const transactionsMax = 100

/** The newest transactions with a sequence number of an account, oldest first, and whether it has sent no others. */
export const newestSent = async (
  node: AptosNode,
  address: string,
  accountData: unknown,
  signal?: AbortSignal,
): Promise<{ sent: SentTransaction[]; isWhole: boolean }> => {
  const account = accountResource.safeParse({ data: accountData })
  if (!account.success || account.data.sequenceNumber === 0n) return { sent: [], isWhole: true }
  const { sequenceNumber } = account.data
  const start = sequenceNumber > transactionsMax ? sequenceNumber - BigInt(transactionsMax) : 0n
  const count = Number(sequenceNumber - start)
  const sent = await node.accountTransactions(address, start, count, signal)
  if (sent.length > 0) return { sent, isWhole: start === 0n && sent.length === count }
  // A node that has pruned the first of them may still have the newest.
  return { sent: await node.accountTransactions(address, sequenceNumber - 1n, 1, signal), isWhole: false }
}
