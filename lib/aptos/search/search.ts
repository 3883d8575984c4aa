import type { Service } from '#lib/api/endpoint.ts'
import { readIcons } from '#lib/aptos/asset/asset-icons.ts'
import { type ShownAsset, shownAsset } from '#lib/aptos/asset/asset-record.ts'
import { assetWarnings } from '#lib/aptos/asset/asset-warnings.ts'
import { toHex } from '#lib/aptos/chain/decode/bytes.ts'
import { type AptosCollectionRow, aptosNamed } from '#lib/aptos/chain/tables.ts'
import { type AptosNftContext, indexedChain } from '#lib/aptos/query/context.ts'
import { idsNamed, isNamed, type Named } from '#lib/aptos/query/named.ts'
import { wordBytes } from '#lib/base/name-words.ts'
import type { AptosHit, AptosSearchApi } from './contract.ts'
import { hitsOfId, readIdPrefix } from './id-prefix.ts'

type Collection = Pick<AptosCollectionRow, 'collection_data_id_hash' | 'name'>

const lengthMin = 2
const hitsMax = 10

/** Assets and collections by their names, or anything by the beginning of its id. */
export const aptosSearch =
  (context: AptosNftContext): Service<AptosSearchApi>['aptosSearch'] =>
  async ({ q, network = context.defaultNetwork }) => {
    const chainId = await indexedChain(context, network)
    const id = readIdPrefix(q)
    const byId = id === undefined ? undefined : await hitsOfId(context.store.db, chainId, id)
    const found = byId ?? (await namedBy(context, chainId, wordBytes(q)))
    const iconOf = await readIcons(context.previews, found.assets)
    return {
      result: [
        ...found.assets.map((row): AptosHit => {
          const { name, symbol } = row
          const value = row.coin_type ?? toHex(row.asset_id)
          const more = { icon_preview_url: iconOf(row), warnings: assetWarnings(row) }
          return { type: 'asset', network, value, name, symbol, ...more }
        }),
        ...found.collections.map((row) => catalogued('collection', network, row.collection_data_id_hash, row.name)),
        ...(byId?.tokens ?? []).map((row) => catalogued('token', network, row.token_data_id_hash, row.name)),
        ...(byId?.owners ?? []).map((owner): AptosHit => {
          const value = toHex(owner)
          return { type: 'account', network, value, name: null, symbol: null, icon_preview_url: null, warnings: [] }
        }),
      ],
    }
  }

const catalogued = (
  type: 'collection' | 'token',
  network: AptosHit['network'],
  id: Uint8Array,
  name: string,
): AptosHit => ({
  type,
  network,
  value: toHex(id).slice(2),
  name,
  symbol: null,
  icon_preview_url: null,
  warnings: [],
})

/** The rows that still have such a word. */
const namedBy = async (
  { store }: AptosNftContext,
  chainId: number,
  prefix: Uint8Array,
): Promise<{ assets: ShownAsset[]; collections: Collection[] }> => {
  if (prefix.length < lengthMin) return { assets: [], collections: [] }
  const ids = await idsNamed(store.db, chainId, prefix)
  const [assetIds, collectionIds] = [ids(aptosNamed.asset), ids(aptosNamed.collection)]
  const [assets, collections] = await Promise.all([
    assetIds.length === 0
      ? []
      : store.db
          .selectFrom('aptos_assets')
          .select([...shownAsset])
          .where('chain_id', '=', chainId)
          .where('asset_id', 'in', assetIds)
          .execute(),
    collectionIds.length === 0
      ? []
      : store.db
          .selectFrom('aptos_collections')
          .select(['collection_data_id_hash', 'name'])
          .where('chain_id', '=', chainId)
          .where('collection_data_id_hash', 'in', collectionIds)
          .execute(),
  ])
  return {
    assets: best(assets, prefix, (row) => assetWarnings(row).length > 0),
    collections: best(collections, prefix, () => false),
  }
}

/** Rows that still have the word: exact names first, misleading ones last. */
const best = <Row extends Named>(rows: readonly Row[], prefix: Uint8Array, misleads: (row: Row) => boolean): Row[] =>
  rows
    .filter((row) => isNamed(row, prefix))
    .map((row) => ({ row, rank: (misleads(row) ? 2 : 0) + (isExact(row, prefix) ? 0 : 1), text: row.name ?? '' }))
    .sort((a, b) => a.rank - b.rank || a.text.length - b.text.length || (a.text < b.text ? -1 : 1))
    .slice(0, hitsMax)
    .map(({ row }) => row)

const isExact = ({ name, symbol }: Named, prefix: Uint8Array): boolean =>
  [name, symbol].some((text) => text && Buffer.compare(wordBytes(text), prefix) === 0)
