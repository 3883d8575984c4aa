import { isNotServed } from '#components/to-answer.ts'
import type { DecodedTransaction } from '#lib/evm/api/records/transactions.ts'
import { callTreeEndpoints } from '#lib/evm/trace/contract.ts'
import { transactionEndpoints } from '#lib/evm/transaction/contract.ts'
import { type Ask, callTo, type Question } from '#lib/pages/question.ts'

/** A transaction with its logs: decoded if a source can decode it, otherwise raw. */
export const transactionQuestion = async (
  ask: Ask,
  chain: string,
  transaction_hash: string,
): Promise<Question<DecodedTransaction>> => {
  const decoded = {
    ...callTo(transactionEndpoints.transactionVerbose, { chain, transaction_hash, names: true }),
    isWhole: true,
  }
  const { fault } = await ask(decoded)
  return fault && isNotServed(fault)
    ? { ...callTo(transactionEndpoints.transaction, { chain, transaction_hash }), isWhole: true }
    : decoded
}

/** A transaction with its call tree. */
export const tracedQuestions = async ({ ask, chain, hash }: { ask: Ask; chain: string; hash: string }) => ({
  transaction: await transactionQuestion(ask, chain, hash),
  calls: callTo(callTreeEndpoints.evmCallTree, { chain, transaction_hash: hash }),
})
