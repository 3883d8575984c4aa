import { toHex } from '#lib/base/bytes.ts'
import { hexNumber } from '#lib/base/hex.ts'
import type { Nft, OwnedNft } from '#lib/evm/api/records/nfts.ts'
import type { NftStandard, NftTokenRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { AddressMarks } from '#lib/evm/query/flags.ts'
import type { NftDocuments } from './nft-documents.ts'

/** The token fields of a record, independent of its owner. */
export type StoredNftFacts = Pick<
  NftTokenRow,
  'token_address' | 'token_hash' | 'token_id' | 'standard' | 'minted_block' | 'minter'
> & { name: string | null; symbol: string | null }

type Held = {
  owner: Uint8Array | null
  /** Negative if older transfers are not indexed. */
  amount: string
  changed_block: number
}

/** Output options of the request. */
export type Rendering = { format: 'decimal' | 'hex'; normalizeMetadata: boolean; media_items: boolean }

/** The data of a page's records besides their rows. */
export type NftSurroundings = { documents: NftDocuments; marks: AddressMarks }

const contractTypes: Record<NftStandard, string | null> = { 0: null, 721: 'ERC721', 1155: 'ERC1155' }

/** A token with its metadata; the fields are in the order of the interface. */
export const nftRecord = (
  row: StoredNftFacts & Held,
  { format }: Pick<Rendering, 'format'>,
  { documents, marks }: NftSurroundings,
) => {
  const { normalized_metadata, media, ...document } = documents.of(row)
  const contract = toHex(row.token_address)
  return {
    token_address: contract,
    token_id: format === 'hex' ? hexNumber(BigInt(row.token_id)) : row.token_id,
    owner_of: row.owner && toHex(row.owner),
    block_number: String(row.changed_block),
    block_number_minted: row.minted_block === null ? null : String(row.minted_block),
    token_hash: toHex(row.token_hash).slice(2),
    amount: row.amount.startsWith('-') ? null : row.amount,
    contract_type: contractTypes[row.standard],
    name: row.name,
    symbol: row.symbol,
    ...document,
    minter_address: row.minter && toHex(row.minter),
    ...(normalized_metadata !== undefined && { normalized_metadata }),
    ...(media !== undefined && { media }),
    ...marks.flags(contract),
  } satisfies Nft
}

/** A token with its owner and the amount held. */
export const ownedNftRecord = (
  row: StoredNftFacts & Held & { owner: Uint8Array },
  rendering: Pick<Rendering, 'format'>,
  surroundings: NftSurroundings,
): OwnedNft => ({
  ...nftRecord(row, rendering, surroundings),
  owner_of: toHex(row.owner),
})
