import { hashOfText } from '#lib/base/keccak.ts'
import { bundledFile } from '#lib/evm/bundled-file.ts'

/** Hex digits of a key: full selectors, and enough of a topic to be unique; decoding compares the whole topic. */
export const functionKeyDigits = 8
export const eventKeyDigits = 16

const newline = 0x0a

/** Lines of `key declaration` in the order of their keys. Kept as bytes: a text or a map takes several times the memory. */
export type SignatureTable = { find(key: string): string[] }

export const signatureTable = (bytes: Buffer): SignatureTable => ({
  find: (key) => {
    const found: string[] = []
    for (let at = lowerBound(bytes, key); at < bytes.length; ) {
      const end = lineEnd(bytes, at)
      if (bytes.toString('latin1', at, at + key.length) !== key) break
      found.push(bytes.toString('utf8', at + key.length + 1, end))
      at = end + 1
    }
    return found
  },
})

/** The offset of the first line whose key is not below this one. */
const lowerBound = (bytes: Buffer, key: string): number => {
  let low = 0
  let high = bytes.length
  while (low < high) {
    const start = bytes.lastIndexOf(newline, Math.floor((low + high) / 2) - 1) + 1
    const from = Math.max(start, low)
    if (bytes.toString('latin1', from, from + key.length) < key) low = lineEnd(bytes, from) + 1
    else high = from
  }
  return low
}

const lineEnd = (bytes: Buffer, at: number): number => {
  const end = bytes.indexOf(newline, at)
  return end < 0 ? bytes.length : end
}

/** Reads a table that `tests/signature-collector` wrote. */
export const readSignatureTable = (name: 'functions.txt' | 'events.txt'): SignatureTable =>
  signatureTable(bundledFile(`signatures/${name}`))

const selectorLength = 10

/**
 * The selectors that a method may mean: `0xa9059cbb` itself, the one of `transfer(address,uint256)`, those of every bundled signature
 * named `transfer`. Empty for anything else.
 */
export const selectorsNamed = (method: string): string[] => {
  if (/^0x/i.test(method)) return /^0x[0-9a-f]{8}$/i.test(method) ? [method.toLowerCase()] : []
  if (method.includes('(')) return [hashOfText(method).slice(0, selectorLength)]
  const lines = bundledFile('signatures/functions.txt')
  const wanted = Buffer.from(` ${method}(`)
  const found: string[] = []
  for (let at = lines.indexOf(wanted); at >= 0; at = lines.indexOf(wanted, at + 1)) {
    const key = lines.toString('latin1', at - functionKeyDigits, at)
    // The name follows its key at the start of a line; elsewhere it is part of another signature.
    const isStart = at === functionKeyDigits || lines[at - functionKeyDigits - 1] === 0x0a
    if (isStart) found.push(`0x${key}`)
  }
  return found
}
