import { type RawBuilder, sql } from 'kysely'
import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'

/** A wanted topic, and how it is combined with the wanted one before it. */
export type WantedTopic = { index: 0 | 1 | 2 | 3; topic: Hex; operator: 'and' | 'or' }

type Operators = {
  readonly [Pair in '0_1' | '1_2' | '2_3' | '0_2' | '0_3' | '1_3' as `topic${Pair}_opr`]: 'and' | 'or'
}
type TopicInput = { readonly [Name in 'topic0' | 'topic1' | 'topic2' | 'topic3']: Hex | undefined } & Operators

const indexes = [0, 1, 2, 3] as const

/** The topics of a request in their order; each is combined with what is before it, from left to right. */
export const wantedTopics = (input: TopicInput): WantedTopic[] => {
  const wanted: WantedTopic[] = []
  for (const index of indexes) {
    const topic = input[`topic${index}`]
    if (topic === undefined) continue
    const before = wanted.at(-1)?.index
    const name = before === undefined ? undefined : (`topic${before}_${index}_opr` as keyof Operators)
    wanted.push({ index, topic, operator: name ? input[name] : 'and' })
  }
  return wanted
}

/** Whether a log has the wanted topics; all have without any. */
export const hasTopics = (wanted: readonly WantedTopic[], topics: readonly Hex[]): boolean =>
  wanted.reduce((all, { index, topic, operator }, place) => {
    const has = topics[index] === topic
    if (place === 0) return has
    return operator === 'or' ? all || has : all && has
  }, true)

/** The same as a condition on `evm_logs as l`. */
export const topicCondition = (wanted: readonly WantedTopic[]): RawBuilder<boolean> =>
  wanted.reduce((all, { index, topic, operator }, place) => {
    const column = sql.ref(`l.topic${index}`)
    const has = sql<boolean>`(${column} is not null and ${column} = ${toBytes(topic)})`
    if (place === 0) return has
    return operator === 'or' ? sql<boolean>`(${all} or ${has})` : sql<boolean>`(${all} and ${has})`
  }, sql<boolean>`true`)
