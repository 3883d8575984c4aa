import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Clock } from '#lib/base/clock.ts'
import { fromSortable } from '#lib/base/sortable-integer.ts'
import { unchecked } from '#lib/evm/chain/backfill/drop-older-chain.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { decoderVersion } from '#lib/evm/chain/decode/decoder-version.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { appendHistory } from '#lib/evm/chain/write/append-history.ts'
import { countErc20Transfers } from '#lib/evm/chain/write/count-erc20-transfers.ts'
import { reclassifyContract } from '#lib/evm/chain/write/reclassify.ts'
import { createEvmIndex, createEvmRangeIndex, replaceDoubtful } from '#lib/evm/chain/write/writer.ts'
import {
  buildBalances,
  checkedTokens,
  isWhole,
  keepBalances,
  uncountedTokens,
} from '#lib/evm/holdings/keep-balances.ts'
import type { Store } from '#lib/store/store.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { hashOf, walletOf } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { coinBlocks, coins, movesOf, plainBalances } from './coin-blocks.ts'

const chain = 1
const head = { latest: 1_000, finalized: 900 }
const { signal } = new AbortController()

const storedBalances = async ({ db }: Store<EvmTables>) => {
  const rows = await db.selectFrom('evm_erc20_balances').selectAll().execute()
  const tokens = await db.selectFrom('evm_erc20_tokens').selectAll().where('built_to', 'is', null).execute()
  const days = await db.selectFrom('evm_erc20_days').selectAll().execute()
  return {
    balances: Object.fromEntries(
      rows.map(({ token_address, holder, balance }) => [
        `${toHex(token_address)} ${toHex(holder)}`,
        fromSortable(balance),
      ]),
    ),
    days: Object.fromEntries(
      days.map(({ token_address, day, transfers, holders, supply }) => [
        `${toHex(token_address)} ${day}`,
        { transfers, holders, supply: supply && fromSortable(supply) },
      ]),
    ),
    tokens: Object.fromEntries(
      tokens.map(({ token_address, transfers, holders, overdrawn, supply }) => [
        toHex(token_address),
        { transfers, holders, overdrawn, supply: fromSortable(supply) },
      ]),
    ),
  }
}

