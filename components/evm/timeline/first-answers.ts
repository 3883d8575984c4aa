import { type Answer, ask } from '#components/ask.ts'
import { inTime } from '#components/in-time.ts'
import type { Client, Output } from '#lib/api/endpoint.ts'
import type { EvmApi } from '#lib/evm/contract/api.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { isNotIndexed } from './chain-feed.ts'

type Page = Output<EvmApi['walletTransactions']>

const atOnce = 4
const deadlineMs = 700

/** What the chains answer in the short time that a page may wait, some at a time. What comes later is asked for by the browser. */
export const firstAnswers = async (
  client: Client<EvmApi>,
  chains: readonly EvmChainState[],
  input: { address: string; limit: number },
): Promise<Map<string, Answer<Page>>> => {
  const answers = new Map<string, Answer<Page>>()
  const queue = chains.filter((chain) => !isNotIndexed(chain)).values()
  let isLate = false
  const worker = async () => {
    for (const { chain } of queue) {
      if (isLate) return
      const answer = await ask(client.walletTransactions({ ...input, chain }))
      if (!isLate) answers.set(chain, answer)
    }
  }
  await inTime(Promise.all(Array.from({ length: atOnce }, worker)), deadlineMs)
  isLate = true
  return answers
}
