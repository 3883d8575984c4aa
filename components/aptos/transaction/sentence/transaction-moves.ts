import { nftMoves } from '#components/aptos/transaction/moves/nft-moves.ts'
import type { AptosTransaction } from '#lib/aptos/api/records.ts'
import type { AptosBalanceChanges } from '#lib/aptos/transaction/contract.ts'
import type { Answer } from '#lib/pages/question.ts'
import type { Moves } from './parts.ts'

/** The movements of a transaction; undefined if they could not be read. */
export const aptosTransactionMoves = async (
  transaction: AptosTransaction,
  balances: Answer<AptosBalanceChanges> | undefined,
): Promise<Moves> => {
  if (!balances?.data) return undefined
  const nfts = await nftMoves(transaction.events, transaction.changes)
  return nfts && { changes: balances.data.result, nfts, isPartial: balances.data.unattributed > 0 }
}
