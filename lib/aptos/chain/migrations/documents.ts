import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** Documents of tokens and collections: no chain is in the key, since a URI names the same document on every network. */
export const createDocuments = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, small, text, bytes } = types
  await schema
    .createTable('aptos_documents')
    .addColumn('document_key', bytes, (column) => column.primaryKey())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addColumn('due_at', integer)
    .addColumn('failures', small, (column) => column.notNull())
    .addColumn('uri', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('error', text)
    .addColumn('media_key', bytes)
    .addColumn('media_uri', text)
    .addColumn('metadata', text)
    .execute()
  await schema
    .createIndex('aptos_documents_due')
    .on('aptos_documents')
    .column('due_at')
    .where(sql.ref('due_at'), 'is not', null)
    .execute()
}
