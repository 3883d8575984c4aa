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
/** Columns that are written together, and the column with the version that wrote them. */
type Written<Column> = { version: Column; columns: readonly Column[] }

const collectionWrites = [
  { version: 'written_version', columns: ['name', 'uri'] },
  { version: 'terms_version', columns: ['mutable_fields'] },
] as const satisfies Written<keyof AptosCollectionRow>[]
const tokenWrites = [
  { version: 'written_version', columns: ['collection_name', 'name', 'uri'] },
  {
    version: 'terms_version',
    columns: ['mutable_fields', 'royalty_numerator', 'royalty_denominator', 'royalty_payee'],
  },
] as const satisfies Written<keyof AptosTokenRow>[]

const columnsOf = <Column>(writes: readonly Written<Column>[]): Column[] =>
  writes.flatMap(({ version, columns }) => [version, ...columns])

type Sighting = Pick<AptosCollectionRow, 'first_version' | 'first_timestamp'>

/**
 * New information about collections and tokens in these rows, in order. All versions from `storedFrom` up to these rows are
 * stored.
 */
export const addCatalog = async (
  store: Store<AptosTables>,
  transaction: Transaction<AptosTables>,
  chainId: number,
  rows: { collections: readonly AptosCollectionRow[]; tokens: readonly AptosTokenRow[] },
  storedFrom: number,
): Promise<void> => {
  const collections = new Map<string, AptosCollectionRow>()
  for (const row of rows.collections) mergeInto(collections, toHex(row.collection_data_id_hash), row, collectionWrites)
  const storedCollections = await store.findMany(transaction, 'aptos_collections', {
    columns: ['collection_data_id_hash', 'first_version', 'first_timestamp', ...columnsOf(collectionWrites)],
    keys: [...collections.values()].map((row) => ({
      chain_id: chainId,
      collection_data_id_hash: row.collection_data_id_hash,
    })),
  })
  for (const row of storedCollections)
    mergeStored(collections, toHex(row.collection_data_id_hash), row, { writes: collectionWrites, storedFrom })
  await store.upsertMany(transaction, 'aptos_collections', {
    key: ['chain_id', 'collection_data_id_hash'],
    rows: inOrder(collections),
  })

  const tokens = new Map<string, AptosTokenRow>()
  for (const row of rows.tokens) mergeInto(tokens, toHex(row.token_data_id_hash), row, tokenWrites)
  const storedTokens = await store.findMany(transaction, 'aptos_tokens', {
    columns: ['token_data_id_hash', 'first_version', 'first_timestamp', ...columnsOf(tokenWrites)],
    keys: [...tokens.values()].map((row) => ({ chain_id: chainId, token_data_id_hash: row.token_data_id_hash })),
  })
  for (const row of storedTokens)
    mergeStored(tokens, toHex(row.token_data_id_hash), row, { writes: tokenWrites, storedFrom })
  await store.upsertMany(transaction, 'aptos_tokens', {
    key: ['chain_id', 'token_data_id_hash'],
    rows: inOrder(tokens),
  })
}

type Stored<Row extends Sighting, Column extends keyof Row> = Pick<Row, Column | keyof Sighting>

/** Keeps the earlier first sighting, and of columns that are written together those of the newest version that wrote them. */
const merged = <Row extends Sighting, Column extends keyof Row>(
  earlier: Stored<Row, Column>,
  later: Row,
  writes: readonly Written<Column>[],
): Row => {
  const { first_version, first_timestamp } = earlier.first_version <= later.first_version ? earlier : later
  const row: Row = { ...later, first_version, first_timestamp }
  for (const { version, columns } of writes) {
    if (later[version] !== null && versionOf(earlier, version) <= versionOf(later, version)) continue
    for (const column of [version, ...columns]) if (earlier[column] !== null) row[column] = earlier[column]
  }
  return row
}

const versionOf = <Column extends PropertyKey>(row: Record<Column, unknown>, column: Column): number =>
  Number(row[column] ?? -1)

const mergeInto = <Row extends Sighting, Column extends keyof Row>(
  rows: Map<string, Row>,
  key: string,
  row: Row,
  writes: readonly Written<Column>[],
): void => {
  const earlier = rows.get(key)
  rows.set(key, earlier ? merged<Row, Column>(earlier, row, writes) : row)
}

/**
 * Skips rows that would change nothing. The same content in a newer version changes nothing either, if no version that is still
 * to be stored lies between the two.
 */
const mergeStored = <Row extends Sighting, Column extends keyof Row>(
  rows: Map<string, Row>,
  key: string,
  stored: Stored<Row, Column>,
  { writes, storedFrom }: { writes: readonly Written<Column>[]; storedFrom: number },
): void => {
  const row = rows.get(key)
  if (row === undefined) return
  const after = merged<Row, Column>(stored, row, writes)
  const isSame =
    after.first_version === stored.first_version &&
    writes.every(
      ({ version, columns }) =>
        columns.every((one) => isEqual(after[one], stored[one])) &&
        (after[version] === stored[version] || versionOf(stored, version) >= storedFrom),
    )
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
      written_version: null,
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
