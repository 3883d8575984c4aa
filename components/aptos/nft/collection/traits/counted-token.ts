import type { CountedToken } from '#components/nft/traits/trait-counting.ts'
import type { AptosTokenAttributes } from '#lib/aptos/nft/contract.ts'

export const countedToken = ({
  token_data_id_hash: id,
  attributes,
  metadata_status,
}: AptosTokenAttributes): CountedToken => ({ id, attributes, isPending: metadata_status === 'processing' })
