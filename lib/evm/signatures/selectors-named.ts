import { hashOfText } from '#lib/base/keccak.ts'
import { bundledFile } from '#lib/evm/bundled-file.ts'
import { functionKeyDigits } from './signature-table.ts'

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
