const wordBytes = 32

/** The result of a contract call as 32-byte words; undefined if it is something else, or too short. */
export const wordsOf = (answer: Uint8Array | string | undefined, min: number): bigint[] | undefined => {
  if (!(answer instanceof Uint8Array) || answer.length < min * wordBytes || answer.length % wordBytes !== 0) return
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
  return Array.from({ length: answer.length / wordBytes }, (_, index) =>
    BigInt(`0x${bytes.toString('hex', index * wordBytes, (index + 1) * wordBytes)}`),
  )
}

/** A number or an address as an argument, 64 digits. */
export const argument = (value: number | string): string =>
  (typeof value === 'number' ? value.toString(16) : value.slice(2)).padStart(64, '0')

/** Two's complement of a word. */
export const signed = (word: bigint): bigint => BigInt.asIntN(256, word)
