import { sql, type Transaction } from 'kysely'
import { toHex } from '#lib/aptos/decode/bytes.ts'
import { unknownCollectionTerms } from '#lib/aptos/decode/token-terms.ts'
import type {
  AptosCollectionDayRow,
  AptosCollectionRow,
  AptosTables,
  AptosTokenActivityRow,
  AptosTokenRow,
} from '#lib/aptos/tables.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { Store } from '#lib/store/store.ts'

const microsecondsOfDay = 86_400_000_000
/** Rows per statement: each has four values, and SQLite supports 32,766. */
const daysPerStatement = 1_000
/** Set by writes that know them; the others leave them as they are. */
const collectionColumns = ['uri', 'mutable_fields'] as const
const tokenColumns = [...collectionColumns, 'royalty_numerator', 'royalty_denominator', 'royalty_payee'] as const

type Sighting = Pick<AptosCollectionRow, 'first_version' | 'first_timestamp'>

/** New information about collections and tokens in these rows, in order. */
export const addCatalog = async (
  store: Store<AptosTables>,
  transaction: Transaction<AptosTables>,
  chainId: number,
  rows: { collections: readonly AptosCollectionRow[]; tokens: readonly AptosTokenRow[] },
): Promise<void> => {
  const collections = new Map<string, AptosCollectionRow>()
  for (const row of rows.collections) mergeInto(collections, toHex(row.collection_data_id_hash), row, collectionColumns)
  const storedCollections = await store.findMany(transaction, 'aptos_collections', {
    columns: ['collection_data_id_hash', 'first_version', 'first_timestamp', ...collectionColumns],
    keys: [...collections.values()].map((row) => ({
      chain_id: chainId,
      collection_data_id_hash: row.collection_data_id_hash,
    })),
  })
  for (const row of storedCollections)
    mergeStored(collections, toHex(row.collection_data_id_hash), row, collectionColumns)
  await store.upsertMany(transaction, 'aptos_collections', {
    key: ['chain_id', 'collection_data_id_hash'],
    rows: inOrder(collections),
  })

  const tokens = new Map<string, AptosTokenRow>()
  for (const row of rows.tokens) mergeInto(tokens, toHex(row.token_data_id_hash), row, tokenColumns)
  const storedTokens = await store.findMany(transaction, 'aptos_tokens', {
    columns: ['token_data_id_hash', 'first_version', 'first_timestamp', ...tokenColumns],
    keys: [...tokens.values()].map((row) => ({ chain_id: chainId, token_data_id_hash: row.token_data_id_hash })),
  })
  for (const row of storedTokens) mergeStored(tokens, toHex(row.token_data_id_hash), row, tokenColumns)
  await store.upsertMany(transaction, 'aptos_tokens', {
    key: ['chain_id', 'token_data_id_hash'],
    rows: inOrder(tokens),
  })
}

/** Keeps the earlier first sighting, and the newer value of each column unless the newer one is empty. */
const merged = <Row extends Sighting, Column extends keyof Row>(
  earlier: Pick<Row, Column | keyof Sighting>,
  later: Row,
  columns: readonly Column[],
): Row => {
  const { first_version, first_timestamp } = earlier.first_version <= later.first_version ? earlier : later
  const row: Row = { ...later, first_version, first_timestamp }
  for (const column of columns) row[column] ??= earlier[column]
  return row
}

const mergeInto = <Row extends Sighting, Column extends keyof Row>(
  rows: Map<string, Row>,
  key: string,
  row: Row,
  columns: readonly Column[],
): void => {
  const earlier = rows.get(key)
  rows.set(key, earlier ? merged(earlier, row, columns) : row)
}

/** Skips rows that would change nothing. */
const mergeStored = <Row extends Sighting, Column extends keyof Row>(
  rows: Map<string, Row>,
  key: string,
  stored: Pick<Row, Column | keyof Sighting>,
  columns: readonly Column[],
): void => {
  const row = rows.get(key)
  if (row === undefined) return
  const after = merged(stored, row, columns)
  const isSame =
    after.first_version === stored.first_version && columns.every((one) => isEqual(after[one], stored[one]))
  if (isSame) rows.delete(key)
  else rows.set(key, after)
}

const isEqual = (a: unknown, b: unknown): boolean =>
  a === b || (a instanceof Uint8Array && b instanceof Uint8Array && toHex(a) === toHex(b))

const inOrder = <Row>(rows: ReadonlyMap<string, Row>): Row[] =>
  [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)

/** Collections only known from an event of one of their tokens. */
export const collectionsOf = (activities: readonly AptosTokenActivityRow[]): AptosCollectionRow[] => {
  const rows = new Map<string, AptosCollectionRow>()
  for (const activity of activities) {
    const key = toHex(activity.collection_data_id_hash)
    if (rows.has(key)) continue
    rows.set(key, {
      chain_id: activity.chain_id,
      collection_data_id_hash: activity.collection_data_id_hash,
      first_version: activity.transaction_version,
      first_timestamp: activity.transaction_timestamp,
      creator_address: activity.creator_address,
      name: activity.collection_name,
      token_standard: activity.token_standard,
      uri: null,
      ...unknownCollectionTerms,
    })
  }
  return [...rows.values()]
}

/** Adds these activities, which were not counted before, to their collections' days. */
export const addCollectionDays = async (
  transaction: Transaction<AptosTables>,
  activities: readonly AptosTokenActivityRow[],
): Promise<void> => {
  const days = new Map<string, AptosCollectionDayRow>()
  for (const { chain_id, collection_data_id_hash, transaction_timestamp } of activities) {
    const day = Math.floor(transaction_timestamp / microsecondsOfDay)
    const key = `${toHex(collection_data_id_hash)} ${day}`
    const row = days.get(key) ?? { chain_id, collection_data_id_hash, day, activity_count: 0 }
    row.activity_count += 1
    days.set(key, row)
  }
  const rows = inOrder(days)
  const sum = sql<number>`${sql.ref('aptos_collection_days.activity_count')} + ${sql.ref('excluded.activity_count')}`
  for (const batch of batchesOf(rows, daysPerStatement))
    await transaction
      .insertInto('aptos_collection_days')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['chain_id', 'collection_data_id_hash', 'day']).doUpdateSet({ activity_count: sum }),
      )
      .execute()
}
