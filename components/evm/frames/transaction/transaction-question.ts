import { evmCall, evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { isNotServed } from '#components/to-answer.ts'
import type { DecodedTransaction } from '#lib/evm/api/records/transactions.ts'
import type { Ask, Question } from '#lib/pages/question.ts'

/** A transaction with its logs: decoded if a source can decode it, otherwise raw. */
export const transactionQuestion = async (
  ask: Ask,
  chain: string,
  transaction_hash: string,
): Promise<Question<DecodedTransaction>> => {
  const decoded = { ...evmCall('transactionVerbose', { chain, transaction_hash, names: true }), isWhole: true }
  const { fault } = await ask(decoded)
  return fault && isNotServed(fault)
    ? { ...evmCall('transaction', { chain, transaction_hash }), isWhole: true }
    : decoded
}

/** A transaction with its call tree. */
export const tracedQuestions = async ({ ask, chain, hash }: { ask: Ask; chain: string; hash: string }) => ({
  transaction: await transactionQuestion(ask, chain, hash),
  calls: evmExplorerCall('evmCallTree', { chain, transaction_hash: hash }),
})
