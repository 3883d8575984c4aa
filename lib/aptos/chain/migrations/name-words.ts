import { type Kysely, sql, type Transaction } from 'kysely'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { addNameWords, assetNamed, collectionNamed } from '#lib/aptos/chain/write/add-catalog.ts'
import { asTables } from '#lib/store/as-tables.ts'
import type { ColumnTypes } from '#lib/store/column-types.ts'

const rowsAtOnce = 1_000

/**
 * The words by which assets and collections are found, with those of stored rows. Words are bytes: both databases order
 * those alike, whatever their collations.
 */
export const createNameWords = async (db: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await db.schema
    .createTable('aptos_name_words')
    .addColumn('chain_id', types.integer, (column) => column.notNull())
    .addColumn('kind', types.small, (column) => column.notNull())
    .addColumn('word', types.bytes, (column) => column.notNull())
    .addColumn('id', types.bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('aptos_name_words_key', ['chain_id', 'word', 'kind', 'id'])
    .modifyEnd(types.keyOrdered)
    .execute()
  const aptos = asTables<AptosTables>(db) as Transaction<AptosTables>
  await addStored(aptos, 'aptos_assets', 'asset_id', { columns: ['name', 'symbol'], named: assetNamed })
  await addStored(aptos, 'aptos_collections', 'collection_data_id_hash', { columns: ['name'], named: collectionNamed })
}

type Table = 'aptos_assets' | 'aptos_collections'

/** The words of all rows of the table, read in the order of its key. */
const addStored = async <Row extends { chain_id: number }>(
  db: Transaction<AptosTables>,
  table: Table,
  id: string,
  { columns, named }: { columns: readonly string[]; named: (row: Row) => Parameters<typeof addNameWords>[1][number] },
): Promise<void> => {
  let after: readonly [number, Uint8Array] = [0, Buffer.alloc(0)]
  for (;;) {
    const { rows } = await sql<Row>`select chain_id, ${sql.ref(id)}, ${sql.join(columns.map((one) => sql.ref(one)))}
      from ${sql.table(table)} where (chain_id, ${sql.ref(id)}) > (${after[0]}, ${after[1]})
      order by chain_id, ${sql.ref(id)} limit ${rowsAtOnce}`.execute(db)
    const all = rows.map(named)
    await addNameWords(db, all)
    const last = all.at(-1)
    if (!last) return
    after = [last.chain_id, last.id]
  }
}
