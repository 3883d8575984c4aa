import { isNotServed } from '#components/ask.ts'
import { evmCall } from '#components/evm/parts/evm-calls.ts'
import type { DecodedTransaction } from '#lib/evm/contract/transactions.ts'
import type { Ask, Question } from '#lib/pages/question.ts'

/** One transaction with its logs: decoded where a source decodes, else as the chain has it. */
export const transactionQuestion = async (
  ask: Ask,
  chain: string,
  transaction_hash: string,
): Promise<Question<DecodedTransaction>> => {
  const decoded = { ...evmCall('transactionVerbose', { chain, transaction_hash }), isWhole: true }
  const { fault } = await ask(decoded)
  return fault && isNotServed(fault)
    ? { ...evmCall('transaction', { chain, transaction_hash }), isWhole: true }
    : decoded
}
