/** Blocks or ledger versions first..last, both included. */
export type CoveredRange = { first: number; last: number }

/** The ranges that a response was computed from, and whether they include everything requested. */
export type Coverage = {
  /** What the positions count, in the singular: `block`, `version`. */
  unit: string
  /** True only when no row of the answer can be missing. */
  isComplete: boolean
  /** Indexed ranges within the requested one, newest first, at most `rangesMax`. */
  ranges: readonly CoveredRange[]
  /** The total number of ranges, listed or not. */
  rangeCount: number
  /** The requested range; `last` is the newest existing block if the request has no end, null if unknown. */
  asked: { first: number; last: number | null }
  /** One sentence on what may be missing from indexed ranges, if something is. */
  omission?: string
}

/** Knowledge about a chain or ledger at one moment. */
export type Indexed = {
  unit: string
  /** Ascending, disjoint, and with neighbours joined. */
  ranges: readonly CoveredRange[]
  /** The newest block or version that exists; null while it is unknown, also because the index has lost touch with its node. */
  head: number | null
  /** One sentence on what the index may lack within these ranges: no response is complete then. */
  omission?: string
}

/** From `first` to `last`, or to the head. Undefined, or with `last` below `first`, for an empty range. */
export type RequestedRange = { first: number; last?: number } | undefined

const rangesMax = 8

/**
 * Decides whether a response about these blocks or versions is complete. Anything above the head does not exist yet: a
 * range that ends there is complete at the head.
 */
export const coverageOf = ({ unit, ranges, head, omission }: Indexed, asked: RequestedRange): Coverage => {
  if (!asked || (asked.last !== undefined && asked.last < asked.first))
    return { unit, isComplete: false, ranges: [], rangeCount: 0, asked: { first: 0, last: head } }
  const { first, last = Number.POSITIVE_INFINITY } = asked
  const inside = ranges
    .filter((range) => range.last >= first && range.first <= last)
    .map((range) => ({ first: Math.max(range.first, first), last: Math.min(range.last, last) }))
  const [only] = inside
  const isWhole = inside.length === 1 && only?.first === first
  const end = head === null ? last : Math.min(last, head)
  return {
    unit,
    isComplete: isWhole && only.last >= end && omission === undefined,
    ranges: inside.slice(-rangesMax).reverse(),
    rangeCount: inside.length,
    asked: { first, last: Number.isFinite(end) ? end : null },
    ...(omission !== undefined && { omission }),
  }
}

export const completeHeader = 'x-index-complete'
export const coverageHeader = 'x-spyglass-coverage'

/** `22864878-22869878,22860000-22860010`, newest first; `none` if no requested block is indexed. */
export const coverageText = ({ ranges }: Pick<Coverage, 'ranges'>): string =>
  ranges.length === 0 ? 'none' : ranges.map(({ first, last }) => `${first}-${last}`).join(',')

/** The coverage headers of a response; unknown values are omitted. */
export const coverageHeaders = (coverage: Coverage | undefined, body: unknown): Record<string, string> => {
  const isComplete = coverage?.isComplete ?? declaredCompleteness(body)
  return {
    ...(isComplete !== undefined && { [completeHeader]: String(isComplete) }),
    ...(coverage && (coverage.rangeCount > 0 || !coverage.isComplete) && { [coverageHeader]: coverageText(coverage) }),
  }
}

/** The completeness that a body reports in either envelope of the interface; undefined if it has none. */
export const declaredCompleteness = (body: unknown): boolean | undefined => {
  if (typeof body !== 'object' || body === null) return undefined
  if ('index_complete' in body && typeof body.index_complete === 'boolean') return body.index_complete
  if ('result' in body && 'status' in body && (body.status === 'SYNCED' || body.status === 'SYNCING'))
    return body.status === 'SYNCED'
  return undefined
}

const headerRanges = /^\d{1,15}-\d{1,15}(?:,\d{1,15}-\d{1,15}){0,7}$/

/** The coverage that another instance of this server sent with its answer; undefined if it sent none. */
export const coverageSent = (headers: Headers, unit: string): Coverage | undefined => {
  const completeText = headers.get(completeHeader)
  const text = headers.get(coverageHeader)
  if ((completeText !== 'true' && completeText !== 'false') || text === null) return undefined
  if (text !== 'none' && !headerRanges.test(text)) return undefined
  const ranges = text === 'none' ? [] : text.split(',').map(rangeOf)
  const isComplete = completeText === 'true'
  const oldest = ranges.at(-1)?.first ?? 0
  return {
    unit,
    isComplete,
    ranges,
    rangeCount: ranges.length,
    asked: { first: isComplete ? oldest : 0, last: isComplete ? (ranges[0]?.last ?? null) : null },
  }
}

const rangeOf = (text: string): CoveredRange => {
  const [first, last] = text.split('-')
  return { first: Number(first), last: Number(last) }
}

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
