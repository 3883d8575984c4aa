import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { ambiguousContracts } from '#lib/evm/chain/decode/decode-tokens.ts'
import { decodableLogs } from '#lib/evm/chain/decode/token-rows.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { writeChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { appendHistory } from '#lib/evm/chain/write/append-history.ts'
import { createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { buildBalances, uncountedTokens } from '#lib/evm/holdings/keep-balances.ts'
import type { Store } from '#lib/store/store.ts'
import { contractsIn, noSpeeds, partOf } from '#tests/evm/history-parts.ts'
import { testStores } from '#tests/store/test-stores.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { ForkChain } from './forks/fork-chain.ts'

const stores = testStores('postgres')
const chain = 1
const { signal } = new AbortController()
const noMetadata = { name: null, symbol: null, decimals: null, ask_at: null, failures: 0, note: null }
const head = { latest: 60, finalized: 60 }

const blocksOf = async () => {
  const made = new ForkChain(3, 60)
  return await made.reader().blocks(0, 60)
}

test('leased ranges give the same tables in any order, also at the same time, as one range without a lease', async () => {
  const blocks = await blocksOf()
  const parts = [blocks.slice(0, 20), blocks.slice(20, 40), blocks.slice(40)] as const
  const written = async (isLeased: boolean, order: readonly (typeof blocks)[], atOnce = false) => {
    const store = await stores.createMigratedStore<EvmTables>(evmMigrations)
    const index = createEvmRangeIndex(store, chain, { isLeased })
    if (atOnce) await Promise.all(order.map((part) => index.appendRange(part, head)))
    else for (const part of order) await index.appendRange(part, head)
    // As the worker does for tokens whose transfers did not arrive in order.
    for (const token of await uncountedTokens(store.db, chain, new Uint8Array()))
      await buildBalances(store, chain, token, signal)
    return await storedRows(store)
  }
  const expected = await written(false, [blocks])
  expect(expected.evm_nft_transfers?.length).toBeGreaterThan(10)
  expect(expected.evm_erc20_transfers?.length).toBeGreaterThan(10)
  for (const rows of [
    await written(true, parts),
    await written(true, parts.toReversed()),
    await written(true, parts, true),
  ])
    for (const table of Object.keys(expected)) expect(rows[table], table).toEqual(expected[table])
})

/** Rows of a chain that was indexed without leases and backfills. */
const expectedRows = async (blocks: readonly EvmBlock[], prepare = async (_: Store<EvmTables>) => {}) => {
  const store = await stores.createMigratedStore<EvmTables>(evmMigrations)
  await prepare(store)
  await createEvmRangeIndex(store, chain).appendRange(blocks, head)
  return await comparedRows(store)
}

/** Without what backfills note of themselves; token balances are built afterwards, as the worker does. */
const comparedRows = async (store: Store<EvmTables>) => {
  for (const token of await uncountedTokens(store.db, chain, new Uint8Array()))
    await buildBalances(store, chain, token, signal)
  const { evm_history_intervals: _, ...rows } = await storedRows(store)
  return rows
}

/** Until so many transactions of this database wait for a lock. */
const untilWaiting = ({ db }: Store<EvmTables>, count: number) =>
  expect
    .poll(async () => {
      const { rows } = await sql`select 1 from pg_locks where not granted and pid in (
        select pid from pg_stat_activity where datname = current_database())`.execute(db)
      return rows.length
    })
    .toBe(count)

test('a leased range writes its blocks and their token rows while another writer has the chain', async () => {
  const blocks = await blocksOf()
  const writes = async (isLeased: boolean): Promise<string[]> => {
    const store = await stores.createMigratedStore<EvmTables>(evmMigrations)
    const index = createEvmRangeIndex(store, chain, { isLeased })
    await writeChainRow(store.db, chain, {})
    let writing: Promise<void> | undefined
    const tables = await store.db.transaction().execute(async (transaction) => {
      await writeChainRow(transaction, chain, {})
      writing = index.appendRange(blocks, head)
      await untilWaiting(store, 1)
      const { rows } = await sql<{ table: string }>`select relname as table from pg_locks
        join pg_class on pg_class.oid = relation
        where relkind = 'r' and mode = 'RowExclusiveLock' and relname <> 'evm_chains'
          and database = (select oid from pg_database where datname = current_database())
        order by relname`.execute(store.db)
      return rows.map(({ table }) => table)
    })
    await writing
    return tables
  }
  expect(await writes(false)).toEqual([])
  expect(await writes(true)).toEqual([
    'evm_blob_transactions',
    'evm_blocks',
    'evm_erc20_approvals',
    'evm_erc20_transfers',
    'evm_logs',
    'evm_nft_transfers',
    'evm_transaction_hashes',
    'evm_transactions',
    'evm_uncles',
    'evm_wallet_transactions',
    'evm_withdrawal_addresses',
    'evm_withdrawals',
  ])
})

test('a leased range has the rows of contracts that became known as collections before it had the chain', async () => {
  const blocks = await blocksOf()
  const ambiguous = ambiguousContracts(decodableLogs(blocks))
  const becomeCollections = async (db: Kysely<EvmTables>): Promise<void> => {
    const rows = ambiguous.map((address) => ({
      ...noMetadata,
      kind: 'ERC721' as const,
      chain,
      address: toBytes(address),
    }))
    await db.insertInto('evm_contracts').values(rows).execute()
  }
  const expected = await expectedRows(blocks, ({ db }) => becomeCollections(db))
  const store = await stores.createMigratedStore<EvmTables>(evmMigrations)
  await writeChainRow(store.db, chain, {})
  let writing: Promise<void> | undefined
  await store.db.transaction().execute(async (transaction) => {
    await writeChainRow(transaction, chain, {})
    writing = createEvmRangeIndex(store, chain, { isLeased: true }).appendRange(blocks, head)
    await untilWaiting(store, 1)
    await becomeCollections(transaction)
  })
  await writing
  expect(await comparedRows(store)).toEqual(expected)
  const others = await expectedRows(blocks)
  expect(others.evm_nft_transfers?.length).toBeLessThan(expected.evm_nft_transfers?.length ?? 0)
})

test.each(['before it', 'while it waits for the chain', 'while both wait for the chain'])(
  'a leased range has each row once of contracts whose backfills are written %s',
  async (moment) => {
    const blocks = await blocksOf()
    const expected = await expectedRows(blocks)
    const store = await stores.createMigratedStore<EvmTables>(evmMigrations)
    await writeChainRow(store.db, chain, {})
    const backfill = async () => {
      for (const address of contractsIn(blocks))
        await appendHistory(store, chain, partOf(blocks.slice(10, 40), address), noSpeeds)
    }
    const append = () => createEvmRangeIndex(store, chain, { isLeased: true }).appendRange(blocks, head)
    if (moment === 'before it') {
      await backfill()
      await append()
    } else {
      const inTurn = moment === 'while it waits for the chain' ? [append, backfill] : [backfill, append]
      const writing: Promise<void>[] = []
      await store.db.transaction().execute(async (transaction) => {
        await writeChainRow(transaction, chain, {})
        for (const write of inTurn) {
          writing.push(write())
          await untilWaiting(store, writing.length)
        }
      })
      await Promise.all(writing)
    }
    expect(await comparedRows(store)).toEqual(expected)
  },
)

test('a leased range replaces what a backfill read of another branch', async () => {
  const blocks = await blocksOf()
  const expected = await expectedRows(blocks)
  const store = await stores.createMigratedStore<EvmTables>(evmMigrations)
  const other = new ForkChain(3, 60)
  other.fork(30, 30)
  const branch = await other.reader().blocks(20, 50)
  for (const address of contractsIn(branch).slice(0, 1))
    await appendHistory(store, chain, partOf(branch, address), noSpeeds)
  await createEvmRangeIndex(store, chain, { isLeased: true }).appendRange(blocks, head)
  const rows = await comparedRows(store)
  for (const table of [
    'evm_erc20_transfers',
    'evm_nft_transfers',
    'evm_erc20_approvals',
    'evm_nft_balances',
    'evm_headers',
  ])
    expect(rows[table], table).toEqual(expected[table])
})
