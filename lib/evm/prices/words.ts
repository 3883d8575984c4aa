import { toInteger } from '#lib/base/bytes.ts'

const wordBytes = 32

/** The result of a contract call as 32-byte words; undefined if it is something else, or too short. */
export const answerWords = (answer: Uint8Array | string | undefined, min: number): bigint[] | undefined => {
  if (!(answer instanceof Uint8Array) || answer.length < min * wordBytes || answer.length % wordBytes !== 0) return
  return Array.from({ length: answer.length / wordBytes }, (_, index) =>
    toInteger(answer.subarray(index * wordBytes, (index + 1) * wordBytes)),
  )
}

/** Two's complement of a word. */
export const signed = (word: bigint): bigint => BigInt.asIntN(256, word)
