import * as z from 'zod'
import { ServiceError } from '#lib/base/errors.ts'
import type { Fields } from '#lib/base/is-fields.ts'
import { isFields } from '#lib/base/is-fields.ts'

const u64Max = 2n ** 64n

/** A u64 as the node returns it and as it is stored: decimal text without leading zeros. */
export const boundedU64 = z
  .string()
  .regex(/^\d{1,20}$/)
  // Shorter numbers always fit, and nearly all are shorter.
  .refine((text) => text.length < 20 || BigInt(text) < u64Max)
export const addressField = z.string().regex(/^0x[0-9a-fA-F]{1,64}$/)
/** A list whose items are read later. Unlike an array of unknowns it is not copied, item by item. */
export const anyList = z.custom<readonly unknown[]>(Array.isArray, 'must be a list')
/** Whole bytes in hex. */
export const hexBytesField = z.string().regex(/^0x([0-9a-fA-F]{2})*$/)

export const tokenDataId = z.object({ creator: addressField, collection: z.string(), name: z.string() })
export const tokenIdField = z.object({ token_data_id: tokenDataId, property_version: boundedU64 })

/**
 * A required field of a Move type. @throws ServiceError `upstream_failed` if it is missing: the response is truncated
 * or invalid, and must not be used.
 */
export const readFields = <T>(schema: z.ZodType<T>, value: unknown, what: string, version: string): T => {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw otherForm(what, version, read.error)
}

/** An event or a change: most do not concern tokens, and are not parsed further. */
export type Typed = Fields & { type: string }

const isTyped = (value: unknown): value is Typed => isFields(value) && typeof value.type === 'string'

/** @throws ServiceError `upstream_failed` if it is not an object with a type. */
export const readTyped = (value: unknown, what: string, version: string): Typed => {
  if (isTyped(value)) return value
  throw otherForm(what, version)
}

const otherForm = (what: string, version: string, cause?: unknown): ServiceError =>
  new ServiceError(
    'upstream_failed',
    `The Aptos node's response for version ${version} has ${what} in an unexpected format.`,
    {
      cause,
    },
  )
