import { evmCall } from '#components/evm/parts/evm-calls.ts'
import type { Nft } from '#lib/evm/api/records/nfts.ts'
import { cutText, cutTexts } from '#lib/format/cut-texts.ts'
import type { Ask } from '#lib/pages/question.ts'

/** The length of metadata on the page; the rest is fetched when it is opened. */
const metadataMax = 4_000

export const shownNft = (nft: Nft): Nft => ({
  ...cutTexts({ ...nft, metadata: null }),
  metadata: nft.metadata && cutText(nft.metadata, metadataMax),
})

const idMax = 2n ** 256n

/** The adjacent token id, if it exists: most collections are numbered consecutively. */
export const tokenBeside = async (
  ask: Ask,
  { chain, address, token_id }: { chain: string; address: string; token_id: string },
  step: 1n | -1n,
): Promise<string | undefined> => {
  const id = BigInt(token_id) + step
  if (id < 0n || id >= idMax) return undefined
  return (await ask(evmCall('nftMetadata', { chain, address, token_id: id.toString() }))).data?.token_id
}
