import { aptCoinType, pairedMetadata } from '#lib/aptos/chain/decode/asset-ids.ts'
import { cutToBytes, toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import type { AssetMetadata, FungibleFacts } from '#lib/aptos/chain/decode/fungible-facts.ts'
import type { AptosAssetRow } from '#lib/aptos/chain/tables.ts'

/** As in Aptos Labs' own index. */
const nameBytesMax = 32
const coinSymbolBytesMax = 32
const symbolBytesMax = 10
const uriBytesMax = 512

type Metadata = Pick<
  AptosAssetRow,
  'name' | 'symbol' | 'decimals' | 'icon_uri' | 'project_uri' | 'creator_address' | 'supply' | 'maximum'
>

const unknown: Metadata = {
  name: null,
  symbol: null,
  decimals: null,
  icon_uri: null,
  project_uri: null,
  creator_address: null,
  supply: null,
  maximum: null,
}

const uri = (text: string | null): string | null => (text === null ? null : cutToBytes(text, uriBytesMax))

/** The columns of what an asset says of itself; a coin's symbol may be longer. */
export const metadataColumns = (metadata: AssetMetadata): Metadata => ({
  name: cutToBytes(metadata.name, nameBytesMax),
  symbol: cutToBytes(metadata.symbol, metadata.iconUri === null ? coinSymbolBytesMax : symbolBytesMax),
  decimals: metadata.decimals,
  icon_uri: uri(metadata.iconUri),
  project_uri: uri(metadata.projectUri),
  creator_address: toBytes32(metadata.creator),
  supply: metadata.supply,
  maximum: metadata.maximum,
})

type Place = Pick<AptosAssetRow, 'chain_id' | 'first_version' | 'first_timestamp'>

/** The framework defines APT, and its definition is in no transaction: genesis is not. */
const apt: Metadata = { ...unknown, name: 'Aptos Coin', symbol: 'APT', decimals: 8, creator_address: toBytes32('0x1') }

export const newAsset = (asset: string, place: Place): AptosAssetRow => ({
  ...place,
  asset_id: toBytes32(asset),
  coin_type: null,
  metadata_version: null,
  ...(asset === pairedMetadata(aptCoinType) ? apt : unknown),
})

/**
 * The assets of these transactions with what is new about them; `rows` are those stored so far, by id. What a fungible asset
 * says of itself takes precedence over its coin, whose supply does not include it.
 */
export const assetsAfter = (
  rows: ReadonlyMap<string, AptosAssetRow>,
  chainId: number,
  facts: readonly FungibleFacts[],
): Map<string, AptosAssetRow> => {
  const changed = new Map<string, AptosAssetRow>()
  for (const { version, timestamp, assets, stores } of facts) {
    const place = { chain_id: chainId, first_version: version, first_timestamp: timestamp }
    for (const { asset } of stores) {
      const known = changed.get(asset) ?? rows.get(asset)
      if (known === undefined || known.first_version > version)
        changed.set(asset, { ...(known ?? newAsset(asset, place)), ...place })
    }
    for (const { asset, coinType, metadata } of assets) {
      const known = changed.get(asset) ?? rows.get(asset)
      const row = known ?? newAsset(asset, place)
      const isEarlier = row.first_version > version
      const isNamed = coinType !== undefined && row.coin_type === null
      const isFungible = metadata !== undefined && metadata.iconUri !== null
      const isCoinOfKnown = metadata !== undefined && !isFungible && row.icon_uri !== null
      const isNewer = metadata !== undefined && !isCoinOfKnown && (row.metadata_version ?? -1) <= version
      if (known !== undefined && !isEarlier && !isNamed && !isNewer) continue
      changed.set(asset, {
        ...row,
        ...(isEarlier && place),
        ...(isNamed && { coin_type: coinType }),
        ...(isNewer && { metadata_version: version, ...metadataColumns(metadata) }),
      })
    }
  }
  return changed
}
