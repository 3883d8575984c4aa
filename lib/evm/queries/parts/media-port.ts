import type { NftMedia } from '#lib/evm/contract/nfts.ts'
import type { NftMetadataRow } from '#lib/evm/readable-tables.ts'

/** What is known of images, films and sounds, by their key as `toHex` writes it; none of those that have no URI. */
export type MediaRecords = (
  rows: readonly Pick<NftMetadataRow, 'media_uri' | 'media_key'>[],
) => Promise<ReadonlyMap<string, NftMedia>>
