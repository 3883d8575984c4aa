import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Hex } from '#lib/base/hex.ts'
import { demoEvmTransport } from '#lib/demo/evm/demo-transport.ts'
import { blockCheckNames, type CheckOutcome, type CheckOutcomes, notPossible } from '#lib/evm/api/block-checks.ts'
import { type ChainRules, chainRules } from '#lib/evm/chain/checks/chain-rules.ts'
import { readChecks, storedChecks } from '#lib/evm/chain/checks/stored-checks.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import type { RpcAnswer, RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { quickClock } from '#tests/evm/chain/rpc/quick-clock.ts'
import { type SmallChain, startSmallChain } from '#tests/evm/chain/rpc/small-chain.ts'

const allHeld = Object.fromEntries(blockCheckNames.map((name) => [name, 'held']))
let chain: SmallChain

beforeAll(async () => {
  chain = await startSmallChain()
})
afterAll(() => chain.stop())

const readerOf = (transport: RpcTransport, refuse = false, rules: ChainRules = {}) =>
  createEvmReader(createPool([transport], { attemptsMax: 1, clock: quickClock() }), {
    finalityBlocks: 65,
    proof: { rules, refuse },
  })

/** A node that changes its answers in one place. */
const lying = (method: string, change: (result: never) => unknown): RpcTransport => {
  const node = chain.anvil.transport()
  return {
    name: 'lying',
    send: async (calls, signal) => {
      const answers = await node.send(calls, signal)
      return answers.map((answer, index): RpcAnswer => {
        const isMeant = calls[index]?.method === method && 'result' in answer && answer.result !== null
        return isMeant ? { result: change(structuredClone(answer.result) as never) } : answer
      })
    },
  }
}

test('blocks of a real node pass: empty ones, creations, and every transaction type, many in one block', async () => {
  const [from, to] = (await chain.anvil.rpc('eth_accounts')) as [Hex, Hex]
  const fees = { maxFeePerGas: '0x12a05f2000', maxPriorityFeePerGas: '0x1' }
  const accessList = [{ address: to, storageKeys: [`0x${'0'.repeat(63)}1`] }]
  for (const kind of [
    { gasPrice: '0x12a05f2000' },
    { gasPrice: '0x12a05f2000', accessList },
    fees,
    { ...fees, accessList },
    { ...fees, to: undefined, data: '0x600a600c600039600a6000f3602a60005260206000f3', value: '0x0' },
  ])
    await chain.anvil.rpc('eth_sendTransaction', [{ from, to, value: '0x1', gas: '0x30d40', ...kind }])
  await chain.anvil.rpc('evm_mine')
  await chain.mineEmpty(3)
  // One, and around 16, 127, 128 and 256, the trie has another shape.
  for (const count of [1, 2, 16, 17, 128, 129, 257]) await chain.mineTransfers(count)

  const reader = readerOf(chain.anvil.transport())
  const { latest } = await reader.head()
  const blocks = await reader.blocks(0, latest)
  expect(blocks.map(({ checks }) => checks)).toEqual(blocks.map(() => allHeld))
  const types = new Set(blocks.flatMap(({ transactions }) => transactions.map(({ type }) => type)))
  expect([...types].sort()).toEqual([0, 1, 2])
  expect(Math.max(...blocks.map(({ transactions }) => transactions.length))).toBe(257)
})

test.each([
  ['header field', 'eth_getBlockByNumber', { gasLimit: '0x1' }, ['block_hash']],
  ['root', 'eth_getBlockByNumber', { transactionsRoot: `0x${'1'.repeat(64)}` }, ['block_hash', 'transactions_root']],
])(
  'a %s changed by the node is detected, and the block refused if so configured',
  async (_, method, change, failed) => {
    await chain.mineTransfers(2)
    const node = lying(method, (block: object) => ({ ...block, ...change }))
    const { latest } = await readerOf(chain.anvil.transport()).head()
    const [block] = await readerOf(node).blocks(latest, latest)
    expect(blockCheckNames.filter((name) => block?.checks?.[name] !== 'held')).toEqual(failed)
    await expect(readerOf(node, true).blocks(latest, latest)).rejects.toThrow(InconsistentAnswer)
  },
)

