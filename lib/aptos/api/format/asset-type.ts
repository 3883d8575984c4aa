import { aptosAddress } from './aptos-address.ts'

/** Types that are longer name no asset. */
const lengthMax = 1_000
const head = /^0x[0-9a-fA-F]{1,64}$/
const rest = /^[A-Za-z0-9_:<>, ]+$/

/**
 * An asset by the address of its metadata object, in the long form, or by the type of its coin, with addresses as the
 * node writes them; undefined if it is neither.
 */
export const readAssetType = (text: string): string | undefined => {
  if (text.length > lengthMax) return undefined
  const end = text.indexOf('::')
  if (end < 0) return aptosAddress(text)
  const [address, path] = [text.slice(0, end), text.slice(end + 2)]
  if (!head.test(address) || !rest.test(path) || !path.includes('::')) return undefined
  return text.replace(/0x[0-9a-fA-F]{1,64}(?=::)/g, (part) => `0x${BigInt(part).toString(16)}`)
}
