import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseAddressList } from '#lib/evm/labels/address-list.ts'
import { createKnownAddresses } from '#lib/evm/labels/known-addresses.ts'

const alice = `0x${'a1'.repeat(20)}`
const coin = `0x${'c0'.repeat(20)}`
const zero = `0x${'0'.repeat(40)}`

test('lines are parsed: chain by name, id or *, without comments and empty lines', () => {
  const file = `# ours\n\neth,${alice.toUpperCase().replace('0X', '0x')},Alice, of Accounts\r\n0x89,${coin},"Coin"\n*,${zero},Nobody`
  expect(parseAddressList(file, { needsText: true })).toEqual([
    { chain: 1, address: alice, text: 'Alice, of Accounts' },
    { chain: 137, address: coin, text: 'Coin' },
    { chain: undefined, address: zero, text: 'Nobody' },
  ])
})

test('every invalid line is reported with its error', () => {
  const file = `nochain,${alice},x\neth,0x12,x\neth,${alice}\neth,${alice},${'x'.repeat(121)}`
  expect(() => parseAddressList(file, { needsText: true })).toThrow(
    /line 1 does not name a known chain.*; line 2 has no address.*; line 3 has no name.*; line 4 has a name of more than 120/,
  )
  expect(parseAddressList(`eth,${alice}`, { needsText: false })).toHaveLength(1)
})

test("an operator's label takes precedence over a built-in one, and one for a chain over one for all chains", () => {
  const known = createKnownAddresses({
    labels: [
      { chain: undefined, address: alice, text: 'Alice' },
      { chain: 137, address: alice, text: 'Alice on Polygon' },
      { chain: 1, address: zero, text: 'Nothing' },
    ],
  })
  expect(known.labelOf(1, alice)).toBe('Alice')
  expect(known.labelOf(137, alice)).toBe('Alice on Polygon')
  expect(known.labelOf(1, zero)).toBe('Nothing')
  expect(known.labelOf(137, zero)).toBe('Null address')
  expect(known.labelOf(1, coin)).toBeNull()
})

test('contracts in use are named on their own chains, are found by name, and give way to the operator', () => {
  const poolManager = '0x000000000004444c5dc75cb358380d2e3de08a90'
  const safeFactory = '0xa6b71e26c5e0845f74c812102ca7114b6a896ab2'
  const known = createKnownAddresses({ labels: [{ chain: 1, address: safeFactory, text: 'Our factory' }] })
  expect(known.labelOf(1, poolManager)).toBe('Uniswap: pool manager 4')
  expect(known.labelOf(137, poolManager)).toBeNull()
  expect(known.labelOf(137, safeFactory)).toMatch(/^Safe: .*1\.3\.0$/)
  expect(known.labelOf(1, safeFactory)).toBe('Our factory')
  expect(known.findNamed(1, 'pool manager', 5)).toEqual([{ address: poolManager, label: 'Uniswap: pool manager 4' }])
})

test('every line of the bundled contracts names an address once, with its kind and source', () => {
  const lines = readFileSync('lib/evm/labels/well-known-contracts.csv', 'utf8').trimEnd().split('\n').slice(1)
  const wrong = lines.filter((line) => !/^(\*|\d+),0x[0-9a-f]{40}(,[^,]+){3}$/.test(line))
  expect(wrong).toEqual([])
  expect(new Set(lines.map((line) => line.split(',', 2).join())).size).toBe(lines.length)
})

test('a verified contract is never spam, whatever other lists say', () => {
  const known = createKnownAddresses({
    verified: [{ chain: 1, address: coin, text: '' }],
    spam: [
      { chain: undefined, address: coin, text: '' },
      { chain: 1, address: alice, text: '' },
    ],
  })
  expect(known.isVerified(1, coin)).toBe(true)
  expect(known.isVerified(137, coin)).toBe(false)
  expect(known.listedAsSpam(1, coin)).toBe(false)
  expect(known.listedAsSpam(137, coin)).toBe(true)
  expect(known.listedAsSpam(137, alice)).toBeUndefined()
  expect(known.spamOn(1)).toEqual([alice])
})
