/*
 * Results of contract calls, which are untrusted and may not follow the ABI (Solidity, "Contract ABI Specification").
 * Malformed ones are null, like a missing function.
 */

const wordBytes = 32

/** A `bool`: one word, 0 or 1. */
export const readBool = (answer: Uint8Array | null): boolean | null => {
  const word = readSmall(answer)
  return word === 0 || word === 1 ? word === 1 : null
}

/** Beyond this a uint256 has no digit before the point. */
const decimalsMax = 78

/** `decimals()`; null for absurd numbers. */
export const readDecimals = (answer: Uint8Array | null): number | null => {
  const decimals = readSmall(answer)
  return decimals !== null && decimals <= decimalsMax ? decimals : null
}

/** The bytes of a `string`, or of a `bytes32` (in contracts older than the standard) without trailing zeros. */
export const readText = (answer: Uint8Array | null): Uint8Array | null => {
  if (!answer) return null
  if (answer.length === wordBytes) return answer.subarray(0, answer.findLastIndex((byte) => byte !== 0) + 1)
  const start = readOffset(answer, 0)
  const length = start === null ? null : readOffset(answer, start)
  if (start === null || length === null) return null
  const end = start + wordBytes + length
  return end <= answer.length ? answer.subarray(start + wordBytes, end) : null
}

/** The number in the first word, if it is below 256. */
const readSmall = (answer: Uint8Array | null): number | null => {
  if (!answer || answer.length < wordBytes) return null
  return isZero(answer, 0, wordBytes - 1) ? (answer[wordBytes - 1] ?? null) : null
}

/** An offset or length in bytes: a word below 2^32. */
const readOffset = (answer: Uint8Array, at: number): number | null => {
  if (at + wordBytes > answer.length || !isZero(answer, at, at + wordBytes - 4)) return null
  return new DataView(answer.buffer, answer.byteOffset + at + wordBytes - 4, 4).getUint32(0)
}

const isZero = (bytes: Uint8Array, from: number, to: number): boolean =>
  bytes.subarray(from, to).every((byte) => byte === 0)
