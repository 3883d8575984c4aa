import { isHex } from '#lib/base/hex.ts'
import { abiIndex } from '#lib/evm/abi/abi-index.ts'
import { type ContractFunction, guessedFunction } from '#lib/evm/abi/contract-functions.ts'
import { parseDeclaration } from './declaration.ts'

const selectorLength = 10

/** A function written with its selector in place of its name, `0x1234abcd(address,uint256)`. Undefined if the text is not of this form. */
export const unnamedFunction = (text: string): Omit<ContractFunction, 'mutability'> | undefined => {
  const selector = text.slice(0, selectorLength).toLowerCase()
  if (!/^0x[0-9a-f]{8}$/.test(selector) || !isHex(selector)) return undefined
  const declaration = parseDeclaration(`unnamed${text.slice(selectorLength)}`)
  const items = declaration && abiIndex([{ type: 'function', ...declaration }])?.functions.values()
  const [item] = [...(items ?? [])].flat()
  return (
    item &&
    guessedFunction(selector, { ...item, name: selector, signature: item.signature.replace('unnamed', selector) })
  )
}
