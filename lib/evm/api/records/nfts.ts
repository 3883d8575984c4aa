import * as z from 'zod'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import { nftMedia, normalizedMetadata } from '#lib/api/token-metadata.ts'

export const nftTransfer = record({
  block_number: decimal(),
  block_timestamp: timestamp(),
  block_hash: hex(),
  transaction_hash: hex(),
  transaction_index: count(),
  log_index: count(),
  value: decimal().nullable().describe("The transaction's native value."),
  contract_type: text().nullable().describe('`ERC721`, `ERC1155`, or null for contracts older than both.'),
  transaction_type: text().describe('`Single` or `Batch`.'),
  token_address: hex(),
  token_id: text(),
  token_name: text().nullable().optional().describe('Of the contract; absent from a hosted service.'),
  token_picture: text()
    .nullable()
    .optional()
    .describe("The path of a small preview of the token's picture on this server, once it has been made."),
  from_address: hex().nullable().describe('The zero address for a mint.'),
  from_address_label: text().nullable(),
  to_address: hex(),
  to_address_label: text().nullable(),
  amount: decimal().nullable(),
  verified: count().describe('1 or 0.'),
  operator: hex().nullable(),
  possible_spam: flag(),
  verified_collection: flag(),
})

const collectionFields = {
  block_number_minted: decimal().nullable(),
  token_hash: text().describe(
    'md5 of the lower-case contract address and the decimal token id, 32 hex digits without 0x.',
  ),
  amount: decimal().nullable(),
  contract_type: text().nullable().describe('`ERC721`, `ERC1155`, or null for contracts older than both.'),
  name: text().nullable(),
  symbol: text().nullable(),
  token_uri: text().nullable(),
  metadata: text()
    .nullable()
    .describe(
      "The token's metadata as JSON text. If a page would contain more than 16 MiB of metadata, the largest are left out; " +
        'get them with the single token.',
    ),
  last_token_uri_sync: timestamp().nullable(),
  last_metadata_sync: timestamp().nullable(),
  minter_address: text()
    .nullable()
    .describe(
      'The recipient of the mint; for an ERC1155 token, of its first mint. Null if the mint is unknown. Some ' +
        'servers with this interface return a sentence for ERC1155.',
    ),
  normalized_metadata: normalizedMetadata.nullable().optional(),
  media: nftMedia.nullable().optional(),
  possible_spam: flag(),
  verified_collection: flag(),
}

/** A token of a collection: its owner may be many (ERC1155) or unknown. */
export const nft = record({
  token_address: hex(),
  token_id: text(),
  owner_of: hex().nullable().optional(),
  block_number: decimal().nullable().optional(),
  ...collectionFields,
})

/** A token in someone's hands. */
export const ownedNft = record({
  token_address: hex(),
  token_id: text(),
  owner_of: hex(),
  block_number: decimal().nullable(),
  ...collectionFields,
})

export const nftSearchResult = record({
  token_id: text(),
  token_address: hex(),
  token_uri: text().nullable(),
  metadata: text().nullable().describe("The token's metadata as JSON text."),
  is_valid: count().nullable().describe('1 is yes, 0 is no; `syncing` 2 is done.'),
  syncing: count().nullable(),
  frozen: count().nullable(),
  resyncing: count().nullable(),
  contract_type: text().nullable(),
  token_hash: text(),
  batch_id: text().nullable(),
  metadata_name: text().nullable(),
  metadata_description: text().nullable(),
  metadata_attributes: text().nullable().describe('JSON text.'),
  block_number_minted: decimal().nullable(),
  opensea_lookup: z.unknown().nullable(),
  minter_address: text().nullable(),
  transaction_minted: hex().nullable(),
  frozen_log_index: z.unknown().nullable(),
  imported: z.unknown().nullable(),
  last_token_uri_sync: timestamp().nullable(),
  last_metadata_sync: timestamp().nullable(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  possible_spam: flag(),
  verified_collection: flag(),
})

export type NftTransfer = z.output<typeof nftTransfer>
export type Nft = z.output<typeof nft>
export type OwnedNft = z.output<typeof ownedNft>
export type NftSearchResult = z.output<typeof nftSearchResult>
