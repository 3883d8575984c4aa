import { looseText } from '#components/evm/parts/values/loose-text.ts'
import { numberAt } from '#components/evm/transaction/moves/log-data.ts'

/** Solidity, "Panic via assert and Error via require": the meaning of each code. */
const panics: Record<string, string> = {
  '1': 'an assertion failed',
  '17': 'arithmetic overflow or underflow',
  '18': 'division by zero',
  '33': 'invalid enum value',
  '34': 'corrupt storage byte array',
  '49': 'an empty array was popped',
  '50': 'array index out of bounds',
  '65': 'too much memory allocated',
  '81': 'call of an uninitialised function',
}

/** The meaning of a panic, by its code in decimal. */
export const panicText = (code: string): string => panics[code] ?? 'a panic with an unknown code'

const reasonLengthMax = 300
const selectorLength = 10
const textLengthMax = 4_096n

/** A contract's revert reason, from the returned bytes; undefined without one. */
export const revertReason = (output: string): string | undefined => {
  const selector = output.slice(0, selectorLength)
  const data = `0x${output.slice(selectorLength)}`
  // Panic(uint256)
  if (selector === '0x4e487b71') return panicText(String(numberAt(data, 0)))
  // Error(string)
  if (selector === '0x08c379a0') {
    const length = numberAt(data, 1)
    if (numberAt(data, 0) !== 32n || length === undefined || length > textLengthMax) return undefined
    const start = 2 + 128
    return looseText(`0x${data.slice(start, start + Number(length) * 2)}`).slice(0, reasonLengthMax) || undefined
  }
  return undefined
}
