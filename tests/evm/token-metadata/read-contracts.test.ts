import { encodeAbiParameters, type Hex, maxUint256 } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RpcCall, RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createPool, type NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { readContracts } from '#lib/evm/token-metadata/read-contracts.ts'
import { type Given, startTestContracts, type TestContracts } from './test-contracts.ts'

const supports = (id: string): Hex => `0x01ffc9a7${id.padEnd(64, '0')}`
const erc165 = supports('01ffc9a7')
const denied = supports('ffffffff')
const erc721 = supports('80ac58cd')
const erc1155 = supports('d9b67a26')
const name: Hex = '0x06fdde03'
const symbol: Hex = '0x95d89b41'
const decimals: Hex = '0x313ce567'

const yes: Hex = `0x${'1'.padStart(64, '0')}`
const no: Hex = `0x${'0'.repeat(64)}`
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const string = (text: string): Hex => encodeAbiParameters([{ type: 'string' }], [text])
const bytes = (text: Hex): Hex => encodeAbiParameters([{ type: 'bytes' }], [text])

type Facts = { kind: string | null; name: string | null; symbol: string | null; decimals: number | null }
const nothing: Facts = { kind: null, name: null, symbol: null, decimals: null }

/** How a contract answers, and what is to be known of it then. `short` stands for the start of its address. */
const cases: Record<string, { answers: Record<Hex, Given>; otherwise?: Given; facts: Partial<Facts> }> = {
  'bytes32 for text': {
    answers: { [name]: '0x4d616b6572000000000000000000000000000000000000000000000000000000', [decimals]: word(18n) },
    facts: { name: 'Maker', decimals: 18 },
  },
  'no function at all': { answers: {}, facts: {} },
  'nothing for everything': { answers: {}, otherwise: '0x', facts: {} },
  'true for everything': { answers: {}, otherwise: yes, facts: { decimals: 1 } },
  'false for everything': { answers: {}, otherwise: no, facts: { decimals: 0 } },
  'ERC721 without ERC165': { answers: { [erc721]: yes }, facts: {} },
  'ERC165 that fails for the denied id': { answers: { [erc165]: yes, [erc721]: yes }, facts: {} },
  'ERC721 and ERC1155 at once': {
    answers: { [erc165]: yes, [denied]: no, [erc721]: yes, [erc1155]: yes },
    facts: { kind: 'ERC1155' },
  },
  'a bool that is none': { answers: { [erc165]: word(2n), [denied]: no, [erc721]: yes }, facts: {} },
  'absurd decimals': { answers: { [decimals]: word(maxUint256), [symbol]: string('ABS') }, facts: { symbol: 'ABS' } },
  '79 decimals': { answers: { [decimals]: word(79n) }, facts: {} },
  '78 decimals': { answers: { [decimals]: word(78n) }, facts: { decimals: 78 } },
  'short words': { answers: { [decimals]: '0x12', [name]: '0x1234', [erc165]: '0x01' }, facts: {} },
  'an offset behind the answer': { answers: { [name]: `${word(4096n)}${word(4n).slice(2)}` as Hex }, facts: {} },
  'a length behind the answer': { answers: { [name]: `${word(32n)}${word(4096n).slice(2)}` as Hex }, facts: {} },
  'an offset of 2^256-1': { answers: { [name]: `${word(maxUint256)}${no.slice(2)}` as Hex }, facts: {} },
  'text that is no UTF-8': {
    answers: { [name]: bytes('0xff41'), [symbol]: bytes('0xc328') },
    facts: { name: 'short' },
  },
  'a lone surrogate': {
    answers: { [name]: bytes('0xeda080'), [symbol]: string('LONE') },
    facts: { name: 'short', symbol: 'LONE' },
  },
  'control characters and NUL': {
    answers: { [name]: string('\u0000Ti\u001bde\u0007\u0085Coin\n') },
    facts: { name: 'Tide Coin' },
  },
  'marks that turn text around': { answers: { [symbol]: string('\u202eCDSU\u2066\u200f') }, facts: { symbol: 'CDSU' } },
  'characters without width': {
    answers: { [symbol]: string('U\u200bS\u2060D\ufeffC\u00ad\u{e0041}') },
    facts: { symbol: 'USDC' },
  },
  'nothing but invisible text': { answers: { [name]: string(' \u200b\u3164\u0000 ') }, facts: {} },
  'text of every script': {
    answers: { [name]: string('日本 می‌خواهم 👨‍👩‍👧'), [symbol]: string('क्‍ष') },
    facts: { name: '日本 می‌خواهم 👨‍👩‍👧', symbol: 'क्‍ष' },
  },
  'a long name': { answers: { [name]: string(`${'a'.repeat(254)}é`) }, facts: { name: 'a'.repeat(254) } },
  'a name of 1 MB': { answers: { [name]: { textBytes: 1 << 20 }, [symbol]: string('BIG') }, facts: { symbol: 'BIG' } },
  'burnt gas': { answers: { [symbol]: string('BURN') }, otherwise: 'burn', facts: { symbol: 'BURN' } },
  'burnt gas again': { answers: { [decimals]: word(6n) }, otherwise: 'burn', facts: { decimals: 6 } },
}

