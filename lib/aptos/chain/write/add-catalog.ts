import { sql, type Transaction } from 'kysely'
import { unknownCollectionTerms } from '#lib/aptos/chain/decode/token-terms.ts'
import {
  type AptosAssetRow,
  type AptosCollectionDayRow,
  type AptosCollectionRow,
  type AptosTables,
  type AptosTokenActivityRow,
  type AptosTokenRow,
  aptosNamed,
} from '#lib/aptos/chain/tables.ts'
import { toHex } from '#lib/base/bytes.ts'
import { nameWords } from '#lib/base/name-words.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { Store } from '#lib/store/store.ts'

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

/** New information about collections and tokens in these rows. All versions from `storedFrom` up to these rows are stored. */
export const addCatalog = async (
  store: Store<AptosTables>,
  transaction: Transaction<AptosTables>,
  chainId: number,
  {
    rows,
    storedFrom,
  }: { rows: { collections: readonly AptosCollectionRow[]; tokens: readonly AptosTokenRow[] }; storedFrom: number },
): Promise<void> => {
  const collections = byKey(rows.collections, (row) => row.collection_data_id_hash)
  const storedCollections = await store.findMany(transaction, 'aptos_collections', {
    columns: ['collection_data_id_hash', 'first_version', 'first_timestamp', ...columnsOf(collectionWrites)],
    keys: [...collections.values()].map(([{ collection_data_id_hash }]) => ({
      chain_id: chainId,
      collection_data_id_hash,
    })),
  })
  const changed = changedRows(
    collections,
    new Map(storedCollections.map((row) => [toHex(row.collection_data_id_hash), row])),
    { writes: collectionWrites, storedFrom },
  )
  await store.upsertMany(transaction, 'aptos_collections', {
    key: ['chain_id', 'collection_data_id_hash'],
    rows: changed,
  })
  await addNameWords(transaction, changed.map(collectionNamed))

  const tokens = byKey(rows.tokens, (row) => row.token_data_id_hash)
  const storedTokens = await store.findMany(transaction, 'aptos_tokens', {
    columns: ['token_data_id_hash', 'first_version', 'first_timestamp', ...columnsOf(tokenWrites)],
    keys: [...tokens.values()].map(([{ token_data_id_hash }]) => ({ chain_id: chainId, token_data_id_hash })),
  })
  await store.upsertMany(transaction, 'aptos_tokens', {
    key: ['chain_id', 'token_data_id_hash'],
    rows: changedRows(tokens, new Map(storedTokens.map((row) => [toHex(row.token_data_id_hash), row])), {
      writes: tokenWrites,
      storedFrom,
    }),
  })
}

/** Rows of one key in the order of their versions, and keys in an order of their own. */
const byKey = <Row extends Sighting>(
  rows: readonly Row[],
  keyOf: (row: Row) => Uint8Array,
): Map<string, [Row, ...Row[]]> => {
  const found = new Map<string, [Row, ...Row[]]>()
  for (const row of rows.toSorted((a, b) => a.first_version - b.first_version)) {
    const key = toHex(keyOf(row))
    const known = found.get(key)
    if (known) known.push(row)
    else found.set(key, [row])
  }
  return new Map(inOrder(found))
}

type Stored<Row extends Sighting, Column extends keyof Row> = Pick<Row, Column | keyof Sighting>
type Merging<Column> = { writes: readonly Written<Column>[]; storedFrom: number }

/** The rows that differ from those stored. Each is the same whether its versions are stored together or one by one. */
const changedRows = <Row extends Sighting, Column extends keyof Row>(
  rows: ReadonlyMap<string, readonly [Row, ...Row[]]>,
  stored: ReadonlyMap<string, Stored<Row, Column>>,
  merging: Merging<Column>,
): Row[] =>
  [...rows].flatMap(([key, [first, ...others]]) => {
    const before = stored.get(key)
    let row = before ? merged(before, first, merging) : first
    for (const other of others) row = merged<Row, Column>(row, other, merging)
    const columns = ['first_version' as const, ...columnsOf(merging.writes)]
    return before && columns.every((column) => isEqual(row[column], before[column])) ? [] : [row]
  })

/**
 * Keeps the earlier first sighting, and of columns that are written together those of the newest version that wrote them. The
 * same content in a newer version changes nothing, if no version that is still to be stored lies between the two.
 */
const merged = <Row extends Sighting, Column extends keyof Row>(
  earlier: Stored<Row, Column>,
  later: Row,
  { writes, storedFrom }: Merging<Column>,
): Row => {
  const { first_version, first_timestamp } = earlier.first_version <= later.first_version ? earlier : later
  const row: Row = { ...later, first_version, first_timestamp }
  for (const { version, columns } of writes) {
    const before = versionOf(earlier, version)
    const isNewer = later[version] !== null && before <= versionOf(later, version)
    const isSame = before >= storedFrom && columns.every((column) => isEqual(earlier[column], later[column]))
    if (isNewer && !isSame) continue
    for (const column of [version, ...columns]) if (earlier[column] !== null) row[column] = earlier[column]
  }
  return row
}

const versionOf = <Column extends PropertyKey>(row: Record<Column, unknown>, column: Column): number =>
  Number(row[column] ?? -1)

const isEqual = (a: unknown, b: unknown): boolean =>
  a === b || (a instanceof Uint8Array && b instanceof Uint8Array && toHex(a) === toHex(b))

const inOrder = <Row>(rows: ReadonlyMap<string, Row>): [string, Row][] => [...rows].sort(([a], [b]) => (a < b ? -1 : 1))

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
  const rows = inOrder(days).map(([, row]) => row)
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
