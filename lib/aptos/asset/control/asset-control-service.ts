import type { Service } from '#lib/api/endpoint.ts'
import { createModuleReaders } from '#lib/aptos/account/module-cache.ts'
import { aptCoin, pairedMetadata } from '#lib/aptos/account/object-address.ts'
import { structDefinitions } from '#lib/aptos/account/struct-definitions.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { structName } from '#lib/aptos/api/format/move-type.ts'
import type { AptosAssetControlApi } from '#lib/aptos/asset/asset-control-contract.ts'
import type { MoveResource } from '#lib/aptos/chain/rpc/state.ts'
import { type AptosNetwork, type NetworkNodes, nodeOf } from '#lib/aptos/query/network-nodes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { assetPowers } from './asset-powers.ts'
import { assetState } from './asset-state.ts'
import { findReferences, mayContainReference } from './find-references.ts'

/**
 * Who may change an asset, from the state of a full node. @throws ServiceError `not_found` for an asset that does not exist
 * at the version, `not_available` for state that the node has pruned.
 */
export const createAssetControlService = (
  nodes: NetworkNodes,
  defaultNetwork: AptosNetwork,
): Service<AptosAssetControlApi> => {
  const moduleReader = createModuleReaders(nodes)

  return {
    aptosAssetControl: async ({ asset_type, network = defaultNetwork, ledger_version }, context) => {
      const { state } = nodeOf(nodes, network)
      const signal = context?.signal
      const version = await state.version(ledger_version, signal)
      const isCoinAsked = asset_type.includes('::')
      const id = aptosAddress(isCoinAsked ? pairedMetadata(asset_type) : asset_type) ?? asset_type
      const metadata = await state.resources(id, version, signal)
      const asset = assetState(metadata.items)
      const coinType = isCoinAsked ? asset_type : (asset.coinType ?? (pairedMetadata(aptCoin) === id ? aptCoin : null))
      const coinAccount =
        coinType === null ? undefined : aptosAddress(structName(coinType.replace(/<.*/s, ''))?.address ?? '')

      const others = new Set(
        [asset.owner, coinAccount].flatMap((one) => (one === undefined || one === id ? [] : [one])),
      )
      const read = await Promise.all(
        [...others].map(async (address) => ({ address, ...(await state.resources(address, version, signal)) })),
      )
      const accounts = [{ address: id, ...metadata }, ...read]
      const info = accounts
        .flatMap(({ items }) => items)
        .find(({ type }) => type === `0x1::coin::CoinInfo<${coinType}>`)
      if (!asset.exists && info === undefined)
        throw new ServiceError('not_found', `There is no asset ${asset_type} at version ${version}.`)

      const wanted = { id, coinType }
      const candidates = accounts.map(({ address, items }) => ({
        address,
        items: items.filter((resource) => mayContainReference(resource, wanted)),
      }))
      const types = candidates.flatMap(({ items }) => items.map(({ type }: MoveResource) => type))
      const structs = await structDefinitions(types, moduleReader(network), version, signal)
      const references = candidates.flatMap(({ address, items }) => findReferences(address, items, wanted, structs))
      return {
        asset_id: id,
        coin_type: coinType,
        is_paired: asset.exists && coinType !== null,
        ledger_version: String(version),
        is_whole: accounts.every(({ isWhole }) => isWhole),
        searched: accounts.map(({ address }) => address),
        // The coin and its fungible asset count their own parts: neither maximum holds for both.
        ...assetPowers({ references, isCoin: coinType !== null, supply: coinType === null ? asset.supply : undefined }),
        hooks: asset.hooks,
        has_fixed_stores: asset.hasFixedStores,
      }
    },
  }
}
