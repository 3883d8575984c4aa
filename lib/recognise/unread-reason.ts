const addressDigits = 40
const hashDigits = 64
/** `0x1`, `0xa550c18`: addresses of Aptos that are written short on purpose. Longer ones are more likely cut. */
export const shortAptosDigitsMax = 7
/** An Aptos address without its leading zeros rarely misses more than these four of its 64 digits. */
const aptosDigitsMin = 60

/** Why hex digits after 0x are nothing that can be looked up; undefined if their count is right. */
export const hexFault = (digits: number): string | undefined => {
  if (digits === addressDigits || digits === hashDigits) return undefined
  if (digits > hashDigits) return `${digits} hex digits: more than a hash has`
  if (digits >= aptosDigitsMin || digits <= shortAptosDigitsMax) return undefined
  return `${digits} hex digits: an address has 40, a hash or an Aptos address 64`
}

/** Why a line without anything of a chain in it is none. */
export const unreadReason = (line: string): string => {
  if (/^https?:\/\//i.test(line)) return 'Not a link to a known explorer page'
  if (/^0x[0-9a-f]*[^0-9a-f\s,;]/i.test(line)) return 'Contains a letter that is not a hex digit'
  if (/^[\w-]+(\.[\w-]+)*\.(eth|apt)$/i.test(line)) return 'Names are not looked up here'
  if (/^-?[\d.,]+$/.test(line)) return 'Not a block or version number'
  return 'No address, hash, block number or link'
}
