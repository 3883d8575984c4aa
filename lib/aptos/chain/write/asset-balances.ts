import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import type { StoreState } from '#lib/aptos/chain/decode/fungible/fungible-facts.ts'
import type { AptosAssetBalanceRow } from '#lib/aptos/chain/tables.ts'
import { toSortable } from '#lib/base/sortable-integer.ts'

type At = { chainId: number; version: number; timestamp: number }

/**
 * The row of a store after this state of it: a store has a balance of the coin and one of the fungible asset, each from its
 * newest state. Undefined if a later state of the same balance is stored.
 */
export const balanceAfter = (
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
