import * as z from 'zod'
import { toBytes } from '#lib/base/bytes.ts'
import { contractFunctions } from '#lib/evm/abi/contract-functions.ts'
import { readValues } from '#lib/evm/abi/read-values.ts'

const constructorItem = z.looseObject({ type: z.literal('constructor') })

/** Decodes the arguments of a constructor; null if they do not fit the ABI. */
export const constructorParameters = (
  abi: readonly unknown[],
  data: string,
): { name: string; type: string; value: string }[] | null => {
  const item = abi.map((one) => constructorItem.safeParse(one).data).find((one) => one !== undefined)
  if (!item) return data === '0x' ? [] : null
  // Arguments are encoded as those of a function are.
  const [{ inputs } = { inputs: undefined }] = contractFunctions([{ ...item, type: 'function', name: 'constructor' }])
  const read =
    inputs &&
    readValues(
      inputs.map(({ type }) => type),
      toBytes(data),
    )
  if (!read) return null
  return inputs.map(({ name, typeText }, index) => ({ name, type: typeText, value: read.values[index] ?? '' }))
}
