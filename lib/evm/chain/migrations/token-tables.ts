import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** The tables of token-tables.ts. Each index is named after the list that it orders. */
export const createTokenTables = async (db: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await createTransfers(db, types)
  await createTokens(db, types)
  await createContracts(db, types)
}

const createTransfers = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, small, flag, text, bytes } = types
  const place = ['block_number', 'log_index', 'batch_index'] as const

  await schema
    .createTable('evm_nft_transfers')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('block_number', integer, (column) => column.notNull())
    .addColumn('log_index', small, (column) => column.notNull())
    .addColumn('batch_index', small, (column) => column.notNull())
    .addColumn('transaction_index', small, (column) => column.notNull())
    .addColumn('standard', flag, (column) => column.notNull())
    .addColumn('is_batch', flag, (column) => column.notNull())
    .addColumn('token_address', bytes, (column) => column.notNull())
    .addColumn('token_hash', bytes, (column) => column.notNull())
    .addColumn('from_address', bytes, (column) => column.notNull())
    .addColumn('to_address', bytes, (column) => column.notNull())
    .addColumn('operator', bytes)
    .addColumn('transaction_hash', bytes, (column) => column.notNull())
    .addColumn('token_id', text, (column) => column.notNull())
    .addColumn('amount', text, (column) => column.notNull())
    .addColumn('transaction_value', text)
    .addPrimaryKeyConstraint('evm_nft_transfers_key', ['chain', ...place])
    .execute()
  const nftIndex = (name: string, column: 'from_address' | 'to_address' | 'token_hash' | 'token_address') =>
    schema
      .createIndex(name)
      .on('evm_nft_transfers')
      .columns(['chain', column, ...place])
  // A wallet's list of transfers merges two ranges; a direction filter reads one of them.
  await nftIndex('evm_nft_transfers_by_sender', 'from_address').execute()
  await nftIndex('evm_nft_transfers_by_receiver', 'to_address').execute()
  // A token's history: its state before a reorg, or at the block at which a list began.
  await nftIndex('evm_nft_transfers_by_token', 'token_hash').execute()
  // A collection's transfers, and its tokens that changed since a list of owners began.
  await nftIndex('evm_nft_transfers_by_contract', 'token_address').execute()

  for (const table of ['evm_erc20_transfers', 'evm_erc20_approvals'] as const) {
    await schema
      .createTable(table)
      .addColumn('chain', integer, (column) => column.notNull())
      .addColumn('block_number', integer, (column) => column.notNull())
      .addColumn('log_index', small, (column) => column.notNull())
      .addColumn('transaction_index', small, (column) => column.notNull())
      .addColumn('token_address', bytes, (column) => column.notNull())
      .addColumn('from_address', bytes, (column) => column.notNull())
      .addColumn('to_address', bytes, (column) => column.notNull())
      .addColumn('transaction_hash', bytes, (column) => column.notNull())
      .addColumn('value', text, (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_key`, ['chain', 'block_number', 'log_index'])
      .execute()
    const index = (name: string, column: 'from_address' | 'to_address' | 'token_address') =>
      schema.createIndex(`${table}_by_${name}`).on(table).columns(['chain', column, 'block_number', 'log_index'])
    // Transfers, approvals and burns by contract_addresses, and by wallet_addresses on either side; burns are transfers to the zero
    // address.
    await index('contract', 'token_address').execute()
    await index('sender', 'from_address').execute()
    await index('receiver', 'to_address').execute()
  }
}

const createTokens = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, small, flag, text, bytes, keyOrdered } = types
  const changed = ['changed_block', 'changed_log', 'changed_batch'] as const

  // The key is the order of a contract's list, read backwards.
  await schema
    .createTable('evm_nft_tokens')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('first_block', integer, (column) => column.notNull())
    .addColumn('minted_block', integer)
    .addColumn('changed_block', integer, (column) => column.notNull())
    .addColumn('minted_log', small)
    .addColumn('minted_batch', small)
    .addColumn('changed_log', small, (column) => column.notNull())
    .addColumn('changed_batch', small, (column) => column.notNull())
    .addColumn('standard', flag, (column) => column.notNull())
    .addColumn('token_address', bytes, (column) => column.notNull())
    .addColumn('token_hash', bytes, (column) => column.notNull())
    .addColumn('owner', bytes)
    .addColumn('minter', bytes)
    .addColumn('minted_transaction', bytes)
    .addColumn('token_id', text, (column) => column.notNull())
    .addColumn('supply', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_nft_tokens_key', ['chain', 'token_address', 'token_hash'])
    .modifyEnd(keyOrdered)
    .execute()
  // A wallet's tokens and a contract's owners, latest change first; the last column answers filters and counts.
  await schema
    .createIndex('evm_nft_tokens_by_owner')
    .on('evm_nft_tokens')
    .columns(['chain', 'owner', ...changed, 'token_address'])
    .where(sql.ref('owner'), 'is not', null)
    .execute()
  await schema
    .createIndex('evm_nft_tokens_by_change')
    .on('evm_nft_tokens')
    .columns(['chain', 'token_address', ...changed, 'owner'])
    .where(sql.ref('owner'), 'is not', null)
    .execute()

  await schema
    .createTable('evm_nft_balances')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('changed_block', integer, (column) => column.notNull())
    .addColumn('changed_log', small, (column) => column.notNull())
    .addColumn('changed_batch', small, (column) => column.notNull())
    .addColumn('is_held', flag, (column) => column.notNull())
    .addColumn('token_address', bytes, (column) => column.notNull())
    .addColumn('token_hash', bytes, (column) => column.notNull())
    .addColumn('owner', bytes, (column) => column.notNull())
    .addColumn('token_id', text, (column) => column.notNull())
    .addColumn('amount', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_nft_balances_key', ['chain', 'token_hash', 'owner'])
    .modifyEnd(keyOrdered)
    .execute()
  // The same lists for amounts of ERC1155 tokens. One transfer changes two balances at one position, which the owner distinguishes.
  await schema
    .createIndex('evm_nft_balances_by_owner')
    .on('evm_nft_balances')
    .columns(['chain', 'owner', ...changed, 'token_address'])
    .where(sql.ref('is_held'), '=', sql.lit(1))
    .execute()
  await schema
    .createIndex('evm_nft_balances_by_change')
    .on('evm_nft_balances')
    .columns(['chain', 'token_address', ...changed, 'owner'])
    .where(sql.ref('is_held'), '=', sql.lit(1))
    .execute()
}

const createContracts = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, small, text, bytes, real, keyOrdered } = types

  await schema
    .createTable('evm_contracts')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('ask_at', integer)
    .addColumn('decimals', small)
    .addColumn('failures', small, (column) => column.notNull())
    .addColumn('address', bytes, (column) => column.notNull())
    .addColumn('kind', text)
    .addColumn('name', text)
    .addColumn('symbol', text)
    .addColumn('note', text)
    .addPrimaryKeyConstraint('evm_contracts_key', ['chain', 'address'])
    .modifyEnd(keyOrdered)
    .execute()
  // The next contract to read.
  await schema
    .createIndex('evm_contracts_to_ask')
    .on('evm_contracts')
    .columns(['chain', 'ask_at'])
    .where(sql.ref('ask_at'), 'is not', null)
    .execute()

  await schema
    .createTable('evm_headers')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('number', integer, (column) => column.notNull())
    .addColumn('timestamp', integer, (column) => column.notNull())
    .addColumn('hash', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_headers_key', ['chain', 'number'])
    .modifyEnd(keyOrdered)
    .execute()

  await schema
    .createTable('evm_histories')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('requested_at', integer, (column) => column.notNull())
    .addColumn('started_at', integer)
    .addColumn('synced_at', integer)
    .addColumn('first_block', integer)
    .addColumn('target_block', integer)
    .addColumn('row_count', integer, (column) => column.notNull())
    .addColumn('rows_per_second', real)
    .addColumn('blocks_per_second', real)
    .addColumn('address', bytes, (column) => column.notNull())
    .addColumn('error', text)
    .addPrimaryKeyConstraint('evm_histories_key', ['chain', 'address'])
    .modifyEnd(keyOrdered)
    .execute()

  await schema
    .createTable('evm_history_intervals')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('first_block', integer, (column) => column.notNull())
    .addColumn('last_block', integer, (column) => column.notNull())
    .addColumn('address', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_history_intervals_key', ['chain', 'address', 'first_block'])
    .modifyEnd(keyOrdered)
    .execute()
}
