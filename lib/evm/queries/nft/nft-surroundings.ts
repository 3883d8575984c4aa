import type { TokenWithoutRow } from '#lib/evm/metadata/stored-metadata.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import { marksOf } from '#lib/evm/queries/parts/flags.ts'
import { type DocumentRendering, nftDocuments } from './nft-documents.ts'
import type { NftSurroundings } from './nft-record.ts'

/** The data of a page's records besides their rows, one statement for each part. */
export const nftSurroundings = async (
  context: EvmQueryContext,
  chain: number,
  tokens: readonly TokenWithoutRow[],
  rendering: DocumentRendering,
): Promise<NftSurroundings> => {
  const [documents, marks] = await Promise.all([
    nftDocuments(context, chain, tokens, rendering),
    marksOf(
      context,
      chain,
      tokens.map(({ token_address }) => token_address),
    ),
  ])
  return { documents, marks }
}
