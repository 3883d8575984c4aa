import * as z from 'zod'
import type { AptosCollectionRow, AptosTokenRow } from '#lib/aptos/chain/tables.ts'
import { toBytes32 } from './bytes.ts'
import { addressField, boundedU64 } from './node-fields.ts'

/** The columns with what the creator of a v1 token asks for and may change. */
export type TokenTerms = Pick<
  AptosTokenRow,
  'royalty_numerator' | 'royalty_denominator' | 'royalty_payee' | 'mutable_fields' | 'terms_version'
>
export type CollectionTerms = Pick<AptosCollectionRow, 'mutable_fields' | 'terms_version'>

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
export const writtenTokenTerms = {
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
export const writtenCollectionTerms = { mutability_config: mutability.optional() }

const tokenValue = z.object(writtenTokenTerms)
const collectionValue = z.object(writtenCollectionTerms)

export const tokenTermsOf = (
  { royalty, mutability_config }: z.output<typeof tokenValue>,
  version: number,
): TokenTerms => ({
  terms_version: version,
  royalty_numerator: royalty?.royalty_points_numerator ?? null,
  royalty_denominator: royalty?.royalty_points_denominator ?? null,
  royalty_payee: royalty ? toBytes32(royalty.payee_address) : null,
  mutable_fields: mutableText(mutability_config),
})

export const collectionTermsOf = (
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
