import { toHex } from '#lib/base/bytes.ts'
import { panicMeaning } from '#lib/evm/api/format/panic-meaning.ts'
import type { AbiIndex } from './abi-index.ts'
import { abiType } from './abi-type.ts'
import { decodeCall } from './decode-call.ts'
import { readValues } from './read-values.ts'

/** Why a call reverted, as far as its bytes say. */
export type DecodedRevert = {
  /** `Error(string)`, `Panic(uint256)` or a custom error; null for an unknown error. */
  signature: string | null
  params: readonly { name: string; type: string; value: string }[]
  /** For people; null without a known reason. */
  text: string | null
}

const selectors = { error: '0x08c379a0', panic: '0x4e487b71' } as const
const [textType, numberType] = [abiType({ type: 'string' }), abiType({ type: 'uint256' })]

export const decodeRevert = (data: Uint8Array, errors: readonly AbiIndex[]): DecodedRevert => {
  const selector = toHex(data.subarray(0, 4))
  const single = (type: typeof textType) => type && readValues([type], data.subarray(4))?.values[0]
  const reason = selector === selectors.error ? single(textType) : undefined
  if (reason !== undefined)
    return { signature: 'Error(string)', params: [{ name: 'message', type: 'string', value: reason }], text: reason }
  const panic = selector === selectors.panic ? single(numberType) : undefined
  if (panic !== undefined)
    return {
      signature: 'Panic(uint256)',
      params: [{ name: 'code', type: 'uint256', value: panic }],
      text: panicMeaning(panic),
    }
  const custom = decodeCall(errors, data)
  return custom
    ? { signature: custom.signature, params: custom.params, text: null }
    : { signature: null, params: [], text: null }
}
