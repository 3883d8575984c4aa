import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** A successful response of an endpoint that depends on the index alone. */
export type KeptAnswer = {
  body: string
  /** Of the endpoint: coverage, index position. Those of the caller's limits are not among them. */
  headers: Readonly<Record<string, string>>
  source: string | undefined
  etag: string
  /** The body as bytes, by encoding, once somebody asked for it. */
  encoded: Map<string, { bytes: Uint8Array<ArrayBuffer> | null; encoding?: string }>
}

export type AnswerCache = {
  /** The version of the data now; undefined where it is not known, and nothing is kept. */
  version(): string | undefined
  find(place: string, version: string): KeptAnswer | undefined
  /** `version` was read before the answer was computed. */
  keep(place: string, version: string, answer: Pick<KeptAnswer, 'body' | 'headers' | 'source'>): KeptAnswer
}

export type AnswerCacheOptions = {
  /** Changes with every change of the data that reads can see. */
  version: () => string | undefined
  bytesMax?: number
  /** Coverage is read once a second, and names may be found without a change of the data: this is how much later they may appear. */
  ageMaxMs?: number
  /** Monotonic milliseconds. */
  now?: () => number
}

const bytesMaxUsual = 64 << 20
const ageMaxMsUsual = 1_000
/** Of one answer: its headers, and two encodings of its body. */
const bytesBesides = 2_048
const copies = 2

/**
 * Responses of this process by the URL that they answer, for as long as the data does not change: the same question at the same
 * version has the same bytes.
 */
export const createAnswerCache = ({
  version,
  bytesMax = bytesMaxUsual,
  ageMaxMs = ageMaxMsUsual,
  now = () => performance.now(),
}: AnswerCacheOptions): AnswerCache => {
  const kept = new LRUCache<string, KeptAnswer>({
    maxSize: bytesMax,
    maxEntrySize: Math.max(1, bytesMax >> 3),
    sizeCalculation: ({ body }, place) => body.length * copies + place.length + bytesBesides,
    ttl: ageMaxMs,
    ttlResolution: 0,
    perf: { now },
  })
  let keptVersion: string | undefined
  return {
    version,
    find: (place, current) => (current === keptVersion ? kept.get(place) : undefined),
    keep: (place, before, answer) => {
      const etag = `W/"${hash('sha1', answer.body, 'base64url')}"`
      const made: KeptAnswer = { ...answer, etag, encoded: new Map() }
      if (before !== keptVersion) {
        // An answer that took long is of an older version than those that are kept.
        if (version() !== before) return made
        kept.clear()
        keptVersion = before
      }
      kept.set(place, made)
      return made
    },
  }
}