let contracts: TestContracts
let addresses: Hex[]

beforeAll(async () => {
  contracts = await startTestContracts()
  addresses = []
  for (const { answers, otherwise = 'undo' } of Object.values(cases))
    addresses.push(await contracts.deploy(answers, otherwise))
}, 60_000)

afterAll(() => contracts?.anvil.stop())

/** A pool over the node, and what was sent to it. */
const countingPool = (): { pool: NodePool; sent: RpcCall[][] } => {
  const node = contracts.anvil.transport()
  const sent: RpcCall[][] = []
  const transport: RpcTransport = {
    name: 'anvil',
    send: (calls, signal) => {
      sent.push([...calls])
      return node.send(calls, signal)
    },
  }
  return { pool: createPool([transport], { attemptsMax: 1 }), sent }
}

const expectEachFact = async (pool: NodePool): Promise<void> => {
  const { coin, lantern, stamps } = contracts.honest
  const missing: Hex = '0x00000000000000000000000000000000000000aa'
  const facts = await readContracts(pool, [...addresses, coin, lantern, stamps, missing])
  const told = facts.map(({ address, isComplete, ...said }) => {
    expect(isComplete).toBe(true)
    return { ...said, name: said.name === address.slice(0, 6) ? 'short' : said.name }
  })
  const expected = Object.values(cases).map(({ facts }) => ({ ...nothing, ...facts }))
  expect(Object.fromEntries(Object.keys(cases).map((title, index) => [title, told[index]]))).toEqual(
    Object.fromEntries(Object.keys(cases).map((title, index) => [title, expected[index]])),
  )
  expect(told.slice(addresses.length)).toEqual([
    { kind: null, name: 'Tide Coin', symbol: 'TIDE', decimals: 18 },
    { kind: 'ERC721', name: 'Lantern', symbol: 'LAN', decimals: null },
    { ...nothing, kind: 'ERC1155' },
    nothing,
  ])
}

test('every contract gets its kind and metadata, however it responds, on a chain without Multicall3', async () => {
  const { pool, sent } = countingPool()
  await expectEachFact(pool)
  expect(sent.flat().filter(({ method }) => method === 'eth_call').length).toBeLessThan(8 * (addresses.length + 4))
})

test('Multicall3 gives the same, and a contract that burns all gas affects no other', async () => {
  await contracts.addMulticall()
  await expectEachFact(countingPool().pool)
})

test('twenty well-behaved contracts take one Multicall3 request', async () => {
  await contracts.addMulticall()
  const { pool, sent } = countingPool()
  const facts = await readContracts(
    pool,
    Array.from({ length: 20 }, () => contracts.honest.lantern),
  )
  expect(facts.every(({ kind, name: said }) => kind === 'ERC721' && said === 'Lantern')).toBe(true)
  expect(sent).toHaveLength(1)
})
