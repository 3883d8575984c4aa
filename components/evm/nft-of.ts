import { hash } from 'node:crypto'
import { cache } from 'react'
import { type Answer, ask, askWhole } from '#components/ask.ts'
import type { Client } from '#lib/api/endpoint.ts'
import type { EvmApi } from '#lib/evm/contract/api.ts'
import type { Nft } from '#lib/evm/contract/nfts.ts'
import { cutText, cutTexts } from '#lib/format/cut-texts.ts'

type Token = { chain: string; address: string; token_id: string }

/** One token with its document and its picture; asked once a request. */
export const nftOf = cache(
  async (
    client: Client<EvmApi>,
    chain: string,
    address: string,
    token_id: string,
  ): Promise<Answer<Nft> & { original?: string }> => {
    const input = { chain, address, token_id, normalizeMetadata: true, media_items: true }
    const { data, fault } = await askWhole(client.nftMetadata(input))
    if (fault) return { fault }
    const uri = data.media?.original_media_url
    return { data: shownNft(data), ...(uri && { original: originalPath(uri) }) }
  },
)

/** Where this server passes on the media that a URI names. */
const originalPath = (uri: string): string => `/media/original/${hash('sha256', uri)}`

/** As much of the metadata as the page has room for; the rest is fetched when it is opened. */
const metadataMax = 4_000

const shownNft = (nft: Nft): Nft => ({
  ...cutTexts({ ...nft, metadata: null }),
  metadata: nft.metadata && cutText(nft.metadata, metadataMax),
})

const idMax = 2n ** 256n

/** The id beside this one, where there is such a token: collections are numbered in a row more often than not. */
export const tokenBeside = async (
  client: Client<EvmApi>,
  { chain, address, token_id }: Token,
  step: 1n | -1n,
): Promise<string | undefined> => {
  const id = BigInt(token_id) + step
  if (id < 0n || id >= idMax) return undefined
  const { data } = await ask(client.nftMetadata({ chain, address, token_id: id.toString() }))
  return data?.token_id
}
