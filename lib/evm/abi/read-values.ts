import { toHex, toInteger } from '#lib/base/bytes.ts'
import { checksumAddress } from '#lib/base/keccak.ts'
import type { AbiType } from './abi-type.ts'

const wordBytes = 32
/** A value whose text is longer is not decoded: more than all data of one transaction on Ethereum (128 KiB in hex). */
const valueCharactersMax = 300_000
/** JSON writes some bytes of a text as six characters. */
const charactersPerByte = 6

/** Bytes that do not contain the expected value, or that expand beyond their size: never leaves this file. */
class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

export type ReadValues = {
  /** One text per value: decimal, `true`, 0x, EIP-55; lists and tuples as JSON text of these. */
  values: string[]
  /** The end of the last byte read, without and with its padding. */
  end: number
  paddedEnd: number
}

/**
 * Decodes ABI-encoded values from the start of `data` (Solidity, "Contract ABI Specification"). As strict as a
 * contract: rejects numbers and addresses that do not fit their types, and offsets and lengths beyond the end; trailing
 * bytes are ignored. Undefined if the bytes do not fit; never throws. Work and output are linear in the length of
 * `data`: data may be referred to twice, not a thousand times.
 */
export const readValues = (types: readonly AbiType[], data: Uint8Array): ReadValues | undefined => {
  const source: Source = {
    bytes: Buffer.from(data.buffer, data.byteOffset, data.byteLength),
    charactersLeft: 1_024 + charactersPerByte * data.length,
    wordsLeft: 64 + Math.ceil((2 * data.length) / wordBytes),
    end: 0,
    paddedEnd: 0,
  }
  try {
    return { values: readSequence(source, types, 0, asIs), end: source.end, paddedEnd: source.paddedEnd }
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

type Source = { readonly bytes: Buffer; charactersLeft: number; wordsLeft: number; end: number; paddedEnd: number }

/** Writes a single value: plain, or quoted inside the JSON of a list. */
type Writing = (text: string) => string
const asIs: Writing = (text) => text
const quoted: Writing = (text) => JSON.stringify(text)

/** The values of these consecutive types; offsets count from `base`, the position of the first. */
const readSequence = (source: Source, types: readonly AbiType[], base: number, write: Writing): string[] => {
  const texts: string[] = []
  let at = base
  for (const type of types) {
    const text = readValue(source, type, type.isDynamic ? base + readCount(source, at) : at, write)
    if (text.length > valueCharactersMax) throw new Unreadable()
    texts.push(text)
    at += type.headBytes
  }
  return texts
}

/** The value whose own bytes start at `at`. */
const readValue = (source: Source, type: AbiType, at: number, write: Writing): string => {
  switch (type.kind) {
    case 'tuple':
      return listText(source, readSequence(source, type.items, at, quoted))
    case 'list':
      return readList(source, type.item, type.length, at)
    case 'bytes':
    case 'string':
      return charged(source, write(readDynamic(source, type.kind, at)))
    default:
      return charged(source, write(wordText(type, readWord(source, at))))
  }
}

const readList = (source: Source, item: AbiType, fixedLength: number | null, at: number): string => {
  const length = fixedLength ?? readCount(source, at)
  const base = fixedLength === null ? at + wordBytes : at
  if (length * item.headBytes > source.bytes.length - base) throw new Unreadable()
  return listText(source, readSequence(source, new Array<AbiType>(length).fill(item), base, quoted))
}

const listText = (source: Source, texts: readonly string[]): string => {
  source.charactersLeft -= texts.length + 1
  return `[${texts.join()}]`
}

const readDynamic = (source: Source, kind: 'bytes' | 'string', at: number): string => {
  const length = readCount(source, at)
  const start = at + wordBytes
  if (length > source.bytes.length - start || length > valueCharactersMax) throw new Unreadable()
  reach(source, start + length, start + Math.ceil(length / wordBytes) * wordBytes)
  const bytes = source.bytes.subarray(start, start + length)
  return kind === 'bytes' ? toHex(bytes) : bytes.toString('utf8')
}

/** An offset or a length, at most the length of the data. */
const readCount = (source: Source, at: number): number => {
  const word = readWord(source, at)
  if (!isZero(word, 0, wordBytes - 4)) throw new Unreadable()
  return word.readUInt32BE(wordBytes - 4)
}

const readWord = (source: Source, at: number): Buffer => {
  if (at + wordBytes > source.bytes.length || --source.wordsLeft < 0) throw new Unreadable()
  reach(source, at + wordBytes, at + wordBytes)
  return source.bytes.subarray(at, at + wordBytes)
}

const wordText = (type: AbiType, word: Buffer): string => {
  switch (type.kind) {
    case 'uint':
      if (!isZero(word, 0, wordBytes - type.bits / 8)) throw new Unreadable()
      return numberText(word)
    case 'int':
      return signedText(word, type.bits)
    case 'bool':
      if (!isZero(word, 0, wordBytes - 1) || (word[wordBytes - 1] ?? 0) > 1) throw new Unreadable()
      return word[wordBytes - 1] === 1 ? 'true' : 'false'
    case 'address':
      if (!isZero(word, 0, 12)) throw new Unreadable()
      return checksumAddress(toHex(word.subarray(12)))
    case 'fixed_bytes':
      if (!isZero(word, type.bytes, wordBytes)) throw new Unreadable()
      return toHex(word.subarray(0, type.bytes))
    default:
      throw new Unreadable()
  }
}

const numberText = (word: Buffer): string =>
  isZero(word, 0, wordBytes - 6) ? String(word.readUIntBE(wordBytes - 6, 6)) : String(toInteger(word))

/** Two's complement, sign-extended to the whole word. */
const signedText = (word: Buffer, bits: number): string => {
  const value = BigInt.asIntN(256, toInteger(word))
  if (BigInt.asIntN(bits, value) !== value) throw new Unreadable()
  return String(value)
}

const isZero = (bytes: Buffer, from: number, to: number): boolean => {
  for (let index = from; index < to; index++) if (bytes[index] !== 0) return false
  return true
}

const reach = (source: Source, end: number, paddedEnd: number): void => {
  source.end = Math.max(source.end, end)
  source.paddedEnd = Math.max(source.paddedEnd, paddedEnd)
}

const charged = (source: Source, text: string): string => {
  source.charactersLeft -= text.length
  if (source.charactersLeft < 0) throw new Unreadable()
  return text
}
