import { sql, type Transaction } from 'kysely'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import { gasFeeIndex } from '#lib/aptos/chain/decode/decode-fungible.ts'
import type { FungibleFacts, StoreState } from '#lib/aptos/chain/decode/fungible-facts.ts'
import type {
  AptosAssetActivityRow,
  AptosAssetBalanceRow,
  AptosAssetDayRow,
  AptosTables,
} from '#lib/aptos/chain/tables.ts'
import { toHex } from '#lib/base/bytes.ts'
import { toSortable } from '#lib/base/sortable-integer.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { Store } from '#lib/store/store.ts'
import { addNameWords, assetNamed } from './add-catalog.ts'
import { assetsAfter, metadataColumns, newAsset } from './asset-catalog.ts'
import { type FoundAssets, readAssets } from './known-assets.ts'

type At = { chainId: number; version: number; timestamp: number }

/**
 * The row of a store after this state of it: a store has a balance of the coin and one of the fungible asset, each from its
 * newest state. Undefined if a later state of the same balance is stored.
 */
const balanceAfter = (
  row: AptosAssetBalanceRow | undefined,
  state: StoreState,
  { chainId, version, timestamp }: At,
): AptosAssetBalanceRow | undefined => {
  const isCoin = state.standard === 'v1'
  const known = (isCoin ? row?.last_version_v1 : row?.last_version_v2) ?? -1
  if (known > version) return undefined
  const amounts = {
    amount_v1: isCoin ? state.amount : (row?.amount_v1 ?? null),
    amount_v2: isCoin ? (row?.amount_v2 ?? null) : state.amount,
    last_version_v1: isCoin ? version : (row?.last_version_v1 ?? null),
    last_version_v2: isCoin ? (row?.last_version_v2 ?? null) : version,
  }
  const isNewest = row === undefined || row.last_version <= version
  return {
    chain_id: chainId,
    storage_id: toBytes32(state.storage),
    asset_id: toBytes32(state.asset),
    ...(isNewest
      ? {
          last_version: version,
          last_timestamp: timestamp,
          is_primary: state.isPrimary ? 1 : 0,
          is_frozen: state.isFrozen ? 1 : 0,
          owner_address: toBytes32(state.owner),
        }
      : {
          last_version: row.last_version,
          last_timestamp: row.last_timestamp,
          is_primary: row.is_primary,
          is_frozen: row.is_frozen,
          owner_address: row.owner_address,
        }),
    amount: toSortable(BigInt(amounts.amount_v1 ?? 0) + BigInt(amounts.amount_v2 ?? 0)),
    ...amounts,
  }
}

const microsecondsOfDay = 86_400_000_000
/** Rows per statement: each has four values, and SQLite supports 32,766. */
const daysPerStatement = 1_000

/**
 * Stores the coin and fungible asset rows of these transactions, in order; none of them is stored yet. `found` is what the
 * node said of assets whose metadata these transactions do not contain.
 */
export const appendFungible = async (
  store: Store<AptosTables>,
  transaction: Transaction<AptosTables>,
  chainId: number,
  { facts, found }: { facts: readonly FungibleFacts[]; found: FoundAssets },
): Promise<void> => {
  if (facts.length === 0) return
  const balances = await storedBalances(store, transaction, chainId, facts)
  const changed = new Map<string, AptosAssetBalanceRow>()
  const setBalance = (state: StoreState, at: { version: number; timestamp: number }): void => {
    const row = balanceAfter(balances.get(state.storage), state, { chainId, ...at })
    if (row === undefined) return
    balances.set(state.storage, row)
    changed.set(state.storage, row)
  }
  const activities: AptosAssetActivityRow[] = []
  for (const one of facts) {
    for (const activity of one.activities) activities.push(resolved(activity, balances, setBalance, one))
    for (const state of one.stores) setBalance(state, one)
  }
  await store.insertMany(transaction, 'aptos_asset_activities', activities)
  await store.upsertMany(transaction, 'aptos_asset_balances', {
    key: ['chain_id', 'storage_id'],
    rows: inOrder(changed),
  })
  await addAssets(store, transaction, chainId, { facts, found })
  await addAssetDays(transaction, activities)
}

/**
 * The activity of a store that the transaction deleted, with what the index knows of it: such a store is empty. Transactions
 * before store deletions had events do not say what was in it.
 */