describe.each(dialects)('ERC20 balances on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('match a plain count, in batches of any size, and after reorgs of any depth', async () => {
    const store = await createStore()
    const index = createEvmIndex(store, chain, { from: 0 })
    let blocks = coinBlocks(20, { first: 0 }, 1)
    for (const size of [1, 5, 14]) await index.append(blocks.splice(0, size), head)
    blocks = coinBlocks(20, { first: 0 }, 1)
    expect(await storedBalances(store)).toEqual(plainBalances(movesOf(blocks)))
    for (const [seed, depth] of [1, 3, 12].entries()) {
      blocks = blocks.slice(0, blocks.length - depth)
      const tip = blocks.at(-1) as EvmBlock
      await index.rewind(tip.number)
      expect(await storedBalances(store)).toEqual(plainBalances(movesOf(blocks)))
      const branch = coinBlocks(depth + 2, tip, 100 + seed)
      await index.append(branch, head)
      blocks = [...blocks, ...branch]
      expect(await storedBalances(store)).toEqual(plainBalances(movesOf(blocks)))
    }
    await index.rewind(undefined)
    expect(await storedBalances(store)).toEqual({ balances: {}, days: {}, tokens: {} })
  })

  test('are found by their holders, however many a token has', async () => {
    const store = await createStore()
    const holders = Array.from({ length: 2_000 }, (_, index) => toBytes(walletOf(index)))
    const blockOf = (block_number: number) =>
      holders.map((to_address, log_index) => ({
        ...{ chain, block_number, log_index, transaction_index: 0, value: '1', from_address: new Uint8Array(20) },
        ...{
          to_address,
          token_address: toBytes(coins[0] ?? ''),
          transaction_hash: toBytes(hashOf('transaction', block_number)),
        },
      }))
    const rowsRead = await store.db.transaction().execute(async (transaction) => {
      for (const block of [1, 2])
        await countErc20Transfers(store, transaction, chain, blockOf(block), { sign: 1, keepsNew: true })
      if (store.dialect === 'sqlite') return 0
      const { rows } = await sql<{ count: string }>`
        select pg_stat_get_xact_tuples_returned('evm_erc20_balances_by_amount'::regclass) as count`.execute(transaction)
      return Number(rows[0]?.count)
    })
    expect(rowsRead).toBe(0)
    expect(Object.values((await storedBalances(store)).balances)).toEqual(holders.map(() => 2n))
  })

  test('follow a block that is fetched again with different contents', async () => {
    const store = await createStore()
    const index = createEvmIndex(store, chain, { from: 0 })
    const blocks = coinBlocks(12, { first: 0 }, 2)
    await index.append(blocks, head)
    const wrong = blocks[6] as EvmBlock
    const right = {
      ...wrong,
      transactions: wrong.transactions.map((transaction) => ({ ...transaction, logs: transaction.logs.slice(1) })),
    }
    await replaceDoubtful(store, chain, right)
    const { balances, tokens } = plainBalances(movesOf(blocks.with(6, right)))
    expect(await storedBalances(store)).toMatchObject({ balances, tokens })
  })

  test('are not stored for tokens that may have transfers before the first indexed block', async () => {
    const store = await createStore()
    await createEvmIndex(store, chain, { from: 50 }).append(coinBlocks(10, { first: 50 }, 3), head)
    expect(await storedBalances(store)).toMatchObject({ balances: {}, tokens: {} })
    expect(await isWhole(store.db, chain)).toBe(false)
  })

  test('are built as soon as a gap is closed, also one that came after the first blocks', async () => {
    const store = await createStore()
    const range = createEvmRangeIndex(store, chain)
    const blocks = coinBlocks(30, { first: 0 }, 6)
    // Before the first transfer of any coin.
    const empty = { ...(blocks[0] as EvmBlock), transactions: [] }
    await range.appendRange([empty], head)
    let polls = 0
    const stop = new AbortController()
    const clock: Clock = {
      now: () => 0,
      wait: async () => {
        polls += 1
        if (polls === 2) await range.appendRange(blocks.slice(10), head)
        if (polls === 4) await range.appendRange(blocks.slice(1, 10), head)
        if (polls === 5) stop.abort()
      },
    }
    await keepBalances(store, chain, { warn: () => {} }, stop.signal, { clock })
    expect(await storedBalances(store)).toEqual(plainBalances(movesOf([empty, ...blocks.slice(1)])))
  })

  test('are built from the stored transfers while blocks arrive and are reverted', async () => {
    const store = await createStore()
    const range = createEvmRangeIndex(store, chain)
    const blocks = coinBlocks(40, { first: 0 }, 4)
    // A gap at first: no token can be counted.
    await range.appendRange(blocks.slice(10, 30), head)
    await range.appendRange(blocks.slice(0, 10), head)
    expect(await isWhole(store.db, chain)).toBe(true)
    const tokens = await uncountedTokens(store.db, chain, new Uint8Array())
    expect(tokens.map(toHex).sort()).toEqual([...coins].sort())
    const index = createEvmIndex(store, chain, { from: 0 })
    const stop = new AbortController()
    const building = Promise.all(tokens.map((token) => buildBalances(store, chain, token, stop.signal, 2)))
    await index.append(blocks.slice(30), head)
    await index.rewind(24)
    const branch = coinBlocks(6, blocks[24] as EvmBlock, 104)
    await index.append(branch, head)
    await building
    expect(await storedBalances(store)).toEqual(plainBalances(movesOf([...blocks.slice(0, 25), ...branch])))
    expect(await uncountedTokens(store.db, chain, new Uint8Array())).toEqual([])
  })

  test("are built from a contract's backfill once it is verified", async () => {
    const store = await createStore()
    const [coin = '0x'] = coins
    const address = toBytes(coin)
    const blocks = coinBlocks(30, { first: 0 }, 5)
    const history = blocks.slice(0, 20)
    const fields = { error: null, rows_per_second: null, blocks_per_second: null } as const
    await appendHistory(
      store,
      chain,
      {
        address: coin,
        range: { first: 0, last: 19 },
        logs: history.flatMap(({ number, transactions }) =>
          transactions.flatMap((transaction) =>
            transaction.logs
              .filter((log) => log.address === coin)
              .map((log) => ({
                ...log,
                blockNumber: number,
                transactionIndex: transaction.index,
                transactionHash: transaction.hash,
                transactionValue: null,
              })),
          ),
        ),
        headers: history,
      },
      fields,
    )
    await createEvmIndex(store, chain, { from: 20 }).append(blocks.slice(20), head)
    await store.db
      .insertInto('evm_histories')
      .values({
        ...{ chain, address, requested_at: 0, started_at: 0, synced_at: 0, first_block: 0, target_block: 19 },
        ...{ row_count: 0, outcome: null, decoder_version: decoderVersion, ...unchecked, ...fields },
      })
      .execute()
    expect(await checkedTokens(store.db, chain)).toEqual([])
    await store.db.updateTable('evm_histories').set({ check_state: 'passed' }).execute()
    const [token] = await checkedTokens(store.db, chain)
    expect(token && toHex(token)).toBe(coin)
    await buildBalances(store, chain, address, signal, 3)
    expect(await checkedTokens(store.db, chain)).toEqual([])
    const own = movesOf(blocks).filter((move) => move.token === coin)
    // The days of the other tokens count transfers alone.
    expect(await storedBalances(store)).toMatchObject(plainBalances(own))
  })

  test('are removed when the contract turns out to be an NFT collection', async () => {
    const store = await createStore()
    const blocks = coinBlocks(15, { first: 0 }, 6)
    await createEvmIndex(store, chain, { from: 0 }).append(blocks, head)
    const [coin = '0x'] = coins
    await reclassifyContract(store, chain, coin)
    const others = movesOf(blocks).filter((move) => move.token !== coin)
    const { balances, tokens } = plainBalances(others)
    expect(await storedBalances(store)).toMatchObject({ balances, tokens })
  })
})
