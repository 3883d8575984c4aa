import { looseText } from '#components/evm/parts/values/loose-text.ts'
import { panicMeaning } from '#lib/evm/api/format/panic-meaning.ts'
import { numberAt } from '#lib/evm/summary/log-data.ts'

const reasonLengthMax = 300
const selectorLength = 10
const textLengthMax = 4_096n

/** A contract's revert reason, from the returned bytes; undefined without one. */
export const revertReason = (output: string): string | undefined => {
  const selector = output.slice(0, selectorLength)
  const data = `0x${output.slice(selectorLength)}`
  // Panic(uint256)
  if (selector === '0x4e487b71') return panicMeaning(String(numberAt(data, 0)))
  // Error(string)
  if (selector === '0x08c379a0') {
    const length = numberAt(data, 1)
    if (numberAt(data, 0) !== 32n || length === undefined || length > textLengthMax) return undefined
    const start = 2 + 128
    return looseText(`0x${data.slice(start, start + Number(length) * 2)}`).slice(0, reasonLengthMax) || undefined
  }
  return undefined
}
