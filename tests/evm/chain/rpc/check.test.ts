import { bytesToHex, hexToBytes, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { Bloom, bloomMayHold } from '#lib/evm/chain/checks/bloom.ts'
import { parseBlock, parseReceipts } from '#lib/evm/chain/rpc/parse.ts'
import { checkedBlock } from '#lib/evm/chain/rpc/reading/check.ts'
import { transferTopic } from './small-chain.ts'

const hash = (digit: string) => `0x${digit.repeat(64)}` as const
const address = (digit: string) => `0x${digit.repeat(40)}` as const

/** The bloom as the Yellow Paper words it (§4.4.1), for comparison. */
const bloomOf = (...values: `0x${string}`[]): `0x${string}` => {
  const bytes = new Uint8Array(256)
  for (const value of values) {
    const digest = hexToBytes(keccak256(value))
    for (const at of [0, 2, 4]) {
      const bit = (((digest[at] ?? 0) << 8) | (digest[at + 1] ?? 0)) % 2048
      const index = 255 - Math.floor(bit / 8)
      bytes[index] = (bytes[index] ?? 0) | (1 << (bit % 8))
    }
  }
  return bytesToHex(bytes)
}

const block = (changes: object = {}, transaction: object = {}) => ({
  number: '0x10',
  hash: hash('b'),
  parentHash: hash('a'),
  timestamp: '0x5',
  gasUsed: '0x5208',
  gasLimit: '0x1c9c380',
  miner: address('c'),
  logsBloom: bloomOf(address('d'), transferTopic),
  transactions: [
    {
      hash: hash('1'),
      blockHash: hash('b'),
      blockNumber: '0x10',
      transactionIndex: '0x0',
      nonce: '0x1',
      from: address('e'),
      to: null,
      value: `0x${'f'.repeat(64)}`,
      gas: '0x5208',
      gasPrice: '0x7',
      input: '0x',
      ...transaction,
    },
  ],
  ...changes,
})
const log = (changes: object = {}) => ({
  address: address('d'),
  topics: [transferTopic],
  data: '0x',
  logIndex: '0x0',
  blockHash: hash('b'),
  blockNumber: '0x10',
  transactionHash: hash('1'),
  transactionIndex: '0x0',
  ...changes,
})
const receipts = (changes: object = {}, logs: unknown = [log()]) => [
  {
    transactionHash: hash('1'),
    transactionIndex: '0x0',
    blockHash: hash('b'),
    blockNumber: '0x10',
    status: '0x1',
    gasUsed: '0x5208',
    cumulativeGasUsed: '0x5208',
    logs,
    ...changes,
  },
]
const read = (rawBlock: unknown, rawReceipts: unknown, checkBloom = true) =>
  checkedBlock(parseBlock(rawBlock), parseReceipts(rawReceipts), { checkBloom })

describe('legitimate differences among nodes and chains', () => {
  test('old nodes omit types, base fee, size and effective price', () => {
    const [transaction] = read(block(), receipts()).transactions
    expect(transaction).toMatchObject({ type: 0, gasPrice: 7n, value: 2n ** 256n - 1n, contractAddress: null })
    expect(read(block(), receipts())).toMatchObject({ baseFeePerGas: null, size: null })
  })

  test('before Byzantium a receipt has a root and no status', () => {
    const root = hash('9')
    expect(read(block(), receipts({ status: null, root })).transactions[0]).toMatchObject({ status: null, root })
  })

  test('upper-case hex is lowered', () => {
    const upper = log({ address: `0x${'D'.repeat(40)}` })
    expect(read(block(), receipts({}, [upper])).transactions[0]?.logs[0]?.address).toBe(address('d'))
  })

  test('logs of system transactions may have the zero transaction hash', () => {
    expect(read(block(), receipts({}, [log({ transactionHash: hash('0') })])).transactions[0]?.logs).toHaveLength(1)
  })

  test('state sync logs of Polygon are not in the bloom', () => {
    const sync = { from: address('0'), to: address('0') }
    expect(read(block({ logsBloom: bloomOf() }, sync), receipts()).transactions[0]?.logs).toHaveLength(1)
  })

  test('an empty log list may be null', () => {
    expect(read(block({ logsBloom: bloomOf() }), receipts({}, null)).transactions[0]?.logs).toEqual([])
  })

  test('a missing effective price is min(base fee + tip, cap)', () => {
    const fees = { gasPrice: null, maxFeePerGas: '0x64', maxPriorityFeePerGas: '0x2' }
    const paid = (baseFeePerGas: string) => read(block({ baseFeePerGas }, fees), receipts()).transactions[0]?.gasPrice
    expect(paid('0xa')).toBe(12n)
    expect(paid('0x63')).toBe(100n)
  })
})

describe('the bloom', () => {
  test('must match the logs exactly', () => {
    expect(() => read(block({ logsBloom: bloomOf() }), receipts())).toThrow(/bloom/)
    expect(() => read(block({ logsBloom: bloomOf(address('d'), transferTopic, address('9')) }), receipts())).toThrow(
      /bloom/,
    )
    expect(() => read(block(), receipts({}, []))).toThrow(/no logs, but its bloom/)
    expect(read(block({ logsBloom: bloomOf() }), receipts(), false).transactions).toHaveLength(1)
  })

  test('follows the Yellow Paper', () => {
    const values = Array.from({ length: 200 }, (_, index) => keccak256(`0x${index.toString(16).padStart(4, '0')}`))
    const bloom = new Bloom()
    for (const value of values) bloom.add(value)
    expect(bloom.equals(bloomOf(...values))).toBe(true)
    expect(values.every((value) => bloomMayHold(bloomOf(...values), value))).toBe(true)
    expect(bloomMayHold(bloomOf(address('1')), address('2'))).toBe(false)
  })
})

test('if not checked, log indexes may skip but not decrease', () => {
  const none = { logsBloom: bloomOf() }
  const indexes = (...logIndexes: string[]) =>
    receipts(
      {},
      logIndexes.map((logIndex) => log({ logIndex })),
    )
  expect(read(block(none), indexes('0x0', '0x2'), false).transactions[0]?.logs).toHaveLength(2)
  expect(() => read(block(none), indexes('0x2', '0x0'), false)).toThrow(/log/)
  expect(() => read(block(none), indexes('0x1', '0x1'), false)).toThrow(/log/)
  expect(() => read(block(), indexes('0x1'))).toThrow(/log 0 says it is 1/)
})

describe('invalid node data', () => {
  test.each([
    ['more than 256 bits', { value: `0x1${'0'.repeat(64)}` }],
    ['a negative amount', { value: '-0x1' }],
    ['a fraction', { value: 5.5 }],
    ['an odd number of digits', { input: '0x123' }],
    ['an address of 19 bytes', { from: `0x${'e'.repeat(38)}` }],
  ])('%s', (_, transaction) => {
    expect(() => read(block({}, transaction), receipts())).toThrow(/cannot be right/)
  })

  test.each([
    ['an unsafe block number', { number: `0x${'f'.repeat(16)}` }],
    ['five topics', {}, [log({ topics: Array(5).fill(transferTopic) })]],
    ['status 2', {}, undefined, { status: '0x2' }],
  ])('%s', (_, blockChanges, logs?: unknown, receipt: object = {}) => {
    expect(() => read(block(blockChanges), receipts(receipt, logs ?? [log()]))).toThrow(/cannot be right/)
  })
})
