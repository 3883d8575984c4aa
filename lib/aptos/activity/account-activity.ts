import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { assetFields, shownAssets } from '#lib/aptos/asset/asset-record.ts'
import { assetNetChanges } from '#lib/aptos/asset/net-changes.ts'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import { gasFeeIndex } from '#lib/aptos/chain/decode/decode-fungible.ts'
import type { AptosAssetActivityRow, AptosTables, ShownAsset } from '#lib/aptos/chain/tables.ts'
import { microsecondsText } from '#lib/aptos/nft/nft-transfers.ts'
import { type AptosNftContext, indexedAptosChain } from '#lib/aptos/query/context.ts'
import { toHex } from '#lib/base/bytes.ts'
import type { AptosActivity, AptosActivityApi } from './contract.ts'

type Activities = { chainId: number; address: string; onlyReceived: boolean }

/** Rows read of each table in one step, and the steps of one request. */
const rowsMax = 500
const stepsMax = 8

/** Versions, newest first, and the version to continue below; undefined at the end. */
type VersionPage = { versions: number[]; next: number | undefined }

/** The versions below `before` in which an account was active: bounded work, however many of them it sent itself. */
const activityVersions = async (
  db: Kysely<AptosTables>,
  wanted: Activities,
  before: number | undefined,
  count: number,
): Promise<VersionPage> => {
  const versions: number[] = []
  let below = before
  for (let step = 0; step < stepsMax; step++) {
    const part = await candidates(db, wanted, below)
    const kept = wanted.onlyReceived ? await sentByOthers(db, wanted, part.versions) : part.versions
    for (const version of kept) {
      if (versions.length === count) return { versions, next: versions.at(-1) }
      versions.push(version)
    }
    if (part.next === undefined) return { versions, next: undefined }
    below = part.next
  }
  return { versions, next: below }
}

/** The newest versions of each of the account's indexes, merged down to the point to which all of them were read. */
const candidates = async (
  db: Kysely<AptosTables>,
  { chainId, address }: Activities,
  before: number | undefined,
): Promise<VersionPage> => {
  const id = toBytes32(address)
  const below = before === undefined ? sql`` : sql`and transaction_version < ${before}`
  const leg = (table: string, column: string, condition: RawBuilder<unknown>) =>
    sql<{ version: number }>`select transaction_version as version from ${sql.table(table)}
      where chain_id = ${chainId} and ${sql.ref(column)} = ${id} ${condition} ${below}
      order by transaction_version desc, event_index desc limit ${rowsMax}`.execute(db)
  const legs = await Promise.all([
    leg('aptos_asset_activities', 'owner_address', sql`and owner_address is not null`),
    leg('aptos_token_activities', 'from_address', sql``),
    leg('aptos_token_activities', 'to_address', sql``),
  ])
  // A list that was cut says nothing below its last version; that one is in it.
  const floor = Math.max(-1, ...legs.map(({ rows }) => (rows.length < rowsMax ? -1 : (rows.at(-1)?.version ?? -1))))
  const all = new Set(legs.flatMap(({ rows }) => rows.map(({ version }) => version)))
  const versions = [...all].filter((version) => version >= floor).sort((a, b) => b - a)
  return { versions, next: floor < 0 ? undefined : floor }
}

/** The gas fee of a transaction is a row of its sender. */
const sentByOthers = async (
  db: Kysely<AptosTables>,
  { chainId, address }: Activities,
  versions: readonly number[],
): Promise<number[]> => {
  if (versions.length === 0) return []
  const sent = await db
    .selectFrom('aptos_asset_activities')
    .select('transaction_version')
    .where('chain_id', '=', chainId)
    .where('transaction_version', 'in', versions)
    .where('event_index', '=', gasFeeIndex)
    .where('owner_address', '=', toBytes32(address))
    .execute()
  const own = new Set(sent.map((row) => row.transaction_version))
  return versions.filter((version) => !own.has(version))
}

const changesMax = 5

/** Transactions of an account, from its movements and gas fees. */
export const aptosAccountActivityQuery =
  (context: AptosNftContext): Service<AptosActivityApi>['aptosAccountActivity'] =>
  async ({ address, kind, network, limit: requestedLimit, cursor }) => {
    const { store, cursors, now } = context
    const chainId = await indexedAptosChain(context, network)
    const binding = { route: 'aptosAccountActivity', filters: { chainId, address, kind } }
    const position = cursor === undefined ? undefined : cursors.open(cursor, binding)
    const { limit, page } = position ?? { limit: requestedLimit, page: 1 }
    const before = position ? Number(position.key[0]) : undefined
    const wanted = { chainId, address, onlyReceived: kind === 'received' }
    const { versions, next } = await activityVersions(store.db, wanted, before, limit)
    const issuedAt = Math.floor(now() / 1_000)
    const sealed = next && { limit, key: [next], page: page + 1, total: null, snapshot: null, issuedAt }
    return {
      cursor: sealed ? cursors.seal(sealed, binding) : null,
      result: await recordsOf(store.db, chainId, address, versions),
    }
  }

const recordsOf = async (
  db: Kysely<AptosTables>,
  chainId: number,
  address: string,
  versions: readonly number[],
): Promise<AptosActivity[]> => {
  if (versions.length === 0) return []
  const id = toBytes32(address)
  const activities = db
    .selectFrom('aptos_asset_activities')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('transaction_version', 'in', versions)
  const tokens = db
    .selectFrom('aptos_token_activities')
    .select(['transaction_version', 'transaction_timestamp'])
    .where('chain_id', '=', chainId)
    .where('transaction_version', 'in', versions)
  const [fees, own, given, taken] = await Promise.all([
    activities.where('event_index', '=', gasFeeIndex).execute(),
    activities.where('owner_address', '=', id).execute(),
    tokens.where('from_address', '=', id).execute(),
    tokens.where('to_address', '=', id).where('from_address', 'is distinct from', id).execute(),
  ])
  const assets = await shownAssets(
    db,
    chainId,
    own.map(({ asset_id }) => asset_id),
  )
  const feeOf = new Map(fees.map((row) => [row.transaction_version, row]))
  const ownOf = Map.groupBy(own, (row) => row.transaction_version)
  const tokensOf = Map.groupBy([...given, ...taken], (row) => row.transaction_version)
  return versions.map((version) => {
    const rows = ownOf.get(version) ?? []
    const nfts = tokensOf.get(version) ?? []
    const fee = feeOf.get(version)
    const some = fee ?? rows[0] ?? nfts[0]
    const sender = fee?.owner_address ? toHex(fee.owner_address) : null
    return {
      version: String(version),
      timestamp: microsecondsText(some?.transaction_timestamp ?? 0),
      sender,
      is_sender: sender === address,
      function: fee?.entry_function ?? rows[0]?.entry_function ?? null,
      success: fee ? fee.is_transaction_success === 1 : null,
      gas_fee: fee?.amount ?? null,
      changes: movementsOf(rows, assets),
      nft_transfer_count: nfts.length,
    }
  })
}

const movementsOf = (rows: readonly AptosAssetActivityRow[], assets: ReadonlyMap<string, ShownAsset>) =>
  assetNetChanges(rows)
    .changes.slice(0, changesMax)
    .map(({ asset, amount }) => ({
      asset_id: toHex(asset),
      ...assetFields(asset, assets.get(toHex(asset))),
      amount: String(amount),
    }))
