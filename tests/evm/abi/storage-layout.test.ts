import { expect, test } from 'vitest'
import * as z from 'zod'
import { hashOf } from '#lib/base/keccak.ts'
import { readLayout, storageNames } from '#lib/evm/abi/storage-layout.ts'
import { storageEntry, storageValue, storageVariables } from '#lib/evm/abi/storage-variables.ts'
import { slotNames } from '#lib/evm/trace/slot-names.ts'
import { solcOutput } from '#tests/support/solc-output.ts'

const source = `pragma solidity ^0.8.20;
contract A {
  struct Point { uint128 x; uint128 y; address owner; }
  address owner; bool isPaused;
  uint256 supply;
  Point point;
  uint64[5] times;
  Point[2] corners;
  mapping(address => uint256) balances;
  address[] members;
  string label;
  mapping(uint256 => mapping(string => Point)) corner;
  int8[] small;
}`
const compiled = z
  .object({ contracts: z.object({ 'a.sol': z.object({ A: z.object({ storageLayout: z.unknown() }) }) }) })
  .parse(
    solcOutput({
      language: 'Solidity',
      sources: { 'a.sol': { content: source } },
      settings: { outputSelection: { '*': { '*': ['storageLayout'] } } },
    }),
  )
const layout = compiled.contracts['a.sol'].A.storageLayout
const word = (value: bigint | number) => `0x${value.toString(16).padStart(64, '0')}`

test('slots are named after the variables that the compiler placed there', () => {
  const names = storageNames(layout)
  expect(Array.from({ length: 13 }, (_, slot) => names?.inSlot(BigInt(slot)))).toEqual([
    'owner, isPaused',
    'supply',
    'point.x, point.y',
    'point.owner',
    'times[0], times[1], times[2], times[3]',
    'times[4]',
    'corners[0].x, corners[0].y',
    'corners[0].owner',
    'corners[1].x, corners[1].y',
    'corners[1].owner',
    undefined,
    'members.length',
    'label',
  ])
})

test('entries of mappings and lists are named where their hash is proven', () => {
  const key = word(0xabn)
  const balance = hashOf(`${key.slice(2)}${word(10).slice(2)}`)
  const member = word(BigInt(hashOf(word(11).slice(2))) + 2n)
  const other = word(2n ** 200n)
  const names = slotNames([balance, member, word(1), other], [key], storageNames(layout))
  expect(names.get(balance)).toEqual({ name: 'balances [171]', source: 'layout' })
  expect(names.get(member)).toEqual({ name: 'members[] + 2', source: 'layout' })
  expect(names.get(word(1))).toEqual({ name: 'supply', source: 'layout' })
  expect(names.get(other)).toBeUndefined()
})

test('a hostile layout is refused, or bounded', () => {
  for (const one of [
    null,
    {},
    { storage: 'x', types: {} },
    { storage: [{ label: 'a', slot: '-1', type: 't' }], types: {} },
  ])
    expect(storageNames(one)).toBeUndefined()
  const loop = {
    encoding: 'inplace',
    numberOfBytes: '32',
    members: [{ label: 'm', slot: '0', offset: 0, type: 'loop' }],
  }
  const wide = { encoding: 'inplace', numberOfBytes: '9'.repeat(70), base: 'byte' }
  const byte = { encoding: 'inplace', numberOfBytes: '1' }
  const variables = ['loop', 'wide', '__proto__'].map((type, slot) => ({
    label: type,
    slot: String(slot * 100),
    offset: 0,
    type,
  }))
  const names = storageNames({ storage: variables, types: { loop, wide, byte } })
  expect(names?.inSlot(0n)).toMatch(/^loop\.m\.m/)
  expect(names?.inSlot(100n)).toContain('wide[0]')
  expect(names?.inSlot(200n)).toBe('__proto__')
})

const parsed = () => {
  const read = readLayout(layout)
  if (!read) throw new Error('not a layout')
  return read
}

test('variables have their place in a slot, and values as the compiler packs them', () => {
  const variables = storageVariables(parsed())
  const at = (name: string) => {
    const found = variables.find((one) => one.name === name)
    if (!found) throw new Error(`${name} is missing`)
    return found
  }
  expect(at('isPaused')).toMatchObject({ slot: 0n, offset: 20, bytes: 1, kind: 'value' })
  const first = `0x${'00'.repeat(11)}01${'ab'.repeat(20)}`
  expect(storageValue(at('owner'), first)).toBe(`0x${'ab'.repeat(20)}`)
  expect(storageValue(at('isPaused'), first)).toBe('true')
  expect(storageValue(at('times[1]'), word(7n << 64n))).toBe('7')
  expect(storageValue(at('label'), `0x${Buffer.from('hi').toString('hex').padEnd(62, '0')}04`)).toBe('hi')
  expect(at('balances').kind).toBe('mapping')
  expect(storageValue(at('members'), word(3))).toBe('3')
})

test('entries are found by the keys of each level, and by the index of a list', () => {
  const inner = hashOf(`${word(7).slice(2)}${word(13).slice(2)}`)
  const slot = BigInt(hashOf(`${Buffer.from('top').toString('hex')}${inner.slice(2)}`))
  expect(storageEntry(parsed(), 'corner', ['7', 'top'])).toMatchObject([
    { name: 'corner[7][top].x', slot, offset: 0 },
    { name: 'corner[7][top].y', slot, offset: 16 },
    { name: 'corner[7][top].owner', slot: slot + 1n },
  ])
  const [small] = storageEntry(parsed(), 'small', ['33'])
  expect(small).toMatchObject({ slot: BigInt(hashOf(word(14).slice(2))) + 1n, offset: 1, bytes: 1 })
  expect(small && storageValue(small, word(0xfen << 8n))).toBe('-2')
  expect(() => storageEntry(parsed(), 'corner', ['7'])).toThrow('give one for each mapping')
})
