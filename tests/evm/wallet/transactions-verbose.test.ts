import { keccak256, parseAbi, stringToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Hex } from '#lib/base/hex.ts'
import { abiIndex, type EvmAbis } from '#lib/evm/abi/abi-index.ts'
import type { EvmBlock, EvmInternalCall, EvmTransaction } from '#lib/evm/chain/block.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { countingStore, coverageAtHand, evmServices, head, walletInput } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { hashOf, randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'

const coin = `0x${'c0'.repeat(20)}` as const
const wallet = walletOf(1)
const coinAbi = abiIndex(
  parseAbi([
    'function transfer(address _to, uint256 _value)',
    'event Transfer(address indexed from, address indexed to, uint256 value)',
  ]),
)
const transferTopic = keccak256(stringToHex('Transfer(address,address,uint256)'))
const word = (value: string | number): string => BigInt(value).toString(16).padStart(64, '0')

/** Knows the coin alone. */
const abis: EvmAbis = {
  givenOf: async () => () => [],
  knownOf:
    async () =>
    ({ address }) =>
      address === coin && coinAbi ? [coinAbi] : [],
  describe: async () => ({ proxy: undefined, interfaces: [] }),
}
const call: EvmInternalCall = {
  type: 'STATICCALL',
  from: coin,
  to: walletOf(3),
  value: 0n,
  gas: 9n,
  gasUsed: 9n,
  input: '0x',
  output: '0x',
  depth: 1,
  error: null,
  isUndone: false,
}

/** A chain of which every third transaction calls the coin. */
const blocks: EvmBlock[] = randomBlocks(40, { first: 0 }, seeded(41)).map((block) => ({
  ...block,
  transactions: block.transactions.map((transaction, index): EvmTransaction => {
    if (index % 3 !== 0) return transaction
    const data: Hex = `0xa9059cbb${word(walletOf(2))}${word(index)}`
    const topics: Hex[] = [transferTopic, `0x${word(transaction.from)}`, `0x${word(walletOf(2))}`]
    const logs = transaction.logs.map((log) => ({ ...log, address: coin, topics, data: `0x${word(7)}` as Hex }))
    return { ...transaction, to: coin, contractAddress: null, input: data, logs }
  }),
}))

describe.each(dialects)('decoded transactions on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const filled = async (options: Parameters<typeof evmServices>[1] = {}) => {
    const services = evmServices(await createStore(), { abis, ...options })
    await services.index.append(blocks, head)
    return services
  }

  test("a wallet's pages match the plain list, each transaction with its own logs", async () => {
    const { evm } = await filled()
    const plain = await evm.walletTransactions(walletInput(wallet, { limit: 100 }))
    expect(plain.result.length).toBeGreaterThan(15)
    const decoded = []
    const pages: number[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await evm.walletTransactionsVerbose(walletInput(wallet, { limit: 7, cursor }))
      expect(page).not.toHaveProperty('total')
      expect(page.page_size).toBe(7)
      pages.push(page.page)
      decoded.push(...page.result)
      cursor = page.cursor
    }
    expect(pages).toEqual(pages.map((_, index) => index + 1))
    expect(decoded.map(({ logs: _, decoded_call: __, ...record }) => record)).toEqual(plain.result)
    for (const { hash, logs } of decoded) {
      const single = await evm.transaction({ transaction_hash: hash })
      expect(logs.map(({ decoded_event: _, ...log }) => log)).toEqual(single.logs)
    }
  })

  test('calls and logs are decoded only if the contract has a verified ABI', async () => {
    const { evm } = await filled()
    const { result } = await evm.walletTransactionsVerbose(walletInput(wallet, { limit: 100 }))
    for (const { to_address, logs, ...record } of result) {
      expect('decoded_call' in record).toBe(to_address === coin)
      for (const log of logs) expect('decoded_event' in log).toBe(log.address === coin)
    }
    const toCoin = result.find(({ to_address, logs }) => to_address === coin && logs.length > 0)
    expect(toCoin?.decoded_call).toMatchObject({ signature: 'transfer(address,uint256)', type: 'function' })
    expect(toCoin?.logs[0]?.decoded_event?.params.at(-1)).toEqual({ name: 'value', value: '7', type: 'uint256' })
    expect(await evm.transactionVerbose({ transaction_hash: toCoin?.hash ?? '' })).toEqual(toCoin)

    const unread = await (await filled({ abis: undefined })).evm.walletTransactionsVerbose(walletInput(wallet))
    expect(JSON.stringify(unread)).not.toContain('decoded')
  })

  test("records have the API's fields, types and order", async () => {
    const { evm } = await filled({ node: { internalCalls: async () => [call] } })
    const page = await evm.walletTransactionsVerbose(walletInput(wallet, { include: 'internal_transactions' }))
    const [example] = evmApi.walletTransactionsVerbose.example.output.result
    expect(Object.keys(page)).toEqual(Object.keys(evmApi.walletTransactionsVerbose.example.output))
    const full = page.result.find((one) => one.decoded_call && one.logs.length > 0)
    expect(Object.keys(full ?? {})).toEqual(Object.keys(example ?? {}))
    expect(Object.keys(full?.logs[0] ?? {})).toEqual(Object.keys(example?.logs[0] ?? {}))
    expect(full?.internal_transactions).toEqual([
      expect.objectContaining({ type: 'STATICCALL', value: '0', block_number: Number(full?.block_number) }),
    ])
    expect(() => evmApi.walletTransactionsVerbose.output.parse(page)).not.toThrow()
  })

  test('a page takes three statements, however many logs it has', async () => {
    const services = await filled()
    const counting = countingStore(await createStore())
    const counted = evmServices(counting.store, { abis, coverage: coverageAtHand })
    await counted.index.append(blocks, head)
    const before = counting.statements()
    await counted.evm.walletTransactionsVerbose(walletInput(wallet, { limit: 100 }))
    expect(counting.statements() - before).toBe(3)
    const cursor = (await services.evm.walletTransactions(walletInput(wallet, { limit: 2 }))).cursor
    await expect(services.evm.walletTransactionsVerbose(walletInput(wallet, { cursor }))).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  test('an empty wallet, an unknown hash and a node without traces are valid cases', async () => {
    const { evm } = await filled()
    const empty = await evm.walletTransactionsVerbose(walletInput(`0x${'9'.repeat(40)}`))
    expect(empty).toEqual({ page_size: 100, page: 1, cursor: null, result: [] })
    await expect(evm.transactionVerbose({ transaction_hash: hashOf('unknown') })).rejects.toMatchObject({
      code: 'not_found',
    })
    const traced = walletInput(wallet, { include: 'internal_transactions' })
    const { result } = await evm.walletTransactionsVerbose(traced)
    expect(result.some(({ internal_transactions }) => internal_transactions === null)).toBe(true)
  })

  test('a transaction that is not indexed is decoded as well', async () => {
    const [block] = randomBlocks(1, { first: 500 }, seeded(33), { transactionsPerBlockMax: 8, fork: 'early' })
    const first = block?.transactions[0]
    const transaction = first && { ...first, to: coin, input: `0xa9059cbb${word(walletOf(2))}${word(5)}` as Hex }
    const { evm } = await filled({
      node: { findTransaction: async () => block && transaction && { transaction, block } },
    })
    const told = await evm.transactionVerbose({ transaction_hash: first?.hash ?? '' })
    expect(told.decoded_call?.params.at(-1)).toEqual({ name: '_value', value: '5', type: 'uint256' })
  })
})
