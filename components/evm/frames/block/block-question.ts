import { blockEndpoints } from '#lib/evm/block/contract.ts'
import { proofEndpoints } from '#lib/evm/transaction/proof-contract.ts'
import type { Ask } from '#lib/pages/question.ts'
import { callTo } from '#lib/pages/question.ts'

export const blockQuestion = (chain: string, block: string) =>
  callTo(blockEndpoints.evmBlock, { chain, block_number_or_hash: block })

/**
 * The block of a page and its checks, and the input of its lists: by hash, because a reorg may give the number to
 * another block.
 */
export const blockQuestions = async (ask: Ask, chain: string, block: string) => {
  const question = blockQuestion(chain, block)
  const { data } = await ask(question)
  return {
    questions: {
      block: question,
      checks: callTo(proofEndpoints.evmBlockChecks, { chain, block_number_or_hash: block }),
    },
    listed: { chain, block_number_or_hash: data?.block_hash ?? block },
    number: data?.block_number ?? block,
  }
}
