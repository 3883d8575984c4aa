/*
 * RLP (Ethereum Yellow Paper, appendix B) over hex digits, without 0x. Node responses are hex text, and joining text is
 * far faster than filling many small buffers: bytes are created once per transaction or receipt.
 */

/** A byte string. */
export const rlpBytes = (digits: string): string =>
  digits.length === 2 && digits < '80' ? digits : prefix(digits.length / 2, 0x80) + digits

/** A number, without leading zeros from the node. */
export const rlpQuantity = (digits: string): string => {
  let start = 0
  while (digits.charCodeAt(start) === zeroDigit) start++
  const bare = digits.slice(start)
  return rlpBytes(bare.length % 2 === 0 ? bare : `0${bare}`)
}

/** A list whose items, each already RLP, are joined. */
export const rlpList = (items: string): string => prefix(items.length / 2, 0xc0) + items

const zeroDigit = '0'.charCodeAt(0)
/** The longest payload, in bytes, whose length fits into the first byte. */
const shortMax = 55

const prefix = (length: number, offset: number): string => {
  if (length <= shortMax) return evenHex(offset + length)
  const written = evenHex(length)
  return evenHex(offset + shortMax + written.length / 2) + written
}

const evenHex = (number: number): string => {
  const digits = number.toString(16)
  return digits.length % 2 === 0 ? digits : `0${digits}`
}
