import { cache } from 'react'
import { type Answer, ask } from '#components/ask.ts'
import type { Client } from '#lib/api/endpoint.ts'
import type { EvmApi } from '#lib/evm/contract/api.ts'
import type { Nft } from '#lib/evm/contract/nfts.ts'

type Token = { chain: string; address: string; token_id: string }

/** One token with its document and its picture; asked once a request. */
export const nftOf = cache(
  (client: Client<EvmApi>, chain: string, address: string, token_id: string): Promise<Answer<Nft>> =>
    ask(client.nftMetadata({ chain, address, token_id, normalizeMetadata: true, media_items: true })),
)

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
