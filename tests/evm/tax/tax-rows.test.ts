import { describe, expect, test } from 'vitest'
import type { Coverage } from '#lib/api/coverage.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmWithdrawal } from '#lib/evm/chain/block.ts'
import { packedWithdrawals } from '#lib/evm/chain/decode/block-rows.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmTaxRow } from '#lib/evm/tax/contract.ts'
import { readCredits } from '#lib/evm/tax/credits.ts'
import { foldMoves, type TaxMove } from '#lib/evm/tax/fold-moves.ts'
import { taxRowsQuery } from '#lib/evm/tax/tax-exports.ts'
import type { Store } from '#lib/store/store.ts'
import { evmServices, head } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { chainId, insertBlocks, insertTokenRows, queryContext } from '#tests/evm/query/token-rows-fixture.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'

const move = (key: string, amount: bigint): TaxMove<string> => ({ key, asset: key, amount })

describe('a transaction as rows', () => {
  test('one asset for another is one row with the fee', () => {
    expect(foldMoves([move('a', -5n), move('b', 7n)], 2n)).toEqual([
      { sent: { asset: 'a', amount: 5n }, received: { asset: 'b', amount: 7n }, fee: 2n },
    ])
  })

  test('change that comes back is not received, and what passes through is nothing', () => {
    expect(foldMoves([move('a', -5n), move('b', 7n), move('a', 1n), move('c', 3n), move('c', -3n)], 0n)).toEqual([
      { sent: { asset: 'a', amount: 4n }, received: { asset: 'b', amount: 7n }, fee: 0n },
    ])
    expect(foldMoves([move('a', -5n), move('a', 5n)], 0n)).toEqual([])
  })

  test('further assets of one direction have rows of their own, and only the first has the fee', () => {
    expect(foldMoves([move('a', -5n), move('b', -6n), move('c', 1n)], 2n)).toEqual([
      { sent: { asset: 'a', amount: 5n }, received: { asset: 'c', amount: 1n }, fee: 2n },
      { sent: { asset: 'b', amount: 6n }, fee: 0n },
    ])
    expect(foldMoves([], 2n)).toEqual([{ fee: 2n }])
  })
})

