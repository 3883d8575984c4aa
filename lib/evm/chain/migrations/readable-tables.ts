import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** The tables of readable-tables.ts. */
export const createReadableTables = async (db: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await createMetadata(db, types)
  await createContractFacts(db, types)
}

const createMetadata = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { serial, integer, small, flag, text, bytes } = types

  await schema
    .createTable('evm_nft_metadata')
    .addColumn('id', serial, (column) => column.primaryKey())
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('minted_block', integer)
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addColumn('uri_synced_at', integer)
    .addColumn('metadata_synced_at', integer)
    .addColumn('due_at', integer)
    .addColumn('failures', small, (column) => column.notNull())
    .addColumn('is_wanted', flag, (column) => column.notNull())
    .addColumn('token_address', bytes, (column) => column.notNull())
    .addColumn('token_hash', bytes, (column) => column.notNull())
    .addColumn('token_id', text, (column) => column.notNull())
    .addColumn('token_uri', text)
    .addColumn('metadata', text)
    .addColumn('name', text)
    .addColumn('description', text)
    .addColumn('attributes', text)
    .addColumn('media_uri', text)
    .addColumn('media_key', bytes)
    .addColumn('error', text)
    .execute()
  // The documents for the tokens of a page.
  await schema
    .createIndex('evm_nft_metadata_by_token')
    .unique()
    .on('evm_nft_metadata')
    .columns(['chain', 'token_hash'])
    .execute()
  // The queue: requested documents first, then by due time.
  await schema
    .createIndex('evm_nft_metadata_due')
    .on('evm_nft_metadata')
    .columns(['chain', 'is_wanted', 'due_at'])
    .where(sql.ref('due_at'), 'is not', null)
    .execute()
  // For a refresh of a whole collection (ERC-4906).
  await schema
    .createIndex('evm_nft_metadata_by_contract')
    .on('evm_nft_metadata')
    .columns(['chain', 'token_address'])
    .execute()

  await schema
    .createTable('evm_media')
    .addColumn('media_key', bytes, (column) => column.primaryKey())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addColumn('due_at', integer)
    .addColumn('byte_count', integer)
    .addColumn('width', integer)
    .addColumn('height', integer)
    .addColumn('failures', small, (column) => column.notNull())
    .addColumn('uri', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('category', text)
    .addColumn('mimetype', text)
    .addColumn('content_hash', bytes)
    .addColumn('error', text)
    .execute()
  await schema
    .createIndex('evm_media_due')
    .on('evm_media')
    .column('due_at')
    .where(sql.ref('due_at'), 'is not', null)
    .execute()
  // An image by its content hash, which its URL contains.
  await schema.createIndex('evm_media_by_content').on('evm_media').column('content_hash').execute()
}

const createContractFacts = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, small, text, bytes, keyOrdered } = types

  await schema
    .createTable('evm_abis')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('checked_at', integer, (column) => column.notNull())
    .addColumn('due_at', integer)
    .addColumn('failures', small, (column) => column.notNull())
    .addColumn('address', bytes, (column) => column.notNull())
    .addColumn('abi', text)
    .addColumn('match', text)
    .addPrimaryKeyConstraint('evm_abis_key', ['chain', 'address'])
    .execute()

  await schema
    .createTable('evm_proxies')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('block_number', integer, (column) => column.notNull())
    .addColumn('address', bytes, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('implementations', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_proxies_key', ['chain', 'address', 'block_number'])
    .modifyEnd(keyOrdered)
    .execute()

  await schema
    .createTable('evm_ratings')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('rated_at', integer, (column) => column.notNull())
    .addColumn('due_at', integer)
    .addColumn('score', small, (column) => column.notNull())
    .addColumn('address', bytes, (column) => column.notNull())
    .addColumn('reasons', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_ratings_key', ['chain', 'address'])
    .modifyEnd(keyOrdered)
    .execute()
  await schema
    .createIndex('evm_ratings_due')
    .on('evm_ratings')
    .columns(['chain', 'due_at'])
    .where(sql.ref('due_at'), 'is not', null)
    .execute()
}
