import { assetFields, type ShownAsset } from '#lib/aptos/asset/asset-record.ts'
import { assetNetChanges } from '#lib/aptos/asset/net-changes.ts'
import { decodeFungible, gasFeeIndex } from '#lib/aptos/chain/decode/decode-fungible.ts'
import type { FullNodeTransaction } from '#lib/aptos/chain/rpc/block.ts'
import { toHex } from '#lib/base/bytes.ts'
import type { AptosBalanceChanges } from './contract.ts'

/** An asset of a transaction, with the coin type that the transaction itself shows. */
export type MovedAsset = { id: Uint8Array; coinType: string | null }

/** Returns what is known of assets, by id. */
export type DescribeAssets = (assets: readonly MovedAsset[]) => Promise<ReadonlyMap<string, Partial<ShownAsset>>>

/** Adds up what a transaction deposited and withdrew, by owner and asset; changes of zero are left out. */
export const balanceChanges = async (
  transaction: FullNodeTransaction,
  describe: DescribeAssets,
): Promise<AptosBalanceChanges> => {
  const { version, type } = transaction
  const facts = decodeFungible(transaction, { chainId: 0, number: Number(version), type })
  const coinTypes = new Map(facts?.assets.flatMap(({ asset, coinType }) => (coinType ? [[asset, coinType]] : [])))
  const { changes: changed, unattributed } = assetNetChanges(facts?.activities ?? [])
  const ids = new Map(changed.map(({ asset }) => [toHex(asset), asset]))
  const known = await describe([...ids].map(([id, bytes]) => ({ id: bytes, coinType: coinTypes.get(id) ?? null })))
  const gas = facts?.activities.find(({ event_index }) => event_index === gasFeeIndex)
  return {
    version,
    result: changed.map(({ owner, asset, amount }) => ({
      owner_address: owner,
      asset_id: toHex(asset),
      ...assetFields(asset, { coin_type: coinTypes.get(toHex(asset)) ?? null, ...known.get(toHex(asset)) }),
      amount: String(amount),
    })),
    unattributed,
    gas: gas
      ? {
          payer_address: toHex(gas.gas_fee_payer_address ?? gas.owner_address ?? new Uint8Array(32)),
          fee: gas.amount ?? '0',
          refund: gas.storage_refund_amount,
        }
      : null,
  }
}
