import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** The first form of the chain's own tables; those of tokens follow in the next migration. */
export const createBlocks = async (db: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await createChains(db, types)
  await createBlockTable(db, types)
  await createTransactions(db, types)
  await createLogs(db, types)
  await createTransactionKeys(db, types)
  await createDays(db, types)
  await createInternalCallTable(db, types)
}

/** The followed chains, and which of their blocks are stored. */
const createChains = async ({ schema }: Kysely<unknown>, { integer, text, keyOrdered }: ColumnTypes): Promise<void> => {
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
}

const createBlockTable = async (
  { schema }: Kysely<unknown>,
  { integer, text, bytes, keyOrdered }: ColumnTypes,
): Promise<void> => {
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
}

const createTransactions = async (
  { schema }: Kysely<unknown>,
  { integer, flag, text, bytes }: ColumnTypes,
): Promise<void> => {
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
}

const createLogs = async ({ schema }: Kysely<unknown>, { integer, bytes }: ColumnTypes): Promise<void> => {
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
}

/** Lookup of transactions by hash and by wallet. */
const createTransactionKeys = async (
  { schema }: Kysely<unknown>,
  { integer, bytes, keyOrdered }: ColumnTypes,
): Promise<void> => {
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
}

/** Daily totals of the chain and of each wallet. */
const createDays = async ({ schema }: Kysely<unknown>, { integer, bytes, keyOrdered }: ColumnTypes): Promise<void> => {
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
}

const createInternalCallTable = async (
  { schema }: Kysely<unknown>,
  { integer, text, bytes }: ColumnTypes,
): Promise<void> => {
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
