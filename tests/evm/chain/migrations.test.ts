import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createBlockReceivers } from '#lib/evm/chain/migrations/block-receivers.ts'
import { createNftCollections } from '#lib/evm/chain/migrations/nft-collections.ts'
import { addSentCounts } from '#lib/evm/chain/migrations/sent-counts.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import { columnTypes } from '#lib/store/column-types.ts'
import { chainId, head } from '#tests/evm/query/evm-services.ts'
import { dumpTables, evmStores } from '#tests/evm/query/evm-stores.ts'
import { randomBlocks } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { tokenBlocks } from './token-blocks.ts'

const stores = { sqlite: evmStores('sqlite'), postgres: evmStores('postgres') }

describe.each(dialects)('migrations of stored chains on %s', (dialect) => {
  const createStore = stores[dialect]

  test('daily transaction counts of wallets are computed for days stored before the migration', async () => {
    const store = await createStore()
    const blocks = randomBlocks(60, { first: 0 }, seeded(7), { firstTimestamp: 1_699_999_000 })
    await createEvmIndex(store, chainId, { from: 0 }).append(blocks, head)
    const written = await dumpTables(store)
    const sent = await store.db.selectFrom('evm_wallet_days').select('sent_count').where('sent_count', '>', 0).execute()
    expect(sent.length).toBeGreaterThan(5)
    await store.db.schema.alterTable('evm_wallet_days').dropColumn('sent_count').execute()
    await addSentCounts(store.withTables<unknown>().db, columnTypes(dialect))
    expect(await dumpTables(store)).toEqual(written)
  })

  test('addresses of withdrawals are read from blocks stored before the migration', async () => {
    const store = await createStore()
    await createEvmIndex(store, chainId, { from: 0 }).append(randomBlocks(40, { first: 0 }, seeded(7)), head)
    const written = await dumpTables(store)
    expect(written.filter((line) => line.startsWith('evm_withdrawal_addresses')).length).toBeGreaterThan(20)
    await store.db.schema.dropTable('evm_withdrawal_addresses').execute()
    await store.db.schema.dropIndex('evm_blocks_by_miner').execute()
    await createBlockReceivers(store.withTables<unknown>().db, columnTypes(dialect))
    expect(await dumpTables(store)).toEqual(written)
  })

  test('owners and transfers of NFT collections are counted for transfers stored before the migration', async () => {
    const store = await createStore()
    const blocks = tokenBlocks(60, { first: 0 }, seeded(8), { firstTimestamp: 1_699_999_000 })
    await createEvmIndex(store, chainId, { from: 0 }).append(blocks, head)
    const written = await dumpTables(store)
    expect(await store.db.selectFrom('evm_nft_holders').selectAll().execute()).not.toHaveLength(0)
    for (const table of ['evm_nft_collections', 'evm_nft_holders', 'evm_nft_collection_days'])
      await store.db.schema.dropTable(table).execute()
    await createNftCollections(store.withTables<unknown>().db, columnTypes(dialect))
    expect(await dumpTables(store)).toEqual(written)
  })
})

/** Indexes of few of a table's rows, which lose their use when they hold all. */
const conditional = [
  'evm_contracts_to_ask',
  'evm_created_contracts',
  'evm_erc20_balances_by_amount',
  'evm_erc20_burns_by_contract',
  'evm_histories_without_contract',
  'evm_logs_nft_approvals',
  'evm_media_due',
  'evm_nft_balances_by_change',
  'evm_nft_balances_by_owner',
  'evm_nft_collection_days_by_transfers',
  'evm_nft_metadata_by_minting',
  'evm_nft_metadata_due',
  'evm_nft_tokens_by_change',
  'evm_nft_tokens_by_owner',
  'evm_ratings_due',
]

// One test for both engines: each builds its conditions in its own way.
test('indexes with a condition have it on every engine', async () => {
  for (const dialect of dialects) {
    const { db } = await stores[dialect]()
    const { rows } = await (dialect === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'index' and sql like '% where %' order by 1`
      : sql<{ name: string }>`select indexname as name from pg_indexes
            where schemaname = 'public' and indexdef like '% WHERE %' order by 1`
    ).execute(db)
    expect({ dialect, names: rows.map(({ name }) => name).sort() }).toEqual({ dialect, names: conditional })
  }
})
