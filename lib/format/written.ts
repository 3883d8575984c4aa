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
