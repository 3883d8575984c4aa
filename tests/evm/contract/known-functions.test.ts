import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { isWritable, readableFunctions } from '#components/evm/parts/function-call.ts'
import type { EvmContractFunction } from '#lib/evm/contract/calls-contract.ts'
import type { InspectedContract } from '#lib/evm/contract/inspect-contract.ts'
import { knownFunctions } from '#lib/evm/contract/known-functions.ts'
import { createKnownSignatures } from '#lib/evm/signatures/known-signatures.ts'

const address = '0xdac17f958d2ee523a2206206994597c13d831ec7'

/** Of a contract without an ABI, whose code looks as if every function writes: `unread` are not analysed. */
const functionsOf = async (signatures: readonly string[], unread: readonly string[] = []) => {
  const selectors = [...signatures, ...unread].map((signature) => toFunctionSelector(signature))
  const shapes = new Map(
    selectors
      .slice(0, signatures.length)
      .map((selector) => [selector, { types: '', mutability: 'nonpayable' as const }] as const),
  )
  const inspected = {
    described: { interfaces: [] },
    state: { codes: [{ address, hash: '0x', facts: { selectors } }] },
  } as unknown as InspectedContract
  const context = {
    signatures: createKnownSignatures(),
    shapes: { read: async () => shapes, close: () => {} },
    node: { code: async () => '0x' },
  }
  const known = await knownFunctions(context as never, inspected, undefined)
  return known.map(
    ({ declared, ...one }) =>
      ({
        ...('guessed' in one ? one.guessed : undefined),
        selector: one.selector,
        mutability: declared?.mutability ?? null,
        guessed_mutability: ('guessed' in one ? one.guessed?.mutability : undefined) ?? null,
      }) as unknown as EvmContractFunction,
  )
}
const namesOf = (functions: readonly EvmContractFunction[]) => functions.map(({ name }) => name)

test('functions that a standard defines as view are offered as reads only, whatever their bytecode looks like', async () => {
  const functions = await functionsOf([
    'balanceOf(address)',
    'decimals()',
    'allowance(address,address)',
    'name()',
    'totalSupply()',
    'owner()',
    'transfer(address,uint256)',
  ])
  expect(namesOf(functions.filter(isWritable))).toEqual(['transfer'])
  expect(namesOf(readableFunctions(functions))).toEqual([
    ...['balanceOf', 'decimals', 'allowance', 'name', 'totalSupply', 'owner'],
  ])
})

test('a function of which nothing is known is offered as both', async () => {
  const functions = await functionsOf([], ['transferFrom(address,address,uint256)'])
  expect(functions.filter(isWritable)).toHaveLength(1)
  expect(readableFunctions(functions)).toHaveLength(1)
})
