import { toDigits } from '#lib/base/bytes.ts'

/* Not `@ethereum-sourcify/bytecode-utils` (1.5.1): for this one map it brings cbor-x, base-x, bs58, semver and @ethersproject/bytes. */

/**
 * The CBOR map that Solidity appends to bytecode, and its length in two bytes: the hash of the metadata and the compiler's
 * version. @see https://docs.soliditylang.org/en/latest/metadata.html#encoding-of-the-metadata-hash-in-the-bytecode
 */
export type Auxdata = {
  /** In hex digits from the start of the bytecode. */
  start: number
  length: number
  /** The metadata hash by its kind, in hex; undefined if it was turned off. */
  hash: { kind: 'ipfs' | 'bzzr0' | 'bzzr1'; digits: string } | undefined
  /** The compiler's version, or the text of a nightly build. */
  solc: string | undefined
}

const lengthDigits = 4
const hashKinds: readonly string[] = ['ipfs', 'bzzr0', 'bzzr1'] satisfies NonNullable<Auxdata['hash']>['kind'][]
const isHashKind = (text: string): text is NonNullable<Auxdata['hash']>['kind'] => hashKinds.includes(text)

/** The auxdata at the end of a bytecode (hex digits without 0x); undefined if there is none. */
export const tailAuxdata = (code: string): Auxdata | undefined => {
  const bytes = Number.parseInt(code.slice(-lengthDigits), 16)
  const start = code.length - lengthDigits - 2 * bytes
  if (!(bytes > 0) || start < 0) return undefined
  const map = readMap(Buffer.from(code.slice(start, -lengthDigits), 'hex'))
  if (map === undefined || map.size === 0) return undefined
  const hash = [...map].flatMap(([key, value]) =>
    isHashKind(key) && Buffer.isBuffer(value) ? [{ kind: key, digits: toDigits(value) }] : [],
  )[0]
  return { start, length: code.length - start, hash, solc: versionOf(map.get('solc')) }
}

const versionOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  return Buffer.isBuffer(value) && value.length === 3 ? [...value].join('.') : undefined
}

const keyLengthMax = 64

/** A CBOR map of short texts to byte strings, texts or booleans, which is all that Solidity writes; undefined for anything else. */
const readMap = (bytes: Buffer): Map<string, unknown> | undefined => {
  let position = 0
  const next = (): number => bytes[position++] ?? -1
  const readItem = (): unknown => {
    const head = next()
    const size = head & 0x1f
    if (head === 0xf4 || head === 0xf5) return head === 0xf5
    const length = size < 24 ? size : size === 24 ? next() : undefined
    const major = head >> 5
    if (head < 0 || length === undefined || length < 0 || position + length > bytes.length) return undefined
    if (major !== 2 && major !== 3) return undefined
    const part = bytes.subarray(position, position + length)
    position += length
    return major === 2 ? part : part.toString('utf8')
  }
  const head = next()
  if (head >> 5 !== 5 || (head & 0x1f) > 16) return undefined
  const map = new Map<string, unknown>()
  for (let left = head & 0x1f; left > 0; left--) {
    const key = readItem()
    const value = readItem()
    if (typeof key !== 'string' || key.length > keyLengthMax || value === undefined) return undefined
    map.set(key, value)
  }
  return position === bytes.length ? map : undefined
}
