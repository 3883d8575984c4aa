import { keccak256, toFunctionSelector, toFunctionSignature } from 'viem'
import { afterEach, expect, test } from 'vitest'
import type { Hex } from '#lib/base/hex.ts'
import { createFunctionShapes, type FunctionShapesOptions } from '#lib/evm/bytecode/function-shapes.ts'
import { compileSolidity } from '#tests/support/compile-solidity.ts'

const closings: (() => void)[] = []
afterEach(() => {
  for (const close of closings.splice(0)) close()
})

const shapesWith = (options: FunctionShapesOptions = {}) => {
  const shapes = createFunctionShapes({ waitMs: 30_000, ...options })
  closings.push(shapes.close)
  const reads: Hex[] = []
  const read = (code: Hex) =>
    shapes.read(keccak256(code), async () => {
      reads.push(code)
      return code
    })
  return { read, reads }
}

const hexOf = (value: number, bytes: number) => value.toString(16).padStart(2 * bytes, '0')

/** A dispatcher with so many functions that all end in the same endless loop: each is run until its gas is used up. */
const hostileCode = (functions: number): Hex => {
  const start = '60003560e01c'
  const loop = start.length / 2 + functions * 11 + 1
  const cases = Array.from(
    { length: functions },
    (_, index) => `8063${hexOf(0x10000000 + index * 7919, 4)}1461${hexOf(loop, 2)}57`,
  )
  return `0x${start}${cases.join('')}005b6000355061${hexOf(loop, 2)}56`
}

const coin = compileSolidity('tests/evm/contract/contracts')('Inspected.sol', 'AbleCoin')

test('reads the parameters and the mutability of functions from compiled code', { timeout: 30_000 }, async () => {
  const { read, reads } = shapesWith()
  const found = await read(coin.runtimeCode)
  const declared = coin.abi.filter((item) => item.type === 'function')
  const wrong = declared.filter((item) => {
    const shape = found?.get(toFunctionSelector(item))
    const signature = toFunctionSignature(item)
    return shape?.types !== signature.slice(signature.indexOf('(') + 1, -1) || shape.mutability !== item.stateMutability
  })
  expect(declared.length).toBeGreaterThan(10)
  // A constant is pure in bytecode, and parameters that are only returned leave few traces.
  expect(wrong.map(({ name }) => name)).toEqual(['decimals', 'echo'])
  expect(await read(coin.runtimeCode)).toBe(found)
  expect(reads).toHaveLength(1)
})

test('hostile code is not analysed, holds nobody up, and does not hinder the next contract', {
  timeout: 60_000,
}, async () => {
  const { read, reads } = shapesWith({ cpuMs: 600 })
  await read(coin.runtimeCode)
  const hostile = hostileCode(2_000)
  let turns = 0
  const turn = setInterval(() => turns++, 1)
  expect(await read(hostile)).toBeUndefined()
  clearInterval(turn)
  expect(turns).toBeGreaterThan(10)
  // Given up for the processor time that it took: it is not read again.
  expect(await read(hostile)).toBeUndefined()
  expect(reads).toEqual([coin.runtimeCode, hostile])
  expect(await read('0x')).toEqual(new Map())
})

test('a caller waits only so long, and a later one gets the answer', { timeout: 60_000 }, async () => {
  const { read } = shapesWith({ waitMs: 1 })
  expect(await read(coin.runtimeCode)).toBeUndefined()
  await expect.poll(() => read(coin.runtimeCode), { timeout: 30_000 }).toBeInstanceOf(Map)
})

test('analyses only so many contracts at once', { timeout: 60_000 }, async () => {
  const { read } = shapesWith({ cpuMs: 400, queueMax: 2 })
  const results = await Promise.all([read(hostileCode(1_000)), read(hostileCode(1_001)), read(coin.runtimeCode)])
  expect(results).toEqual([undefined, undefined, undefined])
  expect(await read(coin.runtimeCode)).toBeInstanceOf(Map)
})
