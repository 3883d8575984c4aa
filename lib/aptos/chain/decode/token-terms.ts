import * as z from 'zod'
import type { AptosCollectionRow, AptosTokenRow } from '#lib/aptos/chain/tables.ts'
import { longAddress } from '#lib/base/hex.ts'
import { isFields } from '#lib/base/is-fields.ts'
import {
  collectionDataIdHash,
  cutToBytes,
  nameBytesMax,
  type TokenName,
  toBytes32,
  tokenDataIdHash,
  uriBytesMax,
} from './bytes.ts'
import { addressField, boundedU64, readFields, tokenDataId } from './node-fields.ts'

/** The columns with what the creator of a v1 token asks for and may change. */
export type TokenTerms = Pick<
  AptosTokenRow,
  'royalty_numerator' | 'royalty_denominator' | 'royalty_payee' | 'mutable_fields' | 'terms_version'
>
type CollectionTerms = Pick<AptosCollectionRow, 'mutable_fields' | 'terms_version'>

export const unknownCollectionTerms: CollectionTerms = { mutable_fields: null, terms_version: null }
export const unknownTokenTerms: TokenTerms = {
  ...{ royalty_numerator: null, royalty_denominator: null, royalty_payee: null },
  ...unknownCollectionTerms,
}

/** Fields in the order of the interface. */
const fields = ['maximum', 'uri', 'royalty', 'description', 'properties'] as const
type Field = (typeof fields)[number]

/** `TokenMutabilityConfig` and `CollectionMutabilityConfig`: a collection has fewer fields. */
const mutability = z.partialRecord(z.enum(fields), z.boolean())

/** Fields of `0x3::token::TokenData`. Missing ones leave the terms unknown: they are no reason to refuse the token. */
const writtenTokenTerms = {
  royalty: z
    .object({
      royalty_points_numerator: boundedU64,
      royalty_points_denominator: boundedU64,
      payee_address: addressField,
    })
    .optional(),
  mutability_config: mutability.optional(),
}
/** A field of `0x3::token::CollectionData`. */
const writtenCollectionTerms = { mutability_config: mutability.optional() }

const tokenValue = z.object(writtenTokenTerms)
const collectionValue = z.object(writtenCollectionTerms)

const tokenTermsOf = ({ royalty, mutability_config }: z.output<typeof tokenValue>, version: number): TokenTerms => ({
  terms_version: version,
  royalty_numerator: royalty?.royalty_points_numerator ?? null,
  royalty_denominator: royalty?.royalty_points_denominator ?? null,
  royalty_payee: royalty ? toBytes32(royalty.payee_address) : null,
  mutable_fields: mutableText(mutability_config),
})

const collectionTermsOf = (
  { mutability_config }: z.output<typeof collectionValue>,
  version: number,
): CollectionTerms => ({
  terms_version: version,
  mutable_fields: mutableText(mutability_config),
})

const mutableText = (config: z.output<typeof mutability> | undefined): string | null =>
  config ? fields.filter((field) => config[field]).join(',') : null

/** The fields that a creator may change, as stored; null if they are unknown. */
export const mutableFieldsOf = (stored: string | null): Field[] | null => {
  if (stored === null) return null
  const names = stored.split(',')
  return fields.filter((field) => names.includes(field))
}

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
