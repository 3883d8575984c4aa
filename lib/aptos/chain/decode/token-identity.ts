import { hash } from 'node:crypto'
import type { AptosTokenActivityRow } from '#lib/aptos/chain/tables.ts'
import { longAddress } from '#lib/base/hex.ts'
import { cutToBytes, toBytes32 } from './bytes.ts'

/** The identity of a token of module 0x3::token; the creator in any format. */
export type TokenName = { creator: string; collection: string; name: string }

/** The columns that identify the token of a row. */
export type TokenColumns = Pick<
  AptosTokenActivityRow,
  | 'creator_address'
  | 'collection_data_id_hash'
  | 'token_data_id_hash'
  | 'property_version'
  | 'collection_name'
  | 'name'
  | 'token_standard'
>

/** Displayed length of names; the ids are hashes of the full names. */
export const nameBytesMax = 128
export const uriBytesMax = 512

const sha256 = (text: string): Uint8Array => hash('sha256', text, 'buffer')

/** The id of a collection: sha256 of `creator::collection`, the creator with all of its 64 digits. */
export const collectionDataIdHash = (creator: string, collection: string): Uint8Array =>
  sha256(`${longAddress(creator)}::${collection}`)

/** The id of a token, whatever its property version: sha256 of `creator::collection::name`. */
export const tokenDataIdHash = ({ creator, collection, name }: TokenName): Uint8Array =>
  sha256(`${longAddress(creator)}::${collection}::${name}`)

export const tokenColumns = (token: TokenName, propertyVersion: string): TokenColumns => ({
  creator_address: toBytes32(token.creator),
  collection_data_id_hash: collectionDataIdHash(token.creator, token.collection),
  token_data_id_hash: tokenDataIdHash(token),
  property_version: propertyVersion,
  collection_name: cutToBytes(token.collection, nameBytesMax),
  name: cutToBytes(token.name, nameBytesMax),
  token_standard: 'v1',
})

/** Distinguishes editions: the token's id and the property version. */
export const editionKey = ({
  token_data_id_hash,
  property_version,
}: Pick<TokenColumns, 'token_data_id_hash' | 'property_version'>): string =>
  `${Buffer.from(token_data_id_hash).toString('latin1')} ${property_version}`
