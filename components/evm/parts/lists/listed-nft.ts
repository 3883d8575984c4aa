import { nftTitle } from '#components/evm/parts/nft-title.ts'
import type { Nft } from '#lib/evm/api/records/nfts.ts'
import { cutText } from '#lib/format/cut-texts.ts'

const collectionNameMax = 60

/** A token as a card shows it: its names and its preview. Its own page shows the metadata. */
export type ListedNft = Pick<
  Nft,
  'token_address' | 'token_id' | 'name' | 'contract_type' | 'amount' | 'verified_collection' | 'possible_spam'
> & { title: string; media?: Pick<NonNullable<Nft['media']>, 'status' | 'category' | 'media_collection'> }

export const listedNft = (nft: Nft): ListedNft => ({
  token_address: nft.token_address,
  token_id: nft.token_id,
  title: nftTitle(nft),
  name: nft.name && cutText(nft.name, collectionNameMax),
  contract_type: nft.contract_type,
  amount: nft.amount,
  verified_collection: nft.verified_collection,
  possible_spam: nft.possible_spam,
  ...(nft.media && {
    media: {
      status: nft.media.status,
      category: nft.media.category,
      media_collection: nft.media.media_collection,
    },
  }),
})

/** The row of the galleries. */
export const nftGallery = { row: listedNft }
