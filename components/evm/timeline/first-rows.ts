import type { FirstAnswer } from '#components/evm/timeline/feed/chain-feed.ts'
import type { FeedClient, FeedKind, FeedPage } from '#components/evm/timeline/feed/feed-kind.ts'
import type { Answer } from '#lib/pages/question.ts'
import { firstAnswers } from './first-answers.ts'
import type { Timeline } from './use-timeline.ts'

export const timelinePageSize = 25

export type FirstQuestion = Omit<Timeline<unknown>, 'first' | 'pageSize'>

const chosenOf = ({ chains, chosen }: Pick<FirstQuestion, 'chains' | 'chosen'>) =>
  chains.filter(({ chain }) => chosen.includes(chain))

/** By chain, the newest rows of a kind that are available at once. */
export const firstRows = async <Row, Name extends keyof FeedClient>(
  feed: FeedKind<Row, Name>,
  client: Pick<FeedClient, Name>,
  { address, period, lastBlocks, ...asked }: FirstQuestion,
): Promise<Record<string, FirstAnswer<Row>>> => {
  const answers = await firstAnswers(chosenOf(asked), (state) =>
    feed.ask(client, { state, address, ...period, lastBlock: lastBlocks[state.chain], limit: timelinePageSize }),
  )
  const firstAnswer = ({ data, fault }: Answer<FeedPage<Row>>): FirstAnswer<Row> =>
    data ? { page: data } : { message: fault.message, isUnserved: fault.code === 'chain_not_served' }
  return Object.fromEntries([...answers].map(([chain, answer]) => [chain, firstAnswer(answer)]))
}
