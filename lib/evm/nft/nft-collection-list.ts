import { type Kysely, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import type { NftMedia } from '#lib/api/token-metadata.ts'
import { toHex } from '#lib/base/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NftCollectionRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { marksOf } from '#lib/evm/query/flags.ts'
import { type Ranking, rankedPage } from '#lib/evm/token/ranked-contracts.ts'
import type { nftCollectionEndpoints } from './collection-contract.ts'

/** Documents of a collection that are looked at: the pictures of most are all alike in kind. */
const documentsMax = 4
/** A longer URI contains the picture itself; where its preview is known, that is enough. */
const uriMax = 100_000

/** A picture of each collection, by its address: that of one of its first tokens whose document names one. */
const collectionPictures = async (
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

type ListedRow = Pick<NftCollectionRow, 'token_address' | 'first_block' | 'transfers' | 'tokens' | 'owners'>

const ranking: Ranking<ListedRow> = {
  route: 'evmNftCollections',
  contracts: 'evm_nft_collections',
  days: 'evm_nft_collection_days',
  owners: 'owners',
  columns: ['token_address', 'first_block', 'transfers', 'tokens', 'owners'],
  kinds: ['ERC721', 'ERC404', 'ERC1155'],
}

/** The NFT collections of a chain. */
export const nftCollectionListQuery =
  (context: EvmQueryContext): Service<typeof nftCollectionEndpoints>['evmNftCollections'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { sort, search, cursor: from, limit } = input
    const { shown, cursor, day } = await rankedPage(
      context,
      ranking,
      chain,
      { sort, search, cursor: from, limit },
      call,
    )
    const addresses = shown.map(({ token_address }) => token_address)
    const [contracts, marks, pictures] = await Promise.all([
      readContracts(context, chain.id, addresses),
      marksOf(context, chain.id, addresses),
      collectionPictures(context, chain.id, addresses),
    ])
    return {
      cursor,
      result: shown.map((row) => {
        const address = toHex(row.token_address)
        const { name = null, symbol = null, kind = null } = contracts.get(address) ?? {}
        const { possible_spam, verified_collection } = marks.flags(address)
        return {
          address,
          name,
          symbol,
          contract_type: kind,
          media: pictures.get(address) ?? null,
          tokens: row.tokens,
          owners: row.owners,
          index_complete: row.isComplete,
          transfers: row.transfers,
          day_transfers: row.day_transfers,
          day,
          first_block: String(row.first_block),
          possible_spam,
          verified: verified_collection,
        }
      }),
    }
  }

const readContracts = async ({ store: { db } }: EvmQueryContext, chain: number, addresses: readonly Uint8Array[]) => {
  if (addresses.length === 0) return new Map()
  const rows = await db
    .selectFrom('evm_contracts')
    .select(['address', 'name', 'symbol', 'kind'])
    .where('chain', '=', chain)
    .where('address', 'in', addresses)
    .execute()
  return new Map(rows.map((row) => [toHex(row.address), row]))
}
