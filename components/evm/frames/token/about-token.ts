import { tokenSentence } from '#components/evm/parts/page-sentences.ts'
import { shortText } from '#components/kit/short-text.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Answers, PageSummary } from '#lib/pages/page-definition.ts'
import type { Ask } from '#lib/pages/question.ts'
import { hostedTokenOf } from './hosted-token.ts'
import type { headQuestions } from './token-questions.ts'

type Fact = readonly [string, string]

/** Metadata of every page of a token. */
export const aboutToken = async (
  { ask, state, address }: { ask: Ask; state: EvmChainState; address: string },
  answers: Answers<ReturnType<typeof headQuestions>>,
): Promise<PageSummary> => {
  const [collection, statistics, rating, words] = await Promise.all([
    answers.collection,
    answers.statistics,
    answers.rating,
    hostedTokenOf(ask, state, address),
  ])
  const found = collection?.data
  const numbers = statistics?.data
  const isSpam = rating?.data?.possible_spam
  const standard = (found ?? words)?.contract_type
  const isPartial = found !== undefined && found.status !== 'SYNCED'
  const counted = (title: string, count: number | null | undefined): Fact[] =>
    count == null ? [] : [[isPartial ? `Indexed ${title.toLowerCase()}` : title, groupedNumber(count)]]
  const verdict = rating?.data?.verified ? 'known here' : isSpam ? 'looks like spam' : undefined
  const isCoin = standard === 'ERC20'
  const name = (found ?? words)?.name || (found ?? words)?.symbol
  return {
    title: name || address,
    isNamed: Boolean(name),
    place: state.title,
    summary: tokenSentence(state, found ?? words, numbers, isSpam),
    facts: [
      ...(verdict ? [['Rating', verdict] satisfies Fact] : []),
      ['Contract', shortText(address)],
      ...(standard ? [['Standard', standard] satisfies Fact] : []),
      ...(isCoin ? [] : counted('Tokens', numbers?.tokens)),
      ...(isCoin ? [] : counted('Owners', numbers?.owners)),
      ...counted('Transfers', numbers?.transfers),
    ],
  }
}