describe.each(dialects)('tax rows on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const wallet = walletOf(0)
  const asked = (raw: object = {}) =>
    parseInput(evmExplorerApi.evmTaxRows, { address: wallet, chains: ['eth'], ...raw })

  const insertWithdrawals = async (store: Store<EvmTables>, block_number: number, items: EvmWithdrawal[]) => {
    const block = { chain: chainId, block_number }
    await store.db
      .insertInto('evm_withdrawals')
      .values({ ...block, packed: packedWithdrawals(items) })
      .execute()
    for (const address of new Set(items.map((one) => one.address)))
      await store.db
        .insertInto('evm_withdrawal_addresses')
        .values({ ...block, address: toBytes(address) })
        .execute()
  }

  test('withdrawals and rewards of blocks are found by their receiver', async () => {
    const store = await createStore()
    await insertBlocks(store, 0, 9)
    const [own, other] = [wallet, walletOf(1)].map((address) => address as Hex)
    if (!own || !other) throw new Error('two wallets')
    const paid = (address: Hex, amount: bigint) => ({ index: 1n, validatorIndex: 7n, address, amount })
    for (const [block_number, ...items] of [
      [3, paid(other, 5n), paid(own, 2n), paid(own, 3n)],
      [5, paid(other, 9n)],
    ] as const)
      await insertWithdrawals(store, block_number, items)
    await store.db
      .updateTable('evm_blocks')
      .set({ miner: toBytes(own) })
      .where('chain', '=', chainId)
      .where('number', '=', 4)
      .execute()
    const { credits, last } = await readCredits(store.db, { chain: chainId, address: own, first: 0, last: 9 })
    expect(last).toBe(9)
    expect(credits.map(({ block, kind, amount }) => [block, kind, amount])).toEqual([
      [3, 'withdrawal', 5_000_000_000n],
      // Block 4 of Ethereum was mined for 5 ETH; it had no transactions.
      [4, 'block reward', 5n * 10n ** 18n],
    ])
    const early = await readCredits(store.db, { chain: chainId, address: own, first: 4, last: 9 })
    expect(early.credits.map(({ block }) => block)).toEqual([4])
  })

  test('a partly indexed chain says so: in the coverage, and in the description of the first row', async () => {
    const store = await createStore()
    const { ranges, explorer } = evmServices(store)
    await ranges.appendRange(randomBlocks(20, { first: 10 }, seeded(4)), head)
    const coverages: Coverage[] = []
    const { result } = await explorer.evmTaxRows(asked(), { coveredBy: (one) => void coverages.push(one) })
    expect(result.length).toBeGreaterThan(2)
    expect(coverages.map(({ isComplete }) => isComplete)).toEqual([false])
    const notice = /Partial: of Ethereum, these blocks are indexed: 10-29\. Coin that contracts moved is not indexed\.$/
    expect(result[0]?.description).toMatch(notice)
    expect(result.slice(1).some(({ description }) => description.includes('Partial'))).toBe(false)
  })

  test('chains follow one another, and pages add up to the same rows as one page', async () => {
    const store = await createStore()
    const { ranges, explorer } = evmServices(store)
    await ranges.appendRange(randomBlocks(40, { first: 0 }, seeded(6)), head)
    const walk = async (raw: object): Promise<EvmTaxRow[]> => {
      const rows: EvmTaxRow[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await explorer.evmTaxRows(asked({ ...raw, cursor: cursor ?? undefined }))
        rows.push(...page.result)
        cursor = page.cursor
      }
      return rows
    }
    const whole = await walk({ chains: ['polygon', 'eth'] })
    expect(whole.length).toBeGreaterThan(10)
    expect(await walk({ chains: ['polygon', 'eth'], limit: 3 })).toEqual(whole)
    const dates = whole.map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted())
  })

  test('a transaction with more transfers than a page reads has them all', async () => {
    const store = await createStore()
    const { ranges } = evmServices(store)
    const blocks = randomBlocks(3, { first: 0 }, seeded(9))
    await ranges.appendRange(blocks, head)
    const one = blocks.flatMap(({ number, transactions }) => transactions.map((found) => ({ number, ...found })))[0]
    if (!one) throw new Error('a block has a transaction')
    const token = toBytes(`0x${'ab'.repeat(20)}`)
    const row = (log: number) => ({
      ...{ chain: chainId, block_number: one.number, log_index: 10_000 + log, transaction_index: one.index },
      ...{ token_address: token, from_address: toBytes(walletOf(3)), to_address: toBytes(wallet) },
      ...{ transaction_hash: toBytes(one.hash), value: '1' },
    })
    await insertTokenRows(store, { erc20Transfers: Array.from({ length: 1_200 }, (_, log) => row(log)) })
    const { result } = await taxRowsQuery(queryContext(store))(asked({ limit: 100 }))
    const received = result.filter(({ received_token }) => received_token === `0x${'ab'.repeat(20)}`)
    expect(received.map(({ received_amount }) => received_amount)).toEqual(['1200'])
  })

  test('a token that imitates another one is named by its address too, and spam is left out unless asked for', async () => {
    const store = await createStore()
    const { ranges, explorer } = evmServices(store)
    const blocks = randomBlocks(3, { first: 0 }, seeded(9))
    await ranges.appendRange(blocks, head)
    const one = blocks
      .flatMap(({ number, transactions }) => transactions.map((found) => ({ number, ...found })))
      .find(({ from }) => from !== wallet)
    if (!one) throw new Error('another wallet signed')
    const named = async (token: string, score: number, log: number) => {
      const facts = { kind: 'ERC20' as const, name: 'USD Coin', symbol: '=USDC', decimals: 6 }
      await insertTokenRows(store, {
        erc20Transfers: [
          {
            ...{ chain: chainId, block_number: one.number, log_index: log, transaction_index: one.index },
            ...{ token_address: toBytes(token), from_address: toBytes(walletOf(3)), to_address: toBytes(wallet) },
            ...{ transaction_hash: toBytes(one.hash), value: '1500000' },
          },
        ],
      })
      const reasons = JSON.stringify([{ rule: 'look-alike', weight: score, text: '' }])
      await store.db
        .insertInto('evm_ratings')
        .values({ chain: chainId, address: toBytes(token), score, reasons, rated_at: 1, due_at: null })
        .execute()
      await store.db
        .insertInto('evm_contracts')
        .values({
          chain: chainId,
          address: toBytes(token),
          ask_at: null,
          read_at: 1,
          failures: 0,
          note: null,
          ...facts,
        } as never)
        .onConflict((conflict) => conflict.columns(['chain', 'address']).doUpdateSet(facts))
        .execute()
    }
    const [spam, alike] = [`0x${'cd'.repeat(20)}`, `0x${'ef'.repeat(20)}`]
    await named(spam, 60, 10_001)
    await named(alike, 25, 10_002)
    const receivedBy = async (raw: object) =>
      (await explorer.evmTaxRows(asked(raw))).result
        .filter(({ received_token }) => received_token === spam || received_token === alike)
        .map(({ received_currency, received_amount }) => [received_currency, received_amount])
    expect(await receivedBy({})).toEqual([['=USDC-0xefefefef', '1.5']])
    expect(await receivedBy({ include_spam: true })).toEqual([
      ['=USDC-0xcdcdcdcd', '1.5'],
      ['=USDC-0xefefefef', '1.5'],
    ])
  })
})
