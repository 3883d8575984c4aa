import * as z from 'zod'
import type { ShownAsset } from '#lib/aptos/asset/asset-record.ts'
import { toHex } from '#lib/aptos/chain/decode/bytes.ts'
import { aptCoinType, pairedMetadata } from '#lib/aptos/chain/decode/fungible/asset-ids.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { DescribeAssets, MovedAsset } from './balance-changes.ts'

/** Assets that the node is asked for; a hostile transaction may move any number. */
const lookUpsMax = 12
const textMax = 128

const described = z.object({
  name: z.string().transform((text) => text.slice(0, textMax).toWellFormed()),
  symbol: z.string().transform((text) => text.slice(0, textMax).toWellFormed()),
  decimals: z.number().int().min(0).max(255),
})

const apt = { coin_type: aptCoinType, name: 'Aptos Coin', symbol: 'APT', decimals: 8 }
const aptId = pairedMetadata(aptCoinType)

/** The names of assets by the index, and otherwise by the newest state of the node, where they rarely change. */
export const describeAssets =
  (
    node: AptosNode,
    indexed: (ids: readonly Uint8Array[]) => Promise<ReadonlyMap<string, ShownAsset>>,
    signal?: AbortSignal,
  ): DescribeAssets =>
  async (assets) => {
    const known = new Map<string, Partial<ShownAsset>>(await indexed(assets.map(({ id }) => id)))
    const missing = assets.filter(({ id }) => known.get(toHex(id))?.name == null)
    for (const { id } of missing) if (toHex(id) === aptId) known.set(aptId, apt)
    const asked = missing.filter(({ id }) => toHex(id) !== aptId).slice(0, lookUpsMax)
    const found = await Promise.all(asked.map((asset) => lookUp(node, asset, signal)))
    for (const [index, { id }] of asked.entries()) {
      const fields = found[index]
      if (fields) known.set(toHex(id), { ...known.get(toHex(id)), ...fields })
    }
    return known
  }

const lookUp = async (node: AptosNode, { id, coinType }: MovedAsset, signal: AbortSignal | undefined) => {
  try {
    if (coinType !== null) {
      const at = coinType.slice(0, coinType.indexOf('::'))
      const coin = described.safeParse(await node.resource(at, `0x1::coin::CoinInfo<${coinType}>`, signal))
      if (coin.success) return coin.data
    }
    return described.safeParse(await node.resource(toHex(id), '0x1::fungible_asset::Metadata', signal)).data
  } catch (error) {
    // Without names, amounts are shown in the smallest unit.
    if (isServiceError(error)) return undefined
    throw error
  }
}
