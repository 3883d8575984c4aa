import { hash } from 'node:crypto'
import { createKeptByVersion, type KeptByVersion, type KeptByVersionOptions } from '#lib/base/kept-by-version.ts'
import type { Bytes, Encoding } from './compress.ts'

/** A successful response of an endpoint that depends on the index alone. */
export type KeptAnswer = {
  body: Bytes
  /** Of the endpoint: coverage, index position. Those of the caller's limits are not among them. */
  headers: Readonly<Record<string, string>>
  source: string | undefined
  etag: string
  /** The body compressed, once somebody asked for it. */
  encoded: Map<Encoding, Bytes>
}

export type AnswerCache = Pick<KeptByVersion<KeptAnswer>, 'version' | 'find'> & {
  /** `version` was read before the answer was computed. */
  keep(place: string, version: string, answer: Pick<KeptAnswer, 'body' | 'headers' | 'source'>): KeptAnswer
}

export type AnswerCacheOptions = Pick<KeptByVersionOptions<KeptAnswer>, 'version' | 'ageMaxMs' | 'now'> & {
  bytesMax?: number
}

const bytesMaxUsual = 64 << 20
/** The headers of an answer. */
const bytesBesides = 2_048
/** Both compressed bodies together are taken to be as long as the body. */
const copies = 2

/**
 * Responses of this process by the URL that they answer, for as long as the data does not change: the same question at the same
 * version has the same bytes.
 */
export const createAnswerCache = ({ bytesMax = bytesMaxUsual, ...options }: AnswerCacheOptions): AnswerCache => {
  const { version, find, keep } = createKeptByVersion<KeptAnswer>({
    ...options,
    bound: { bytes: bytesMax, bytesOf: ({ body }, place) => body.length * copies + place.length + bytesBesides },
  })
  return {
    version,
    find,
    keep: (place, before, answer) => {
      const etag = `W/"${hash('sha1', answer.body, 'base64url')}"`
      const made: KeptAnswer = { ...answer, etag, encoded: new Map() }
      keep(place, before, made)
      return made
    },
  }
}
