import type { Kysely } from 'kysely'
import { createDoubtfulTable } from '#lib/indexing/doubtful-blocks.ts'
import type { ColumnTypes } from '#lib/store/column-types.ts'
import type { MigrationSet } from '#lib/store/store.ts'
import { addBlockChecks } from './migrations/block-checks.ts'
import { createContractWords } from './migrations/contract-words.ts'
import { createDecodings } from './migrations/decodings.ts'
import { addHistoryChecks } from './migrations/history-checks.ts'
import { addHistoryOutcomes } from './migrations/history-outcomes.ts'
import { createInternalCalls } from './migrations/internal-calls.ts'
import { createReadableTables } from './migrations/readable-tables.ts'
import { createRecentAsks } from './migrations/recent-asks.ts'
import { addRefusedNodes } from './migrations/refused-nodes.ts'
import { createSearchTables } from './migrations/search-tables.ts'
import { addSentCounts } from './migrations/sent-counts.ts'
import { createTokenTables } from './migrations/token-tables.ts'

/**
 * The tables of tables.ts. Integers come first in each, so that PostgreSQL needs no padding between columns.
 *
 * `keyOrdered` tables are narrow and read in key order. Transactions and logs are wide, and few wide rows fit into one
 * node of a key-ordered tree: they are heaps with a separate key, in SQLite too.
 */
export const evmMigrations: MigrationSet = {
  name: 'evm',
  migrations: (types) => ({
    '001-blocks': { up: (db) => createBlocks(db, types) },
    '002-tokens': { up: (db) => createTokenTables(db, types) },
    '003-readable': { up: (db) => createReadableTables(db, types) },
    '004-search': { up: (db) => createSearchTables(db, types) },
    '005-internal-calls': { up: (db) => createInternalCalls(db, types) },
    '006-contract-words': { up: (db) => createContractWords(db, types) },
    '007-block-checks': { up: (db) => addBlockChecks(db, types) },
    '008-sent-counts': { up: (db) => addSentCounts(db, types) },
    '009-history-checks': { up: (db) => addHistoryChecks(db, types) },
    '010-decodings': { up: (db) => createDecodings(db, types) },
    '011-history-outcomes': { up: (db) => addHistoryOutcomes(db, types) },
    '012-recent-asks': { up: (db) => createRecentAsks(db, types) },
    '013-doubtful-blocks': { up: (db) => createDoubtfulTable(db, types, 'evm_doubtful_blocks') },
    '014-refused-nodes': { up: (db) => addRefusedNodes(db, types) },
  }),
}