const resolved = (
  activity: AptosAssetActivityRow,
  balances: ReadonlyMap<string, AptosAssetBalanceRow>,
  setBalance: (state: StoreState, at: FungibleFacts) => void,
  at: FungibleFacts,
): AptosAssetActivityRow => {
  if (activity.asset_id !== null) return activity
  const storage = toHex(activity.storage_id)
  const known = balances.get(storage)
  if (known === undefined) return activity
  const owner = activity.owner_address ?? known.owner_address
  const asset = toHex(known.asset_id)
  setBalance(
    { storage, owner: toHex(owner), asset, standard: 'v2', isPrimary: false, isFrozen: false, amount: '0' },
    at,
  )
  return { ...activity, asset_id: known.asset_id, owner_address: owner }
}

const inOrder = <Row>(rows: ReadonlyMap<string, Row>): Row[] =>
  [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)

const storedBalances = async (
  store: Store<AptosTables>,
  transaction: Transaction<AptosTables>,
  chainId: number,
  facts: readonly FungibleFacts[],
): Promise<Map<string, AptosAssetBalanceRow>> => {
  const wanted = new Set<string>()
  for (const { stores, activities } of facts) {
    for (const { storage } of stores) wanted.add(storage)
    for (const { asset_id, storage_id } of activities) if (asset_id === null) wanted.add(toHex(storage_id))
  }
  const rows = await store.findMany(transaction, 'aptos_asset_balances', {
    columns: [
      'chain_id',
      'storage_id',
      'owner_address',
      'asset_id',
      'is_primary',
      'is_frozen',
      'amount',
      'amount_v1',
      'amount_v2',
      'last_version',
      'last_timestamp',
      'last_version_v1',
      'last_version_v2',
    ],
    keys: [...wanted].map((storage) => ({ chain_id: chainId, storage_id: toBytes32(storage) })),
  })
  return new Map(rows.map((row) => [toHex(row.storage_id), row]))
}

/** Rows of the assets that were seen, and of what the node said of them. */
const addAssets = async (
  store: Store<AptosTables>,
  transaction: Transaction<AptosTables>,
  chainId: number,
  { facts, found }: { facts: readonly FungibleFacts[]; found: FoundAssets },
): Promise<void> => {
  const seen = new Set(facts.flatMap(({ assets, stores }) => [...assets, ...stores].map(({ asset }) => asset)))
  const known = await readAssets(store, transaction, chainId, seen)
  const [first] = facts
  for (const [asset, metadata] of found) {
    if (!seen.has(asset) || first === undefined || (known.get(asset)?.metadata_version ?? null) !== null) continue
    const place = { chain_id: chainId, first_version: first.version, first_timestamp: first.timestamp }
    const row = known.get(asset) ?? newAsset(asset, place)
    known.set(asset, { ...row, metadata_version: 0, ...(metadata && metadataColumns(metadata)) })
  }
  const changed = assetsAfter(known, chainId, facts)
  for (const asset of found.keys()) {
    const row = known.get(asset)
    if (row && !changed.has(asset)) changed.set(asset, row)
  }
  const rows = inOrder(changed)
  await store.upsertMany(transaction, 'aptos_assets', { key: ['chain_id', 'asset_id'], rows })
  await addNameWords(transaction, rows.map(assetNamed))
}

/** Adds these activities, which were not counted before, to their assets' days. */
const addAssetDays = async (
  transaction: Transaction<AptosTables>,
  activities: readonly AptosAssetActivityRow[],
): Promise<void> => {
  const days = new Map<string, AptosAssetDayRow>()
  for (const { chain_id, asset_id, event_index, transaction_timestamp } of activities) {
    if (asset_id === null || event_index === gasFeeIndex) continue
    const day = Math.floor(transaction_timestamp / microsecondsOfDay)
    const key = `${toHex(asset_id)} ${day}`
    const row = days.get(key) ?? { chain_id, asset_id, day, activity_count: 0 }
    row.activity_count += 1
    days.set(key, row)
  }
  const sum = sql<number>`${sql.ref('aptos_asset_days.activity_count')} + ${sql.ref('excluded.activity_count')}`
  for (const batch of batchesOf(inOrder(days), daysPerStatement))
    await transaction
      .insertInto('aptos_asset_days')
      .values(batch)
      .onConflict((conflict) => conflict.columns(['chain_id', 'asset_id', 'day']).doUpdateSet({ activity_count: sum }))
      .execute()
}
