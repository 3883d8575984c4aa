import { isNotIndexed } from '#components/evm/timeline/feed/chain-feed.ts'
import { inTime } from '#components/kit/in-time.ts'
import { toAnswer } from '#components/to-answer.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { Answer } from '#lib/pages/question.ts'

const atOnce = 4
/** How long a page, or a page as data, waits for each chain. */
export const firstAnswersMs = 700

/** Responses that arrive in the short time that a page may wait, a few chains at a time. The browser requests the rest. */
export const firstAnswers = async <Page>(
  chains: readonly EvmChainState[],
  askFor: (state: EvmChainState) => Promise<Page>,
): Promise<Map<string, Answer<Page>>> => {
  const answers = new Map<string, Answer<Page>>()
  const queue = chains.filter((chain) => !isNotIndexed(chain)).values()
  let isLate = false
  const worker = async () => {
    for (const state of queue) {
      if (isLate) return
      const answer = await toAnswer(askFor(state))
      if (!isLate) answers.set(state.chain, answer)
    }
  }
  await inTime(Promise.all(Array.from({ length: atOnce }, worker)), firstAnswersMs)
  isLate = true
  return answers
}
