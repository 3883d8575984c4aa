import { expect, test } from 'vitest'
import { pulseOf, ratesOf } from '#components/evm/network/pulse-of.ts'

const block = (number: number, seconds: number, transactions: number) => ({
  ...{ block_hash: '0x', parent_hash: '0x', miner: '0x', miner_label: null, size: '0' },
  block_number: String(number),
  block_timestamp: new Date(seconds * 1_000).toISOString(),
  transaction_count: transactions,
  gas_used: '15',
  gas_limit: '30',
  base_fee_per_gas: '7',
})

test('rates are of the newest blocks that follow each other', () => {
  const blocks = pulseOf({ result: [block(12, 124, 30), block(11, 112, 18), block(10, 100, 99), block(4, 10, 500)] })
  expect(blocks.map(({ number, full }) => [number, full])).toEqual([
    [4, 0.5],
    [10, 0.5],
    [11, 0.5],
    [12, 0.5],
  ])
  expect(ratesOf(blocks)).toEqual({ blocks: 3, blockSeconds: 12, transactionsPerSecond: 2 })
})

test('a newest block alone has no rate, nor have blocks of one second', () => {
  expect(ratesOf(pulseOf({ result: [block(12, 124, 30), block(4, 10, 5)] }))).toBeUndefined()
  expect(ratesOf([])).toBeUndefined()
  expect(ratesOf(pulseOf({ result: [block(12, 100, 30), block(11, 100, 5)] }))).toEqual({
    ...{ blocks: 2, blockSeconds: 0, transactionsPerSecond: undefined },
  })
})
