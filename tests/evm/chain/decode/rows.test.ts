import { expect, test } from 'vitest'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { EvmBlock, EvmInternalCall } from '#lib/evm/chain/block.ts'
import { blockRow, blockRows, participants } from '#lib/evm/chain/decode/block-rows.ts'
import { daySums } from '#lib/evm/chain/decode/day-sums.ts'
import { blockRecord } from '#lib/evm/chain/decode/records.ts'
import { storedInternalCalls } from '#lib/evm/chain/decode/stored-internal-calls.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { seeded } from '#tests/support/seeded.ts'

const [a, b, c] = [walletOf(1), walletOf(2), walletOf(3)].map(toBytes) as [Uint8Array, Uint8Array, Uint8Array]

test('each address participates in a transaction once', () => {
  expect(participants({ from_address: a, to_address: b, contract_address: null })).toEqual([a, b])
  expect(participants({ from_address: a, to_address: a, contract_address: null })).toEqual([a])
  expect(participants({ from_address: a, to_address: null, contract_address: c })).toEqual([a, c])
  expect(participants({ from_address: a, to_address: c, contract_address: c })).toEqual([a, c])
})

test('bytes and hex convert both ways, from a slice of a larger buffer too', () => {
  const word = `0x${'00'.repeat(12)}${walletOf(5).slice(2)}` as const
  expect(toHex(toBytes(word))).toBe(word)
  expect(toHex(toBytes(word).subarray(12))).toBe(walletOf(5))
  expect(toBytes('0x')).toHaveLength(0)
})

test('every row of a batch belongs to one of its blocks, and counts agree', () => {
  const blocks = randomBlocks(30, { first: 7 }, seeded(50))
  const rows = blockRows(1, blocks)
  expect(rows.transactions).toHaveLength(rows.blocks.reduce((sum, { transaction_count }) => sum + transaction_count, 0))
  expect(rows.logs).toHaveLength(rows.blocks.reduce((sum, { log_count }) => sum + log_count, 0))
  expect(rows.hashes).toHaveLength(rows.transactions.length)
  const { days, walletDays } = daySums(rows.blocks, rows.transactions)
  expect(walletDays.reduce((sum, { transaction_count }) => sum + transaction_count, 0)).toBe(
    rows.walletTransactions.length,
  )
  expect(days.reduce((sum, { block_count }) => sum + block_count, 0)).toBe(30)
})

test('days begin at midnight UTC', () => {
  const [block] = randomBlocks(1, { first: 0 }, seeded(51), { transactionsPerBlockMax: 0 })
  const at = (time: string, number: number): EvmBlock => ({
    ...(block as EvmBlock),
    number,
    timestamp: Date.parse(time) / 1_000,
  })
  const blocks = [at('2024-02-28T23:59:59Z', 1), at('2024-02-29T00:00:00Z', 2), at('2024-02-29T23:59:59Z', 3)]
  const { days } = daySums(
    blocks.map((one) => blockRow(1, one)),
    [],
  )
  expect(
    days.map(({ day, block_count }) => [new Date(day * 86_400_000).toISOString().slice(0, 10), block_count]),
  ).toEqual([
    ['2024-02-28', 1],
    ['2024-02-29', 2],
  ])
})

test('amounts beyond 2^53 stay exact', () => {
  const [block] = randomBlocks(1, { first: 0 }, seeded(52), { transactionsPerBlockMax: 0 })
  const huge = 2n ** 256n - 1n
  const [transaction] = randomBlocks(5, { first: 0 }, seeded(53)).flatMap(({ transactions }) => transactions)
  const rows = blockRows(1, [{ ...block, transactions: [{ ...transaction, value: huge }] } as EvmBlock])
  expect(rows.transactions[0]?.value).toBe(huge.toString())
})

test('a block record has the fields of the explorer', () => {
  const [block] = randomBlocks(1, { first: 0 }, seeded(54))
  const record = blockRecord(blockRow(1, block as EvmBlock))
  expect(Object.keys(record)).toEqual(Object.keys(evmExplorerApi.evmBlocks.example.output.result[0] ?? {}))
})

test("only reverted calls carry an error, and the others have the API's fields", () => {
  const call: EvmInternalCall = {
    type: 'CALL',
    from: walletOf(1),
    to: walletOf(2),
    value: 2n ** 70n,
    gas: 5n,
    gasUsed: 4n,
    input: '0x',
    output: '0x',
    depth: 1,
    error: null,
    isUndone: false,
  }
  const [fine, failed, below] = storedInternalCalls([
    call,
    { ...call, error: 'execution reverted', isUndone: true },
    { ...call, depth: 2, isUndone: true },
  ])
  expect(fine).toEqual({
    type: 'CALL',
    from: walletOf(1),
    to: walletOf(2),
    value: (2n ** 70n).toString(),
    gas: '5',
    gas_used: '4',
    input: '0x',
    output: '0x',
  })
  expect(failed?.error).toBe('execution reverted')
  expect(below?.error).toBe('undone: a call above it failed')
})
