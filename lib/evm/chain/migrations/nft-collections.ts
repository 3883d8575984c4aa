import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** The sums of NFT collections of token-tables.ts, filled from the stored transfers, NFTs and balances. */
export const createNftCollections = async (db: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await createTables(db, types)
  await sql`
    insert into evm_nft_holders (chain, tokens, token_address, owner)
    select chain, count(*), token_address, owner from (
      select chain, token_address, owner from evm_nft_tokens where owner is not null
      union all
      select chain, token_address, owner from evm_nft_balances where is_held = 1
    ) as held group by chain, token_address, owner`.execute(db)
  await sql`
    insert into evm_nft_collections (chain, first_block, transfers, tokens, owners, token_address)
    select c.chain, c.first_block, c.transfers, coalesce(t.tokens, 0), coalesce(o.owners, 0), c.token_address from (
      select chain, token_address, min(block_number) as first_block, count(*) as transfers
      from evm_nft_transfers group by chain, token_address
    ) as c
    left join (
      select chain, token_address, count(*) as tokens
      from evm_nft_tokens where supply <> '0' group by chain, token_address
    ) as t on t.chain = c.chain and t.token_address = c.token_address
    left join (
      select chain, token_address, count(*) as owners from evm_nft_holders group by chain, token_address
    ) as o on o.chain = c.chain and o.token_address = c.token_address`.execute(db)
  await sql`
    insert into evm_nft_collection_days (chain, day, transfers, token_address)
    select chain, day, count(*), token_address from (
      select t.chain, t.token_address, coalesce(b.timestamp, h.timestamp) / 86400 as day
      from evm_nft_transfers as t
      left join evm_blocks as b on b.chain = t.chain and b.number = t.block_number
      left join evm_headers as h on h.chain = t.chain and h.number = t.block_number
    ) as dated group by chain, day, token_address`.execute(db)
}

const createTables = async ({ schema }: Kysely<unknown>, { integer, bytes, keyOrdered }: ColumnTypes) => {
  await schema
    .createTable('evm_nft_collections')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('first_block', integer, (column) => column.notNull())
    .addColumn('transfers', integer, (column) => column.notNull())
    .addColumn('tokens', integer, (column) => column.notNull())
    .addColumn('owners', integer, (column) => column.notNull())
    .addColumn('token_address', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_nft_collections_key', ['chain', 'token_address'])
    .execute()
  await schema
    .createIndex('evm_nft_collections_by_owners')
    .on('evm_nft_collections')
    .columns(['chain', 'owners', 'token_address'])
    .execute()
  await schema
    .createIndex('evm_nft_collections_by_age')
    .on('evm_nft_collections')
    .columns(['chain', 'first_block', 'token_address'])
    .execute()

  await schema
    .createTable('evm_nft_holders')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('tokens', integer, (column) => column.notNull())
    .addColumn('token_address', bytes, (column) => column.notNull())
    .addColumn('owner', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_nft_holders_key', ['chain', 'token_address', 'owner'])
    .modifyEnd(keyOrdered)
    .execute()

  await schema
    .createTable('evm_nft_collection_days')
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('day', integer, (column) => column.notNull())
    .addColumn('transfers', integer, (column) => column.notNull())
    .addColumn('token_address', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('evm_nft_collection_days_key', ['chain', 'token_address', 'day'])
    .modifyEnd(keyOrdered)
    .execute()
  // It has every column of the table: with a condition, PostgreSQL does not read single days from it.
  await schema
    .createIndex('evm_nft_collection_days_by_transfers')
    .on('evm_nft_collection_days')
    .columns(['chain', 'day', 'transfers', 'token_address'])
    .where(sql.ref('transfers'), 'is not', null)
    .execute()
}
