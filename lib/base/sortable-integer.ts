/*
 * Integers of any size as bytes that sort as the numbers do, in both databases: the first byte is 0x80 plus the length of the
 * magnitude (minus it below zero), the magnitude follows big-endian, inverted below zero. Zero is one byte.
 */
const zero = 0x80
/** Bytes of the largest magnitude: over 2^900 transfers of 2^256 fit. */
const lengthMax = 0x7f

/** @throws RangeError for a magnitude of more than 127 bytes. */
export const toSortable = (value: bigint): Uint8Array => {
  if (value === 0n) return Uint8Array.of(zero)
  const digits = (value < 0n ? -value : value).toString(16)
  const magnitude = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  if (magnitude.length > lengthMax) throw new RangeError(`A magnitude of ${magnitude.length} bytes cannot be stored.`)
  const bytes = Buffer.alloc(magnitude.length + 1)
  bytes[0] = value < 0n ? zero - magnitude.length : zero + magnitude.length
  if (value > 0n) magnitude.copy(bytes, 1)
  else for (const [index, byte] of magnitude.entries()) bytes[index + 1] = 0xff - byte
  return bytes
}

export const fromSortable = (bytes: Uint8Array): bigint => {
  const first = bytes[0] ?? zero
  if (first === zero) return 0n
  const magnitude = Buffer.from(bytes.subarray(1))
  if (first > zero) return BigInt(`0x${magnitude.toString('hex')}`)
  return -BigInt(`0x${Buffer.from(magnitude.map((byte) => 0xff - byte)).toString('hex')}`)
}

/** Every positive number sorts after it. */
export const sortableZero: Uint8Array = Uint8Array.of(zero)
