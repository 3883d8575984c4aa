import type { DecodedCall } from '#lib/evm/contract/transactions.ts'
import { toHex } from '#lib/evm/decode/bytes.ts'
import type { AbiIndex } from './abi-index.ts'
import { readValues } from './read-values.ts'

const selectorBytes = 4

/**
 * A call's input by the first of these interfaces that it fits: a proxy's own goes before what it forwards to. Bytes after
 * the arguments are allowed. Undefined if none fits; never throws.
 */
export const decodeCall = (abis: readonly AbiIndex[], input: Uint8Array): DecodedCall | undefined => {
  if (input.length < selectorBytes) return undefined
  const selector = toHex(input.subarray(0, selectorBytes))
  const argumentBytes = input.subarray(selectorBytes)
  for (const { functions } of abis)
    for (const { name, signature, inputs } of functions.get(selector) ?? []) {
      const read = readValues(
        inputs.map(({ type }) => type),
        argumentBytes,
      )
      if (!read) continue
      const params = inputs.map(({ name, typeText }, index) => ({
        name,
        value: read.values[index] ?? '',
        type: typeText,
      }))
      return { signature, label: name, type: 'function', params }
    }
  return undefined
}
