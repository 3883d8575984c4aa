import type { NftMedia } from '#lib/api/token-metadata.ts'
import type { NftMetadataRow } from '#lib/evm/chain/tables/readable-tables.ts'

/** Known media by their key as `toHex` formats it; none for those without a URI. */
export type MediaRecords = (
  rows: readonly (Pick<NftMetadataRow, 'media_uri' | 'media_key'> & { is_cut?: boolean })[],
) => Promise<ReadonlyMap<string, NftMedia>>
