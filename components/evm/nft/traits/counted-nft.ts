import type { CountedToken } from '#components/nft/traits/trait-counting.ts'
import type { Nft } from '#lib/evm/api/records/nfts.ts'

export const countedNft = ({
  token_id,
  normalized_metadata,
}: Pick<Nft, 'token_id' | 'normalized_metadata'>): CountedToken => ({
  id: token_id,
  attributes: normalized_metadata ? (normalized_metadata.attributes ?? []) : null,
})