test('a changed transaction value and changed log data are detected', async () => {
  await chain.mineTransfers(3)
  const { latest } = await readerOf(chain.anvil.transport()).head()
  type Block = { transactions: { value: string }[] }
  const richer = lying('eth_getBlockByNumber', (block: Block) => ({
    ...block,
    transactions: block.transactions.map((transaction, index) =>
      index === 1 ? { ...transaction, value: '0xff' } : transaction,
    ),
  }))
  const [first] = await readerOf(richer).blocks(latest, latest)
  expect(first?.checks).toEqual({ ...allHeld, transactions_root: 'failed', transaction_hashes: 'failed' })
  type Receipt = { logs: { data: string }[] }
  const louder = lying('eth_getBlockReceipts', (receipts: Receipt[]) =>
    receipts.map((receipt) => ({ ...receipt, logs: receipt.logs.map((log) => ({ ...log, data: '0x01' })) })),
  )
  const [second] = await readerOf(louder).blocks(latest, latest)
  expect(second?.checks).toEqual({ ...allHeld, receipts_root: 'failed' })
})

test('fields that a node omits or that are newer than this code make a check impossible, not failed', async () => {
  await chain.mineTransfers(2)
  const { latest } = await readerOf(chain.anvil.transport()).head()
  const outcomes = async (change: (block: never) => unknown) =>
    (await readerOf(lying('eth_getBlockByNumber', change)).blocks(latest, latest))[0]?.checks
  expect(await outcomes((block: object) => ({ ...block, mixHash: undefined }))).toEqual({
    ...allHeld,
    block_hash: 'field_missing',
  })
  expect(await outcomes((block: object) => ({ ...block, gasLimit: '0x1', laterField: '0x01' }))).toEqual({
    ...allHeld,
    block_hash: 'field_unknown',
  })
  type Block = { transactions: object[] }
  const unsigned = ({ transactions, ...block }: Block) => ({
    ...block,
    transactions: transactions.map((transaction) => ({ ...transaction, r: undefined })),
  })
  expect(await outcomes(unsigned)).toEqual({
    ...allHeld,
    transactions_root: 'field_missing',
    transaction_hashes: 'field_missing',
  })
})

test("a transaction outside the roots, as of Polygon's state sync, is allowed only on chains that have them", async () => {
  await chain.mineTransfers(2)
  const { latest } = await readerOf(chain.anvil.transport()).head()
  const zero = `0x${'0'.repeat(40)}`
  const synced = {
    from: zero,
    to: zero,
    hash: `0x${'7'.repeat(64)}`,
    gas: '0x0',
    gasPrice: '0x0',
    nonce: '0x0',
    value: '0x0',
  }
  const node = lying('eth_getBlockByNumber', ({ transactions, ...block }: { transactions: object[] }) => ({
    ...block,
    transactions: [...transactions, { ...transactions[0], ...synced, input: '0x', transactionIndex: '0x2' }],
  }))
  const both: RpcTransport = {
    name: 'both',
    send: async (calls, signal) => {
      const answers = await node.send(calls, signal)
      return answers.map((answer, index) => {
        if (calls[index]?.method !== 'eth_getBlockReceipts' || !('result' in answer)) return answer
        const receipts = answer.result as { logs: object[] }[]
        const more = { ...receipts[0], logs: [], transactionHash: synced.hash, transactionIndex: '0x2' }
        return { result: [...receipts, more] }
      })
    },
  }
  const checksUnder = async (rules: ChainRules) =>
    (await readerOf(both, false, rules).blocks(latest, latest))[0]?.checks
  expect(await checksUnder(chainRules('polygon'))).toEqual(allHeld)
  expect(await checksUnder(chainRules('eth'))).toMatchObject({
    transactions_root: 'failed',
    transaction_hashes: 'failed',
    receipts_root: 'failed',
  })
})

test('all outcomes fit into one number, without checks that were not made', () => {
  const outcomes: CheckOutcome[] = ['held', 'failed', ...notPossible]
  for (const [index] of outcomes.entries()) {
    const checks = Object.fromEntries(
      blockCheckNames.map((name, place) => [name, outcomes[(index + place) % outcomes.length]]),
    ) as CheckOutcomes
    const stored = storedChecks(checks)
    expect(stored).toBeLessThan(2 ** 31)
    expect(readChecks(stored)).toEqual(checks)
  }
  expect(readChecks(0)).toEqual({})
  expect(readChecks(0x10)).toEqual({ transactions_root: 'held' })
})

test('the demo ledger, recorded from a real node, passes', async () => {
  const reader = readerOf(demoEvmTransport())
  const { latest } = await reader.head()
  const blocks = await reader.blocks(0, latest)
  const tally = Map.groupBy(blocks, ({ checks }) => JSON.stringify(checks))
  expect([...tally].map(([outcome, { length }]) => [JSON.parse(outcome), length])).toEqual([[allHeld, latest + 1]])
})
