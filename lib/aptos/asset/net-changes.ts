import { gasFeeIndex } from '#lib/aptos/chain/decode/decode-fungible.ts'
import type { AptosAssetActivityRow } from '#lib/aptos/chain/tables.ts'
import { toHex } from '#lib/base/bytes.ts'

/** By how much the balance of an owner changed; never zero. */
type NetChange = { owner: string; asset: Uint8Array; amount: bigint }

/**
 * Deposits less withdrawals by owner and asset, in the order of the events. Gas fees are left out; movements whose owner or
 * asset is unknown are counted.
 */
export const assetNetChanges = (
  activities: readonly AptosAssetActivityRow[],
): { changes: NetChange[]; unattributed: number } => {
  const sums = new Map<string, NetChange>()
  let unattributed = 0
  for (const { owner_address, asset_id, amount, event_type, event_index } of activities) {
    if (event_index === gasFeeIndex || amount === null) continue
    if (owner_address === null || asset_id === null) {
      unattributed++
      continue
    }
    const owner = toHex(owner_address)
    const key = `${owner} ${toHex(asset_id)}`
    const sum = sums.get(key) ?? { owner, asset: asset_id, amount: 0n }
    sum.amount += isWithdrawal(event_type) ? -BigInt(amount) : BigInt(amount)
    sums.set(key, sum)
  }
  return { changes: [...sums.values()].filter(({ amount }) => amount !== 0n), unattributed }
}

/** Of the types that the decoder reads: the other ones with an amount are deposits. */
const isWithdrawal = (type: string): boolean => type.includes('Withdraw')
