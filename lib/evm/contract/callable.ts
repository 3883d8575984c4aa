import { badParameter } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { abiIndex } from '#lib/evm/abi/abi-index.ts'
import { type ContractFunction, guessedFunction } from '#lib/evm/abi/contract-functions.ts'
import { ArgumentFault, encodeCall } from '#lib/evm/abi/encode-arguments.ts'
import { parseDeclaration } from '#lib/evm/signatures/declaration.ts'
import { unnamedFunction } from '#lib/evm/signatures/unnamed-function.ts'
import type { KnownFunction } from './known-functions.ts'

/** A function that a call can be encoded for. */
export type Callable = Omit<ContractFunction, 'mutability'>

/** The function of a contract that a visitor names by signature, selector or name; `parameter` is named in errors. */
export const findFunction = (parameter: string, known: readonly KnownFunction[], named: string): Callable => {
  const functions = known.flatMap((one) => one.declared ?? one.guessed ?? [])
  const unnamed = unnamedFunction(named)
  if (unnamed) return functions.find(({ signature }) => signature === unnamed.signature) ?? unnamed
  const declaration = parseDeclaration(named)
  const [selector, [parsed] = []] = declaration
    ? ([...(abiIndex([{ type: 'function', ...declaration }])?.functions ?? [])][0] ?? [])
    : []
  const wanted = selector ?? named.toLowerCase()
  const bySelector = functions.find((one) => one.selector === wanted)
  if (bySelector) return bySelector
  if (parsed && selector && isHex(selector)) return guessedFunction(selector, parsed)
  const byName = functions.filter(({ name }) => name === named)
  if (byName.length === 1 && byName[0]) return byName[0]
  const shown = named.slice(0, 80)
  throw badParameter(
    parameter,
    byName.length > 1
      ? `names ${shown}, which the contract has ${byName.length} times: give its parameters, as in ${byName[0]?.signature}`
      : `names ${shown}, which is neither a function of the contract nor a signature such as balanceOf(address)`,
  )
}

/** The calldata of a call; `parameter` is named in errors. */
export const encodeArguments = (
  parameter: string,
  { selector, inputs, signature }: Callable,
  values: readonly unknown[],
): Hex => {
  try {
    return encodeCall(selector, inputs, values)
  } catch (error) {
    if (!(error instanceof ArgumentFault)) throw error
    throw badParameter(
      parameter,
      error.path === ''
        ? `is wrong: ${signature} ${error.message}`
        : `is wrong: ${error.path} of ${signature} ${error.message}`,
    )
  }
}
