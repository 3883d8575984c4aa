import * as z from 'zod'
import { record, text, timestamp } from './record.ts'

/** Metadata is written by its author: values of unusual types become JSON text or are left out, and never fail a page. */
const attribute = record({
  trait_type: text().nullable(),
  value: z.preprocess(
    (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value),
    z.union([z.string(), z.number(), z.boolean()]).nullable(),
  ),
  display_type: text().nullable(),
  max_value: z.number().nullable().catch(null),
  trait_count: z.number().catch(0),
  order: z.number().nullable().catch(null),
})

/** A token's document in one format, whatever format its author chose. */
export const normalizedMetadata = record({
  name: text().nullable(),
  description: text().nullable(),
  animation_url: text().nullable(),
  external_link: text().nullable(),
  image: text().nullable(),
  attributes: z.array(attribute).nullable(),
})

const preview = record({ height: z.number(), width: z.number(), url: text() })

/** The previews of a token's media. With any status other than `success`, only the last three fields are set. */
export const nftMedia = record({
  media_collection: record({ low: preview, medium: preview, high: preview }).nullable().optional(),
  category: text().nullable().optional().describe('`image`, `audio` or `video`.'),
  mimetype: text().nullable().optional(),
  parent_hash: text().nullable().optional(),
  status: text().describe(
    '`success`, `processing`, `unsupported_media`, `invalid_url`, `host_unavailable` or `temporarily_unavailable`.',
  ),
  updatedAt: timestamp().nullable(),
  original_media_url: text().nullable(),
})

export type NormalizedMetadata = z.output<typeof normalizedMetadata>
export type NftMedia = z.output<typeof nftMedia>
