import type { Coverage } from './coverage.ts'

const grouped = (number: number): string => number.toLocaleString('en-US')

/** A sentence about the rows that a response may lack; undefined if it is complete. */
export const coverageSentence = (coverage: Coverage): string | undefined => {
  const sentences = [rangeSentence(coverage), coverage.omission].filter((sentence) => sentence !== undefined)
  return sentences.length === 0 ? undefined : sentences.join(' ')
}

const rangeSentence = ({ unit, isComplete, ranges, rangeCount, asked }: Coverage): string | undefined => {
  if (isComplete) return undefined
  const [newest] = ranges
  if (!newest) return `None of these ${unit}s are indexed; transactions in them are not included.`
  const last = grouped(newest.last)
  if (rangeCount > 1)
    return `Only ${grouped(rangeCount)} separate ranges of ${unit}s up to ${last} are indexed; transactions in other ${unit}s are not included.`
  const first = grouped(newest.first)
  const lacksEarlier = newest.first > asked.first
  const lacksLater = asked.last === null || newest.last < asked.last
  if (!lacksEarlier && !lacksLater) return undefined
  if (lacksEarlier && lacksLater)
    return `Only ${unit}s ${first} to ${last} are indexed; earlier and later transactions are not included.`
  return lacksEarlier
    ? `Indexed from ${unit} ${first}; earlier transactions are not included.`
    : `Indexed up to ${unit} ${last}; later transactions are not included.`
}
