import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildBalances } from '#lib/evm/balances/build-balances.ts'
import { uncountedTokens } from '#lib/evm/balances/tokens-to-build.ts'
import { evmMigrations } from '#lib/evm/migrations.ts'
import { writeChainRow } from '#lib/evm/stored/chain-row.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { createEvmRangeIndex } from '#lib/evm/writer.ts'
import { testStores } from '#tests/store/test-stores.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { ForkChain } from './forks/fork-chain.ts'

const stores = testStores('postgres')
const chain = 1
const { signal } = new AbortController()
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

test('a leased range writes its blocks while another writer has the chain', async () => {
  const blocks = await blocksOf()
  const writes = async (isLeased: boolean): Promise<number> => {
    const store = await stores.createMigratedStore<EvmTables>(evmMigrations)
    const index = createEvmRangeIndex(store, chain, { isLeased })
    await writeChainRow(store.db, chain, {})
    let writing: Promise<void> | undefined
    const tables = await store.db.transaction().execute(async (transaction) => {
      await writeChainRow(transaction, chain, {})
      writing = index.appendRange(blocks, head)
      await expect
        .poll(async () => {
          const { rows } = await sql`select 1 from pg_locks where not granted and pid in (
            select pid from pg_stat_activity where datname = current_database())`.execute(store.db)
          return rows.length
        })
        .toBeGreaterThan(0)
      const { rows } = await sql`select 1 from pg_locks join pg_class on pg_class.oid = relation
        where relname in ('evm_blocks', 'evm_transactions', 'evm_logs') and mode = 'RowExclusiveLock'
          and database = (select oid from pg_database where datname = current_database())`.execute(store.db)
      return rows.length
    })
    await writing
    return tables
  }
  expect(await writes(false)).toBe(0)
  expect(await writes(true)).toBe(3)
})
