import type { Nft } from '#lib/evm/api/records/nfts.ts'
import { cutText } from '#lib/format/cut-texts.ts'

/** A token's name is written by its author: lists show its beginning. */
const titleMax = 80

/** The name of a token, or its number. */
export const nftTitle = (nft: Pick<Nft, 'normalized_metadata' | 'token_id'>): string =>
  cutText(nft.normalized_metadata?.name?.trim() || `#${nft.token_id}`, titleMax)
