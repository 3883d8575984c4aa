import type { Kysely } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { assetFields, type ShownAsset } from '#lib/aptos/asset/asset-record.ts'
import { netChanges } from '#lib/aptos/asset/net-changes.ts'
import { shownAssets } from '#lib/aptos/asset/stored-asset.ts'
import { toBytes32, toHex } from '#lib/aptos/chain/decode/bytes.ts'
import { gasFeeIndex } from '#lib/aptos/chain/decode/fungible/decode-fungible.ts'
import type { AptosAssetActivityRow, AptosTables } from '#lib/aptos/chain/tables.ts'
import { microsecondsText } from '#lib/aptos/nft/nft-transfer-record.ts'
import { type AptosNftContext, indexedChain } from '#lib/aptos/query/context.ts'
import { activityVersions } from './activity-versions.ts'
import type { AptosActivity, AptosActivityApi } from './contract.ts'

const changesMax = 5

/** Transactions of an account, from its movements and gas fees. */
export const aptosAccountActivity =
  (context: AptosNftContext): Service<AptosActivityApi>['aptosAccountActivity'] =>
  async ({ address, kind, network, limit: requestedLimit, cursor }) => {
    const { store, cursors, now } = context
    const chainId = await indexedChain(context, network)
    const binding = { route: 'aptosAccountActivity', filters: { chainId, address, kind } }
    const place = cursor === undefined ? undefined : cursors.open(cursor, binding)
    const { limit, page } = place ?? { limit: requestedLimit, page: 1 }
    const before = place ? Number(place.key[0]) : undefined
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
  netChanges(rows)
    .changes.slice(0, changesMax)
    .map(({ asset, amount }) => ({
      asset_id: toHex(asset),
      ...assetFields(asset, assets.get(toHex(asset))),
      amount: String(amount),
    }))
