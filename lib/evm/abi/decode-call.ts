import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { DecodedCall } from '#lib/evm/api/records/transactions.ts'
import type { AbiIndex, AbiItem } from './abi-index.ts'
import { readValues } from './read-values.ts'

const selectorBytes = 4

/** The selector of a call; undefined if the input is too short to have one. */
export const selectorOf = (input: Uint8Array): Hex | undefined =>
  input.length < selectorBytes ? undefined : toHex(input.subarray(0, selectorBytes))

/** A call, and the function of an ABI or a signature that it is decoded as. */
export type ReadCall = { call: DecodedCall; item: AbiItem; isExact: boolean }

/**
 * Decodes calldata with the first of these ABIs that fits: a proxy's own takes precedence over its implementation's.
 * Trailing bytes are allowed. Undefined if none fits; never throws.
 */
export const decodeCall = (abis: readonly AbiIndex[], input: Uint8Array): DecodedCall | undefined =>
  findCall(abis, input)?.call

/** `decodeCall`, with the function. */
export const findCall = (abis: readonly AbiIndex[], input: Uint8Array): ReadCall | undefined => {
  const selector = selectorOf(input)
  if (selector === undefined) return undefined
  for (const { functions } of abis)
    for (const item of functions.get(selector) ?? []) {
      const read = readCall(item, input)
      if (read) return read
    }
  return undefined
}

/** A call decoded as one function. `isExact`: no bytes follow the arguments. Undefined if the input does not fit. */
export const readCall = (item: AbiItem, input: Uint8Array): ReadCall | undefined => {
  const { name, signature, inputs } = item
  const argumentBytes = input.subarray(selectorBytes)
  const read = readValues(
    inputs.map(({ type }) => type),
    argumentBytes,
  )
  if (!read) return undefined
  const params = inputs.map(({ name, typeText }, index) => ({ name, value: read.values[index] ?? '', type: typeText }))
  const isExact = argumentBytes.length === read.end || argumentBytes.length === read.paddedEnd
  return { call: { signature, label: name, type: 'function', params }, item, isExact }
}