const createBlocks = async (db: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, flag, text, bytes, keyOrdered } = types
  const { schema } = db

  await schema
    .createTable('evm_chains')
    .addColumn('chain', integer, (column) => column.primaryKey())
    .addColumn('followed_from', integer)
    .addColumn('final_block', integer)
    .addColumn('head_latest', integer)
    .addColumn('head_finalized', integer)
    .addColumn('checked_at', integer)
    .addColumn('error', text)
    .execute()

  await schema
    .createTable('evm_intervals')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('first_block', integer, (column) => column.notNull())
    .addColumn('last_block', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_intervals_key', ['chain', 'first_block'])
    .modifyEnd(keyOrdered)
    .execute()

  await schema
    .createTable('evm_blocks')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('number', integer, (column) => column.notNull())
    .addColumn('timestamp', integer, (column) => column.notNull())
    .addColumn('transaction_count', integer, (column) => column.notNull())
    .addColumn('log_count', integer, (column) => column.notNull())
    .addColumn('size', integer)
    .addColumn('hash', bytes, (column) => column.notNull())
    .addColumn('parent_hash', bytes, (column) => column.notNull())
    .addColumn('miner', bytes, (column) => column.notNull())
    .addColumn('gas_used', text, (column) => column.notNull())
    .addColumn('gas_limit', text, (column) => column.notNull())
    .addColumn('base_fee_per_gas', text)
    .addPrimaryKeyConstraint('evm_blocks_key', ['chain', 'number'])
    .modifyEnd(keyOrdered)
    .execute()
  // For date bounds: the first block after, or the last block before, a time. The number orders blocks of one second.
  await schema.createIndex('evm_blocks_by_time').on('evm_blocks').columns(['chain', 'timestamp', 'number']).execute()
  // A block page or a search by block hash.
  await schema.createIndex('evm_blocks_by_hash').unique().on('evm_blocks').columns(['chain', 'hash']).execute()

  await schema
    .createTable('evm_transactions')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('block_number', integer, (column) => column.notNull())
    .addColumn('transaction_index', integer, (column) => column.notNull())
    .addColumn('type', flag, (column) => column.notNull())
    .addColumn('status', flag)
    .addColumn('hash', bytes, (column) => column.notNull())
    .addColumn('from_address', bytes, (column) => column.notNull())
    .addColumn('to_address', bytes)
    .addColumn('contract_address', bytes)
    .addColumn('root', bytes)
    .addColumn('nonce', text, (column) => column.notNull())
    .addColumn('value', text, (column) => column.notNull())
    .addColumn('gas', text, (column) => column.notNull())
    .addColumn('gas_price', text, (column) => column.notNull())
    .addColumn('gas_used', text, (column) => column.notNull())
    .addColumn('cumulative_gas_used', text, (column) => column.notNull())
    .addColumn('input', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_transactions_key', ['chain', 'block_number', 'transaction_index'])
    .execute()

  // The key has the transaction before the log: a transaction's logs are one range, and a block's are in order.
  await schema
    .createTable('evm_logs')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('block_number', integer, (column) => column.notNull())
    .addColumn('transaction_index', integer, (column) => column.notNull())
    .addColumn('log_index', integer, (column) => column.notNull())
    .addColumn('address', bytes, (column) => column.notNull())
    .addColumn('topic0', bytes)
    .addColumn('topic1', bytes)
    .addColumn('topic2', bytes)
    .addColumn('topic3', bytes)
    .addColumn('data', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_logs_key', ['chain', 'block_number', 'transaction_index', 'log_index'])
    .execute()

  await schema
    .createTable('evm_transaction_hashes')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('block_number', integer, (column) => column.notNull())
    .addColumn('transaction_index', integer, (column) => column.notNull())
    .addColumn('hash_prefix', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_transaction_hashes_key', [
      'chain',
      'hash_prefix',
      'block_number',
      'transaction_index',
    ])
    .modifyEnd(keyOrdered)
    .execute()

  // The key is the page order of a wallet's list, read backwards; counting within bounds reads only the key.
  await schema
    .createTable('evm_wallet_transactions')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('block_number', integer, (column) => column.notNull())
    .addColumn('transaction_index', integer, (column) => column.notNull())
    .addColumn('address', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_wallet_transactions_key', ['chain', 'address', 'block_number', 'transaction_index'])
    .modifyEnd(keyOrdered)
    .execute()

  await schema
    .createTable('evm_days')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('day', integer, (column) => column.notNull())
    .addColumn('transaction_count', integer, (column) => column.notNull())
    .addColumn('block_count', integer, (column) => column.notNull())
    .addColumn('gas_used', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_days_key', ['chain', 'day'])
    .modifyEnd(keyOrdered)
    .execute()

  // A wallet's total is the sum of its days: some thousand adjacent narrow rows at most, instead of millions of
  // transactions.
  await schema
    .createTable('evm_wallet_days')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('day', integer, (column) => column.notNull())
    .addColumn('transaction_count', integer, (column) => column.notNull())
    .addColumn('block_count', integer, (column) => column.notNull())
    .addColumn('gas_used', integer, (column) => column.notNull())
    .addColumn('address', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_wallet_days_key', ['chain', 'address', 'day'])
    .modifyEnd(keyOrdered)
    .execute()

  // Ordered by block number, so that a reorg deletes the calls of its blocks as one range.
  await schema
    .createTable('evm_internal_calls')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('block_number', integer, (column) => column.notNull())
    .addColumn('transaction_index', integer, (column) => column.notNull())
    .addColumn('block_hash', bytes, (column) => column.notNull())
    .addColumn('calls', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_internal_calls_key', ['chain', 'block_number', 'transaction_index'])
    .execute()
}
