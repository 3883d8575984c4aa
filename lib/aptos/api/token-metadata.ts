import * as z from 'zod'
import { record, text } from '#lib/api/record.ts'
import { nftMedia, normalizedMetadata } from '#lib/api/token-metadata.ts'

const statuses = [
  'success',
  'processing',
  'unsupported_media',
  'invalid_url',
  'host_unavailable',
  'temporarily_unavailable',
] as const

/** The picture of a token or collection. */
export const media = () =>
  nftMedia
    .nullable()
    .describe(
      'The image or film that its URI names, directly or in a document; fetched once a page or a request asked for it. ' +
        'Null without a URI.',
    )

/** What a token's URI leads to. */
export const metadataFields = {
  metadata_status: z
    .enum(statuses)
    .nullable()
    .describe(
      'Of the document that the URI names. `processing`: it is being fetched. `success`: it was read, and is not fetched again. ' +
        '`unsupported_media`: neither JSON nor media. `invalid_url`: it cannot be fetched. Others are retried. Null without a URI.',
    ),
  metadata_error: text().nullable().describe('Why it could not be read, or is not shown in full.'),
  normalized_metadata: normalizedMetadata
    .nullable()
    .describe('The document; its author may change it at any time unless the URI is the hash of its content.'),
  media: media(),
}

const metadata = record(metadataFields)

export type AptosMetadata = z.output<typeof metadata>

const pictureHash = '5f2b1d0c9e8a7f6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a2b'
const preview = (name: string, side: number) => ({
  height: side,
  width: side,
  url: `https://explorer.example/media/${pictureHash}/${name}.webp`,
})

export const mediaExample = {
  media_collection: { low: preview('low', 100), medium: preview('medium', 250), high: preview('high', 500) },
  category: 'image',
  mimetype: 'image/png',
  parent_hash: `0x${pictureHash}`,
  status: 'success',
  updatedAt: '2026-09-14T09:12:40.118Z',
  original_media_url: 'https://paper-wizards.example/4221.png',
}

export const metadataExample = {
  metadata_status: 'success' as const,
  metadata_error: null,
  normalized_metadata: {
    name: 'Paper Wizard 4221',
    description: 'A wizard folded from paper.',
    animation_url: null,
    external_link: null,
    image: 'https://paper-wizards.example/4221.png',
    attributes: [
      { trait_type: 'Hat', value: 'Pointed', display_type: null, max_value: null, trait_count: 0, order: null },
    ],
  },
  media: mediaExample,
}
