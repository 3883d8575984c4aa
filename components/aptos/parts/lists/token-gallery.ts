import type { NftMedia } from '#lib/api/token-metadata.ts'
import type { AptosCollectionToken, AptosHeldToken } from '#lib/aptos/nft/contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'

/** Names are chosen by the token's creator; the token page shows them in full. */
const nameMax = 60

/** A token as a card shows it. */
export type ListedToken = {
  id: string
  name: string
  edition: string
  collectionName: string
  amount: string
  media: Pick<NftMedia, 'status' | 'category' | 'media_collection'> | null
}

/** What a card needs of a token, whichever response it comes from. */
type ShownToken = Pick<AptosCollectionToken, 'token_data_id_hash' | 'name' | 'collection_name' | 'media'>

const listed = (token: ShownToken, edition: string, amount: string): ListedToken => ({
  id: token.token_data_id_hash,
  name: cutText(token.name, nameMax),
  edition,
  collectionName: cutText(token.collection_name, nameMax),
  amount,
  media: token.media && {
    status: token.media.status,
    category: token.media.category,
    media_collection: token.media.media_collection,
  },
})

/** Tokens that an account holds. */
export const heldTokenGallery = {
  row: (token: AptosHeldToken) => listed(token, token.property_version, token.amount),
}

/** Tokens of a collection. */
export const collectionTokenGallery = { row: (token: ShownToken) => listed(token, '0', '1') }
