import { z } from 'zod'
import type { RecordedLog } from './recording.ts'

const word = z.string().transform((s) => s.toLowerCase())
const oneOrMany = z.union([word.transform((one) => [one]), z.array(word)])

/** The filter object of eth_getLogs. */
export const logFilter = z.object({
  fromBlock: z.string().optional(),
  toBlock: z.string().optional(),
  blockHash: word.optional(),
  address: oneOrMany.nullish(),
  topics: z.array(oneOrMany.nullable()).nullish(),
})

export type LogFilter = z.infer<typeof logFilter>

/** A topic place that is null or an empty list matches anything; a log with fewer topics than the filter never does. */
export function matchesFilter(log: RecordedLog, filter: LogFilter): boolean {
  if (filter.address && filter.address.length > 0 && !filter.address.includes(log.address.toLowerCase())) return false
  const topics = filter.topics ?? []
  if (topics.length > log.topics.length) return false
  return topics.every((wanted, i) => !wanted || wanted.length === 0 || wanted.includes(log.topics[i] ?? ''))
}
