import { type ListedTransaction, listedTransaction } from '#components/evm/parts/transactions/listed-transaction.ts'
import { type FeedKind, feedCursor } from './feed-kind.ts'

/** Transactions; one that a reorg moved between two responses keeps its position. */
export const transactionFeed: FeedKind<ListedTransaction, 'walletTransactions'> = {
  keyOf: ({ hash }) => hash,
  timeOf: ({ block_timestamp }) => block_timestamp,
  mayRepeat: false,
  ask: async (client, { state: { chain }, lastBlock: _, ...question }, context) => {
    const { result, cursor } = await client.walletTransactions({ chain, ...question, names: true }, context)
    return { rows: result.map(listedTransaction), cursor: feedCursor(cursor) }
  },
}
