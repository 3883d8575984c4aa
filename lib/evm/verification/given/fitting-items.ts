import { abiIndex } from '#lib/evm/abi/abi-index.ts'
import { readBytecode } from '#lib/evm/bytecode/read-bytecode.ts'
import type { Hex } from '#lib/evm/chain/block.ts'
import { toBytes } from '#lib/evm/chain/decode/bytes.ts'

/**
 * The items of an ABI without functions that the bytecode does not have, and the number of functions. Where the selectors of
 * the bytecode cannot be read, all are kept.
 */
export const fittingItems = (
  items: readonly unknown[],
  code: Hex,
): { items: readonly unknown[]; functionCount: number } => {
  const selectors = new Set<string>(readBytecode(toBytes(code)).selectors)
  const fitting = items.filter((item) => {
    const { functions, errors, events, anonymousEvents } = abiIndex([item]) ?? {}
    if (!functions) return false
    const [selector] = functions.keys()
    if (selector !== undefined) return selectors.size === 0 || selectors.has(selector)
    return [errors, events, anonymousEvents].some((index) => index && index.size > 0)
  })
  const functionCount = abiIndex(fitting)?.functions.size ?? 0
  return { items: fitting, functionCount }
}
