import type { DecodableLog } from './token-rows.ts'
import { addressAt, uintAt, wordCount } from './word.ts'

/** The fields of Transfer, and of Approval with owner and spender: two addresses and an amount or token id. */
export type Parties = { from: Uint8Array; to: Uint8Array; number: bigint }

type EventWords = Pick<DecodableLog, 'topics' | 'data'>

/** Whether an event with two addresses and a number has the number as a topic, in its data, or does not fit. */
export const partiesForm = ({ topics, data }: EventWords): 'indexed' | 'plain' | undefined => {
  switch (topics.length) {
    case 4:
      return 'indexed'
    case 3:
      return wordCount(data) >= 1 ? 'plain' : undefined
    case 2:
      return data.length === 2 + 2 * 64 ? 'plain' : undefined
    case 1:
      return data.length === 2 + 3 * 64 ? 'plain' : undefined
    default:
      return undefined
  }
}

/**
 * Decodes such an event with any number of indexed fields; contracts older than the standards index none or one. Fields
 * that are not indexed are in the data, in their order. Undefined if it does not fit or an address is not valid.
 */
export const readParties = (log: EventWords): Parties | undefined => {
  if (partiesForm(log) === undefined) return undefined
  const { data } = log
  const [, first, second, third] = log.topics
  const inTopics = log.topics.length - 1
  const from = first === undefined ? addressAt(data, 0) : addressAt(first)
  if (from === undefined) return undefined
  const to = second === undefined ? addressAt(data, 32 * (1 - inTopics)) : addressAt(second)
  if (to === undefined) return undefined
  return { from, to, number: third === undefined ? uintAt(data, 32 * (2 - inTopics)) : uintAt(third) }
}
