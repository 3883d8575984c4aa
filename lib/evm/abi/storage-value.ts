import { type StorageVariable, wordBytes } from './storage-variables.ts'

/** Bytes of a text that are read. */
export const textBytesMax = 1_024

/** The text of a variable's value in its slot; null for mappings, whose slot is empty, and texts that other slots contain. */
export const storageValue = ({ type, kind, offset, bytes }: StorageVariable, slotWord: string): string | null => {
  const digits = slotWord.slice(2).padStart(2 * wordBytes, '0')
  if (kind === 'mapping') return null
  if (kind === 'list') return BigInt(`0x${digits}`).toString()
  if (kind === 'text') {
    const length = textLength(slotWord)
    return length < wordBytes ? storedText(type, digits.slice(0, 2 * length)) : null
  }
  const end = digits.length - 2 * offset
  const part = digits.slice(end - 2 * bytes, end)
  const number = BigInt(`0x${part}`)
  if (type === 'bool') return number === 0n ? 'false' : number === 1n ? 'true' : `0x${part}`
  if (/^(uint|enum )/.test(type)) return number.toString()
  if (/^int\d/.test(type)) return BigInt.asIntN(8 * bytes, number).toString()
  return `0x${part}`
}

/** Bytes of a `string` or `bytes` variable: short ones are in its slot, and long ones in the slots after the hash of it. */
export const textLength = (slotWord: string): number => {
  const number = BigInt(slotWord)
  const isLong = (number & 1n) === 1n
  const length = isLong ? (number - 1n) / 2n : (number & 0xffn) / 2n
  return Number(length < 2n ** 53n ? length : 2n ** 53n)
}

/** Bytes as text, or as hex if they are no text. */
export const storedText = (type: string, digits: string): string => {
  if (type !== 'string') return `0x${digits}`
  return new TextDecoder().decode(Buffer.from(digits, 'hex'))
}
