import { transactionQuestion } from '#components/evm/frames/transaction/transaction-question.ts'
import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { Ask } from '#lib/pages/question.ts'

/** Asks for a transaction; for one that is in no block, what became of it. The hosted service has no mempool. */
export const transactionQuestions = async (ask: Ask, { chain, source }: EvmChainState, hash: string) => {
  const transaction = await transactionQuestion(ask, chain, hash)
  const { fault } = await ask(transaction)
  return fault?.code === 'not_found' && source !== 'hosted'
    ? { pending: evmExplorerCall('evmPendingTransaction', { chain, transaction_hash: hash }), transaction: undefined }
    : { pending: undefined, transaction }
}
