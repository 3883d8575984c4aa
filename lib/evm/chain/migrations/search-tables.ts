import { type Kysely, sql } from 'kysely'
import { documentText } from '#lib/evm/chain/search-index/document-text.ts'
import { nftWords, textRow } from '#lib/evm/chain/search-index/index-documents.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { asTables } from '#lib/store/as-tables.ts'
import type { ColumnTypes } from '#lib/store/column-types.ts'
import { createFullTextTable, writeFullTexts } from '#lib/store/full-text.ts'

/** Creates the tables of search-tables.ts, and indexes the stored documents. */
export const createSearchTables = async (db: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { schema } = db
  const { integer, bytes } = types
  await schema
    .createTable('evm_nft_texts')
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('chain', integer, (column) => column.notNull())
    .addColumn('named_at', integer, (column) => column.notNull())
    .addColumn('token_address', bytes, (column) => column.notNull())
    .addColumn('token_hash', bytes, (column) => column.notNull())
    .addColumn('name_digest', bytes, (column) => column.notNull())
    .addColumn('digest', bytes, (column) => column.notNull())
    .execute()
  // The most recent names of a chain.
  await schema.createIndex('evm_nft_texts_by_naming').on('evm_nft_texts').columns(['chain', 'named_at']).execute()
  // The tokens of a block range.
  await schema
    .createIndex('evm_nft_metadata_by_minting')
    .on('evm_nft_metadata')
    .columns(['chain', 'minted_block', 'id'])
    .where(sql.ref('minted_block'), 'is not', null)
    .execute()
  await createFullTextTable(db, nftWords)
  await indexStored(asTables<EvmTables>(db))
}

const documentsAtOnce = 500

const indexStored = async (db: Kysely<EvmTables>): Promise<void> => {
  for (let after = 0; ; ) {
    const documents = await db
      .selectFrom('evm_nft_metadata')
      .select(['id', 'chain', 'token_address', 'token_hash', 'name', 'description', 'attributes', 'metadata'])
      .where('id', '>', after)
      .where('metadata', 'is not', null)
      .orderBy('id')
      .limit(documentsAtOnce)
      .execute()
    const last = documents.at(-1)
    if (!last) return
    const texts = documents.map((document) => ({ document, text: documentText(document) }))
    for (const { document, text } of texts)
      await db
        .insertInto('evm_nft_texts')
        .values(textRow(document, text, 1))
        .execute()
    await writeFullTexts(
      db,
      nftWords,
      texts.map(({ document: { id, chain }, text: { words } }) => ({ id, scope: chain, words })),
    )
    after = last.id
  }
}
