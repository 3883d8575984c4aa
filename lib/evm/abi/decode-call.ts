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

type Parameters = DecodedCall['params']

/** What a contract gave as the reason of a revert: a custom error of a verified ABI, or one that every compiler writes. */
export type DecodedError = { signature: string; label: string; params: Parameters }

/** `Error(string)` and `Panic(uint256)`, which Solidity writes for `require` and `assert`. */
const ofCompilers: Readonly<Record<string, Pick<DecodedError, 'signature' | 'label'> & { name: string }>> = {
  '0x08c379a0': { signature: 'Error(string)', label: 'Error', name: 'message' },
  '0x4e487b71': { signature: 'Panic(uint256)', label: 'Panic', name: 'code' },
}
const text = { canonical: 'string', isDynamic: true, headBytes: 32, kind: 'string' } as const
const number = { canonical: 'uint256', isDynamic: false, headBytes: 32, kind: 'uint', bits: 256 } as const

/** Decodes the data of a revert. Undefined if it has no known selector or does not fit; never throws. */
export const decodeError = (abis: readonly AbiIndex[], output: Uint8Array): DecodedError | undefined => {
  const selector = selectorOf(output)
  if (selector === undefined) return undefined
  const common = ofCompilers[selector]
  if (common) {
    const type = common.label === 'Panic' ? number : text
    const value = readValues([type], output.subarray(4))?.values[0]
    if (value === undefined) return undefined
    const { signature, label, name } = common
    return { signature, label, params: [{ name, value, type: type.canonical }] }
  }
  for (const { errors } of abis)
    for (const item of errors.get(selector) ?? []) {
      const read = readCall(item, output)
      if (read) return { signature: item.signature, label: item.name, params: read.call.params }
    }
  return undefined
}

/**
 * Decodes what a call returned, by the function of these ABIs that fits its calldata. Undefined if no ABI declares what it
 * returns, or the bytes do not fit; never throws.
 */
export const decodeOutput = (
  abis: readonly AbiIndex[],
  input: Uint8Array,
  output: Uint8Array,
): Parameters | undefined => {
  const selector = selectorOf(input)
  if (selector === undefined || output.length === 0) return undefined
  for (const { functions } of abis)
    for (const item of functions.get(selector) ?? []) if (readCall(item, input)) return returned(item, output)
  return undefined
}

const returned = ({ outputs }: AbiItem, output: Uint8Array): Parameters | undefined => {
  if (!outputs || outputs.length === 0) return undefined
  const read = readValues(
    outputs.map(({ type }) => type),
    output,
  )
  return read && outputs.map(({ name, typeText }, index) => ({ name, value: read.values[index] ?? '', type: typeText }))
}
