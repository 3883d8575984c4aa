/** Hex with 0x in lower case; a bare run of 40 or 64 digits counts too. Undefined for any other text. */
export const writtenHex = (text: string): string | undefined => {
  if (/^0x[0-9a-f]{1,64}$/i.test(text)) return text.toLowerCase()
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(text) ? `0x${text.toLowerCase()}` : undefined
}

/** A number as people write it: `17715655`, `17,715,655`, `#17715655`. Unsigned 64 bits have at most 20 digits. */
export const writtenNumber = (text: string): string | undefined => {
  const digits = text.replace(/^#/, '').replace(/[,_'\s](?=\d{3})/g, '')
  return /^\d{1,20}$/.test(digits) ? BigInt(digits).toString() : undefined
}

/** Of 32 bytes. */
export const isHash = (hex: string): boolean => hex.length === 66

/** Hex text of this many digits is an address or a hash of one of the families. */
const wholeLengths: readonly number[] = [40, 64]
/** Special addresses, 0x0 to 0xf, are written in short (AIP-40). */
const specialLength = 1

/** The number of digits of hex text that is only a part of an address or hash; undefined for any other text. */
export const shortHexDigits = (text: string): number | undefined => {
  const length = /^\s*0x([0-9a-f]{1,63})\s*$/i.exec(text)?.[1]?.length
  return length === undefined || length === specialLength || wholeLengths.includes(length) ? undefined : length
}

/** What such a text lacks, in one sentence. */
export const shortHexNotice = (digits: number): string =>
  `An address has 40 or 64 digits after 0x, and a hash has 64; this has ${digits}.`
