import { nftMoves } from '#components/aptos/transaction/moves/nft-moves.ts'
import type { AptosTransaction } from '#lib/aptos/contract/records.ts'
import type { AptosBalanceChanges } from '#lib/aptos/contract/transaction.ts'
import type { Answer } from '#lib/pages/question.ts'
import type { Moves } from './sentence.ts'

/** The movements of a transaction; undefined if they are not all known: a sentence on some of them could mislead. */
export const transactionMoves = async (
  transaction: AptosTransaction,
  balances: Answer<AptosBalanceChanges> | undefined,
): Promise<Moves> => {
  if (!balances?.data || balances.data.unattributed > 0) return undefined
  const nfts = await nftMoves(transaction.events, transaction.changes)
  return nfts && { changes: balances.data.result, nfts }
}
