import { type Kysely, sql } from 'kysely'
import type { NftMedia } from '#lib/api/token-metadata.ts'
import { toHex } from '#lib/base/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'

/** Documents of a collection that are looked at: the pictures of most are all alike in kind. */
const documentsMax = 4
/** A longer URI contains the picture itself; where its preview is known, that is enough. */
const uriMax = 100_000

/** A picture of each collection, by its address: that of one of its first tokens whose document names one. */
export const collectionPictures = async (
  { store, media }: EvmQueryContext,
  chain: number,
  collections: readonly Uint8Array[],
): Promise<ReadonlyMap<string, NftMedia>> => {
  if (!media || collections.length === 0) return new Map()
  const rows = await firstMedia(store.db, chain, collections)
  const records = await media(rows)
  const pictures = new Map<string, NftMedia>()
  for (const { token_address, media_key } of rows) {
    const record = media_key && records.get(toHex(media_key))
    const address = toHex(token_address)
    // One that is ready counts, whatever was found before it.
    if (record && !pictures.get(address)?.media_collection) pictures.set(address, record)
  }
  return pictures
}

const firstMedia = async (db: Kysely<EvmTables>, chain: number, collections: readonly Uint8Array[]) => {
  const first = (address: Uint8Array) => sql`select * from (
    select token_address, media_key, substr(media_uri, 1, ${uriMax}) as media_uri from evm_nft_metadata
    where chain = ${chain} and token_address = ${address} limit ${documentsMax}) as t where media_key is not null`
  const { rows } = await sql<{ token_address: Uint8Array; media_key: Uint8Array | null; media_uri: string | null }>`
    ${sql.join(collections.map(first), sql` union all `)}`.execute(db)
  return rows.map((row) => ({ ...row, is_cut: row.media_uri?.length === uriMax }))
}
