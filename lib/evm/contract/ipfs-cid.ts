const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** A multihash (hex digits) as CID of version 0: in base 58, as Solidity's metadata names files on IPFS. */
export const ipfsCid = (digits: string): string => {
  let left = BigInt(`0x0${digits}`)
  let text = ''
  while (left > 0n) {
    text = `${alphabet[Number(left % 58n)]}${text}`
    left /= 58n
  }
  return text
}
