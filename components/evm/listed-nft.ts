import type { Nft } from '#lib/evm/contract/nfts.ts'

/** What a list shows of a token: its own name and its preview. Its metadata are read on its own page. */
const listedNft = <Token extends Nft>(nft: Token): Token => ({
  ...nft,
  token_uri: null,
  metadata: null,
  ...(nft.normalized_metadata && {
    normalized_metadata: {
      name: nft.normalized_metadata.name,
      description: null,
      animation_url: null,
      external_link: null,
      image: null,
      attributes: null,
    },
  }),
  ...(nft.media && { media: { ...nft.media, original_media_url: null } }),
})

/** A page of tokens as a list shows it. */
export const listedNfts = <Page extends { result: readonly Nft[] }>(page: Page): Page => ({
  ...page,
  result: page.result.map(listedNft),
})
