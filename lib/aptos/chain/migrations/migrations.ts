import { sql } from 'kysely'
import { createDoubtfulTable } from '#lib/indexing/doubtful-blocks.ts'
import type { MigrationSet } from '#lib/store/store.ts'
import { orderCatalog } from './catalog-order.ts'
import { addCatalogVersions } from './catalog-versions.ts'
import { createContentIntervals } from './content-intervals.ts'
import { createDocuments } from './documents.ts'
import { indexFunctions } from './function-index.ts'
import { createFungibleTables } from './fungible-tables.ts'
import { createNameWords } from './name-words.ts'
import { createNftTables } from './nft-tables.ts'
import { addTokenTerms } from './token-terms.ts'

export const aptosMigrations: MigrationSet = {
  name: 'aptos',
  migrations: (types) => ({
    '001-block-cache': {
      up: async (db) => {
        await db.schema
          .createTable('aptos_block_cache')
          .addColumn('chain_id', types.integer, (column) => column.notNull())
          .addColumn('height', types.integer, (column) => column.notNull())
          .addColumn('first_version', types.integer, (column) => column.notNull())
          .addColumn('last_version', types.integer, (column) => column.notNull())
          .addColumn('size_bytes', types.integer, (column) => column.notNull())
          .addColumn('used_at', types.integer, (column) => column.notNull())
          .addColumn('header', types.text, (column) => column.notNull())
          .addColumn('transactions', types.bytes)
          .addPrimaryKeyConstraint('aptos_block_cache_key', ['chain_id', 'height'])
          .execute()
        await db.schema
          .createIndex('aptos_block_cache_version')
          .on('aptos_block_cache')
          .columns(['chain_id', 'last_version'])
          .execute()
        // Includes the size, so that the sum of all sizes is read without touching a block.
        await db.schema
          .createIndex('aptos_block_cache_used')
          .on('aptos_block_cache')
          .columns(['used_at', 'size_bytes'])
          .execute()
      },
    },
    '002-nft-index': { up: (db) => createNftTables(db, types) },
    '003-refused-nodes': {
      up: (db) => db.schema.alterTable('aptos_chains').addColumn('refused_nodes', types.text).execute(),
    },
    '004-doubtful-versions': { up: (db) => createDoubtfulTable(db, types, 'aptos_doubtful_versions') },
    '005-content-intervals': { up: (db) => createContentIntervals(db, types) },
    '006-fungible-assets': { up: (db) => createFungibleTables(db, types) },
    '007-missing-state': {
      up: (db) => db.schema.alterTable('aptos_chains').addColumn('lacks_state', types.integer).execute(),
    },
    '008-token-terms': { up: (db) => addTokenTerms(db, types) },
    '009-frozen-stores': {
      up: (db) =>
        db.schema
          .createIndex('aptos_asset_balances_frozen')
          .on('aptos_asset_balances')
          .columns(['chain_id', 'asset_id'])
          .where(sql.ref('is_frozen'), '=', sql.lit(1))
          .execute(),
    },
    '010-cache-use': {
      up: async ({ schema }) => {
        await schema.dropIndex('aptos_block_cache_used').execute()
        await schema
          .createIndex('aptos_block_cache_used')
          .on('aptos_block_cache')
          .columns(['chain_id', 'used_at', 'size_bytes'])
          .execute()
      },
    },
    '011-documents': { up: (db) => createDocuments(db, types) },
    '012-catalog-versions': { up: (db) => addCatalogVersions(db, types) },
    '013-name-words': { up: (db) => createNameWords(db, types) },
    '014-catalog-order': { up: orderCatalog },
    '015-functions': { up: indexFunctions },
  }),
}
