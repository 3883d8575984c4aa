import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import type { NftCollectionRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { marksOf } from '#lib/evm/query/flags.ts'
import { type Ranking, rankedPage } from '#lib/evm/token/ranked-contracts.ts'
import type { nftCollectionEndpoints } from './collection-contract.ts'
import { collectionPictures } from './collection-pictures.ts'

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
