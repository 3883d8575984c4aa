import * as z from 'zod'
import type { AptosCollectionRow, AptosTokenRow } from '#lib/aptos/chain/tables.ts'
import { longAddress } from '#lib/base/hex.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { cutToBytes, toBytes32 } from './bytes.ts'
import { addressField, readFields, tokenDataId } from './node-fields.ts'
import { collectionDataIdHash, nameBytesMax, type TokenName, tokenDataIdHash, uriBytesMax } from './token-identity.ts'
import {
  type CollectionTerms,
  collectionTermsOf,
  type TokenTerms,
  tokenTermsOf,
  unknownCollectionTerms,
  unknownTokenTerms,
  writtenCollectionTerms,
  writtenTokenTerms,
} from './token-terms.ts'

/** The time and place of a first sighting: the leading columns of each catalogue row. */
export type Seen = Pick<AptosCollectionRow, 'chain_id' | 'first_version' | 'first_timestamp'>

const createdCollection = z.object({ creator: addressField, collection_name: z.string(), uri: z.string() })
const createdToken = z.object({ id: tokenDataId, uri: z.string() })
const writtenToken = z.object({ key: tokenDataId, value: z.object({ uri: z.string(), ...writtenTokenTerms }) })
const writtenCollection = z.object({
  handle: addressField,
  data: z.object({ value: z.object({ name: z.string(), uri: z.string(), ...writtenCollectionTerms }) }),
})

/** A write of a collection's data; its creator is the owner of the table. */
export type CollectionItem = { handle: string; name: string; uri: string; terms: CollectionTerms }

type Catalogued = { collection: AptosCollectionRow } | { token: AptosTokenRow }

const collectionTypes = new Set(['0x3::token::CreateCollectionEvent', '0x3::token::CollectionCreation'])
const tokenTypes = new Set(['0x3::token::CreateTokenDataEvent', '0x3::token::TokenDataCreation'])

/** The content of a creation event; undefined for every other event. The terms may change later, and are left to the token's data. */
export const createdByEvent = (
  type: string,
  event: Record<string, unknown>,
  seen: Seen,
  version: string,
): Catalogued | undefined => {
  if (collectionTypes.has(type)) {
    const { creator, collection_name, uri } = readFields(createdCollection, event.data, `an event ${type}`, version)
    return { collection: collectionRow(seen, creator, collection_name, { uri, terms: unknownCollectionTerms }) }
  }
  if (tokenTypes.has(type)) {
    const { id, uri } = readFields(createdToken, event.data, `an event ${type}`, version)
    return { token: tokenRow(seen, id, uri, unknownTokenTerms) }
  }
  return undefined
}

/** A token's data in its creator's table; undefined for every other item. */
export const tokenOfItem = (data: unknown, seen: Seen, version: string): AptosTokenRow | undefined => {
  if (!isFields(data) || data.value_type !== '0x3::token::TokenData') return undefined
  if (data.key_type !== '0x3::token::TokenDataId') return undefined
  const { key, value } = readFields(writtenToken, data, 'a token’s data', version)
  return tokenRow(seen, key, value.uri, tokenTermsOf(value, seen.first_version))
}

/** A collection's data in its creator's table; undefined for every other item. */
export const collectionOfItem = (change: Record<string, unknown>, version: string): CollectionItem | undefined => {
  const { data } = change
  if (!isFields(data) || data.value_type !== '0x3::token::CollectionData') return undefined
  const { handle, data: item } = readFields(writtenCollection, change, 'a collection’s data', version)
  const { name, uri } = item.value
  return { handle: longAddress(handle), name, uri, terms: collectionTermsOf(item.value, Number(version)) }
}

export const collectionRow = (
  seen: Seen,
  creator: string,
  name: string,
  { uri, terms }: { uri: string; terms: CollectionTerms },
): AptosCollectionRow => ({
  ...seen,
  ...terms,
  collection_data_id_hash: collectionDataIdHash(creator, name),
  creator_address: toBytes32(creator),
  name: cutToBytes(name, nameBytesMax),
  token_standard: 'v1',
  uri: cutToBytes(uri, uriBytesMax),
  written_version: seen.first_version,
})

const tokenRow = (seen: Seen, id: TokenName, uri: string, terms: TokenTerms): AptosTokenRow => ({
  ...seen,
  ...terms,
  token_data_id_hash: tokenDataIdHash(id),
  collection_data_id_hash: collectionDataIdHash(id.creator, id.collection),
  creator_address: toBytes32(id.creator),
  collection_name: cutToBytes(id.collection, nameBytesMax),
  name: cutToBytes(id.name, nameBytesMax),
  token_standard: 'v1',
  uri: cutToBytes(uri, uriBytesMax),
  written_version: seen.first_version,
})
