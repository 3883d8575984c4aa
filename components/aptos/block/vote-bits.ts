const bytesMax = 1_024

/** The indices of set bits of a validator bit vector; the first is the highest bit of the first byte. */
export const voteBits = (hex: string): number[] => {
  const digits = /^0x(?:[0-9a-fA-F]{2})*$/.test(hex.slice(0, 2 + 2 * bytesMax)) ? hex.slice(2, 2 + 2 * bytesMax) : ''
  return [...Buffer.from(digits, 'hex')].flatMap((byte, at) =>
    Array.from({ length: 8 }, (_, bit) => bit).flatMap((bit) => (byte & (0x80 >> bit) ? [at * 8 + bit] : [])),
  )
}
