import { keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { Bloom } from '#lib/evm/chain/checks/bloom.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { parseBlock, parseReceipts } from '#lib/evm/chain/rpc/parse.ts'
import { checkedBlock } from '#lib/evm/chain/rpc/reading/check.ts'

/*
 * Every field that is read of a block, its transactions, its receipts and their logs, and what happens without it. The
 * table below is the contract with nodes: each field is removed, and given every sentinel that nodes write for "nothing"
 * and every other spelling of its value.
 */

const hash = (digit: string): Hex => `0x${digit.repeat(64)}`
const address = (digit: string): Hex => `0x${digit.repeat(40)}`
const zeroAddress = address('0')
const topic = keccak256('0x01')
const zeros = hash('0')

type Raw = Record<string, unknown>
type Said = { block: Raw; transaction: Raw; receipt: Raw; log: Raw }

const bloom = (() => {
  const built = new Bloom()
  for (const value of [address('d'), topic]) built.add(value)
  return `0x${built.digits()}`
})()

/** The values change with `Said`: the second transaction and its log. The first ones are complete. */
const plain = (): Said => ({
  block: {
    number: '0x10',
    hash: hash('b'),
    parentHash: hash('a'),
    timestamp: '0x5f',
    miner: address('c'),
    gasUsed: '0xa410',
    gasLimit: '0x1c9c380',
    baseFeePerGas: '0x7',
    size: '0x220',
    logsBloom: bloom,
  },
  transaction: {
    hash: hash('2'),
    blockHash: hash('b'),
    blockNumber: '0x10',
    transactionIndex: '0x1',
    type: '0x2',
    nonce: '0x3',
    from: address('e'),
    to: address('f'),
    value: '0x64',
    gas: '0x7530',
    gasPrice: '0x9',
    maxFeePerGas: '0x9',
    maxPriorityFeePerGas: '0x2',
    input: '0xabcd',
  },
  receipt: {
    transactionHash: hash('2'),
    transactionIndex: '0x1',
    blockHash: hash('b'),
    blockNumber: '0x10',
    status: '0x1',
    root: null,
    gasUsed: '0x5208',
    cumulativeGasUsed: '0xa410',
    effectiveGasPrice: '0x9',
    contractAddress: null,
  },
  log: {
    logIndex: '0x1',
    address: address('d'),
    topics: [topic],
    data: '0xab',
    blockHash: hash('b'),
    blockNumber: '0x10',
    transactionHash: hash('2'),
    transactionIndex: '0x1',
  },
})

const firstTransaction = { ...plain().transaction, hash: hash('1'), transactionIndex: '0x0', nonce: '0x2' }
const firstReceipt = {
  ...plain().receipt,
  transactionHash: hash('1'),
  transactionIndex: '0x0',
  cumulativeGasUsed: '0x5208',
  logs: [{ ...plain().log, logIndex: '0x0', transactionHash: hash('1'), transactionIndex: '0x0' }],
}

const read = ({ block, transaction, receipt, log }: Said): EvmBlock =>
  checkedBlock(
    parseBlock({ transactions: [firstTransaction, transaction], ...block }),
    parseReceipts([firstReceipt, { logs: [log], ...receipt }]),
    { checkBloom: true },
  )
const outcome = (said: Said): EvmBlock | 'refused' => {
  try {
    return read(said)
  } catch (error) {
    if (error instanceof InconsistentAnswer) return 'refused'
    throw error
  }
}

type Kind = 'count' | 'quantity' | 'hash' | 'address' | 'bytes' | 'flag' | 'bloom'
/** The block is refused, nothing changes because it is known from elsewhere, or what it shows changes. */
type Without = 'refused' | 'same' | ((block: EvmBlock) => EvmBlock)
type Rule = [kind: Kind, without: Without]

const ofBlock =
  (changes: Partial<EvmBlock>): Without =>
  (block) => ({ ...block, ...changes })
const ofTransaction =
  (changes: Partial<EvmBlock['transactions'][number]>): Without =>
  (block) => ({
    ...block,
    transactions: block.transactions.map((one, index) => (index === 1 ? { ...one, ...changes } : one)),
  })
const ofLog =
  (changes: Partial<EvmBlock['transactions'][number]['logs'][number]>): Without =>
  (block) => ({
    ...block,
    transactions: block.transactions.map((one, index) =>
      index === 1 ? { ...one, logs: one.logs.map((log) => ({ ...log, ...changes })) } : one,
    ),
  })

const table: Record<keyof Said, Record<string, Rule>> = {
  block: {
    number: ['count', 'refused'],
    hash: ['hash', 'refused'],
    parentHash: ['hash', 'refused'],
    timestamp: ['count', 'refused'],
    miner: ['address', ofBlock({ miner: zeroAddress })],
    // The sum of the receipts.
    gasUsed: ['quantity', 'same'],
    gasLimit: ['quantity', ofBlock({ gasLimit: null })],
    baseFeePerGas: ['quantity', ofBlock({ baseFeePerGas: null })],
    size: ['count', ofBlock({ size: null })],
    // Not compared.
    logsBloom: ['bloom', 'same'],
  },
  transaction: {
    hash: ['hash', 'refused'],
    from: ['address', 'refused'],
    // Where it stands.
    blockHash: ['hash', 'same'],
    blockNumber: ['count', 'same'],
    transactionIndex: ['count', 'same'],
    type: ['count', ofTransaction({ type: 0 })],
    nonce: ['quantity', ofTransaction({ nonce: 0n })],
    to: ['address', ofTransaction({ to: null })],
    value: ['quantity', ofTransaction({ value: 0n })],
    gas: ['quantity', ofTransaction({ gas: 0n })],
    // The receipt has the effective price.
    gasPrice: ['quantity', 'same'],
    maxFeePerGas: ['quantity', 'same'],
    maxPriorityFeePerGas: ['quantity', 'same'],
    input: ['bytes', ofTransaction({ input: '0x' })],
  },
  receipt: {
    transactionHash: ['hash', 'same'],
    transactionIndex: ['count', 'same'],
    blockHash: ['hash', 'same'],
    blockNumber: ['count', 'same'],
    status: ['flag', ofTransaction({ status: null })],
    root: ['hash', 'same'],
    // Each of the two from the other.
    gasUsed: ['quantity', 'same'],
    cumulativeGasUsed: ['quantity', 'same'],
    // From the base fee and the transaction's own (EIP-1559).
    effectiveGasPrice: ['quantity', 'same'],
    contractAddress: ['address', 'same'],
  },
  log: {
    address: ['address', 'refused'],
    // Counted.
    logIndex: ['count', 'same'],
    data: ['bytes', ofLog({ data: '0x' })],
    blockHash: ['hash', 'same'],
    blockNumber: ['count', 'same'],
    transactionHash: ['hash', 'same'],
    transactionIndex: ['count', 'same'],
  },
}

const removed = Symbol('removed')
/** What nodes write for no value, for each kind of field. */
const nothing: Record<Kind, readonly unknown[]> = {
  count: [removed, null, ''],
  quantity: [removed, null, ''],
  flag: [removed, null, '', '0x'],
  hash: [removed, null, '', '0x', '0x0', zeroAddress],
  address: [removed, null, '', '0x', '0x0', zeros],
  bytes: [removed, null, '', '0x', '0x0'],
  bloom: [removed, null, '', '0x', '0x0', zeros, 'no bloom', 7],
}
/** The same value in the spellings of other nodes. */
const spellings = (kind: Kind, value: unknown): readonly unknown[] => {
  if (typeof value !== 'string') return []
  const number = Number(value)
  const upper = [value.toUpperCase().replace('0X', '0x')]
  if (kind === 'count' || kind === 'quantity')
    return [...upper, value.toUpperCase(), number, String(number), `0x${value.slice(2).padStart(64, '0')}`]
  return kind === 'flag' ? [true, 1, '1', '0x01'] : upper
}
/** Values that no node means. */
const garbage: Record<Kind, readonly unknown[]> = {
  count: ['-0x1', 'five', {}, [], true, `0x${'f'.repeat(17)}`, 1.5],
  quantity: ['-0x1', 'five', {}, [], true, `0x1${'0'.repeat(64)}`, -1],
  flag: ['0x2', 'yes', {}],
  hash: ['0x12', 'hash', 5, {}, `0x${'g'.repeat(64)}`],
  address: ['0x12', 'me', 5, {}, `0x${'e'.repeat(38)}`],
  bytes: ['0x123', 'text', 5, {}],
  bloom: [],
}

const change = (part: keyof Said, field: string, value: unknown): Said => {
  const said = plain()
  if (value === removed) delete said[part][field]
  else said[part][field] = value
  return said
}
const named = (value: unknown): string => (value === removed ? 'removed' : JSON.stringify(value))

describe.each(Object.keys(table) as (keyof Said)[])('fields of a %s', (part) => {
  const fields = Object.entries(table[part])

  test.each(fields)('%s: what happens without it', (field, [kind, without]) => {
    const whole = read(plain())
    const expected = without === 'refused' ? 'refused' : without === 'same' ? whole : without(whole)
    for (const value of nothing[kind]) expect(outcome(change(part, field, value)), named(value)).toEqual(expected)
  })

  test.each(fields)('%s: other spellings mean the same', (field, [kind]) => {
    for (const value of spellings(kind, plain()[part][field]))
      expect(outcome(change(part, field, value)), named(value)).toEqual(read(plain()))
  })

  test.each(fields)('%s: what means nothing is refused', (field, [kind]) => {
    for (const value of garbage[kind]) expect(outcome(change(part, field, value)), named(value)).toBe('refused')
  })
})

describe('several fields together', () => {
  test('gas of receipts without any is nothing, and the block keeps what it states', () => {
    const said = plain()
    said.receipt.gasUsed = null
    said.receipt.cumulativeGasUsed = null
    expect(read(said).transactions[1]).toMatchObject({ gasUsed: 0n, cumulativeGasUsed: 0x5208n })
    expect(read(said).gasUsed).toBe(0xa410n)
  })

  test('log indexes that start again with each transaction are counted within the block', () => {
    const said = plain()
    said.log.logIndex = '0x0'
    expect(read(said).transactions.map(({ logs }) => logs.map(({ logIndex }) => logIndex))).toEqual([[0], [1]])
  })

  test('the zero address is a recipient, but no created contract', () => {
    expect(read(change('transaction', 'to', zeroAddress)).transactions[1]?.to).toBe(zeroAddress)
    expect(read(change('receipt', 'contractAddress', zeroAddress)).transactions[1]?.contractAddress).toBeNull()
  })

  test('the first block has no parent', () => {
    const genesis = { number: '0x0', hash: hash('b'), timestamp: '0x0', transactions: [] }
    expect(checkedBlock(parseBlock(genesis), [], { checkBloom: true })).toMatchObject({
      parentHash: zeros,
      gasUsed: 0n,
    })
  })

  test('lists that are null are empty', () => {
    expect(
      checkedBlock(parseBlock({ ...plain().block, transactions: null, logsBloom: null }), [], { checkBloom: true })
        .transactions,
    ).toEqual([])
  })
})
