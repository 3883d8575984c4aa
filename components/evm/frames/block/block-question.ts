import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import type { Ask } from '#lib/pages/question.ts'

export const blockQuestion = (chain: string, block: string) =>
  evmExplorerCall('evmBlock', { chain, block_number_or_hash: block })

/**
 * The block of a page and its checks, and the input of its lists: by hash, because a reorg may give the number to
 * another block.
 */
export const blockQuestions = async (ask: Ask, chain: string, block: string) => {
  const question = blockQuestion(chain, block)
  const { data } = await ask(question)
  return {
    questions: { block: question, checks: evmExplorerCall('evmBlockChecks', { chain, block_number_or_hash: block }) },
    listed: { chain, block_number_or_hash: data?.block_hash ?? block },
    number: data?.block_number ?? block,
  }
}
