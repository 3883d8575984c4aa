/** All byte strings of one length that start alike, both ends included. */
export type BytesRange = { first: Uint8Array; last: Uint8Array }

/** Shorter texts are the beginning of too many. */
const digitsMin = 4

/** The range of ids of `bytes` bytes that start with the text; undefined for a text that is no beginning of one. */
export const hexPrefixRange = (text: string, bytes: number): BytesRange | undefined => {
  const digits = /^\s*0x([0-9a-f]{1,64})\s*$/i.exec(text)?.[1] ?? ''
  if (digits.length < digitsMin || digits.length > bytes * 2) return undefined
  const padded = (digit: string) => Buffer.from(digits.padEnd(bytes * 2, digit), 'hex')
  return { first: padded('0'), last: padded('f') }
}
