import type { Transaction } from 'kysely'
import { type AptosAssetRow, type AptosCollectionRow, type AptosTables, aptosNamed } from '#lib/aptos/chain/tables.ts'
import { nameWords } from '#lib/base/name-words.ts'
import { batchesOf } from '#lib/store/batches-of.ts'

/** Rows per statement: each has four values, and SQLite supports 32,766. */
const rowsPerStatement = 1_000

type Named = Pick<AptosAssetRow, 'chain_id' | 'name' | 'symbol'> & {
  kind: (typeof aptosNamed)[keyof typeof aptosNamed]
  id: Uint8Array
}

export const assetNamed = (row: Pick<AptosAssetRow, 'chain_id' | 'asset_id' | 'name' | 'symbol'>): Named => ({
  ...row,
  kind: aptosNamed.asset,
  id: row.asset_id,
})

export const collectionNamed = (
  row: Pick<AptosCollectionRow, 'chain_id' | 'collection_data_id_hash' | 'name'>,
): Named => ({
  chain_id: row.chain_id,
  name: row.name,
  symbol: null,
  kind: aptosNamed.collection,
  id: row.collection_data_id_hash,
})

/** Stores the words of these names. Words of former names stay: the search checks whether a match is still valid. */
export const addNameWords = async (transaction: Transaction<AptosTables>, named: readonly Named[]): Promise<void> => {
  const rows = named
    .flatMap(({ chain_id, kind, id, ...names }) => nameWords(names).map((word) => ({ chain_id, word, kind, id })))
    .sort((a, b) => Buffer.compare(a.word, b.word) || a.kind - b.kind || Buffer.compare(a.id, b.id))
  for (const batch of batchesOf(rows, rowsPerStatement))
    await transaction
      .insertInto('aptos_name_words')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
