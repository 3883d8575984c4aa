import type { CallContext } from '#lib/api/endpoint.ts'
import type { Nft, OwnedNft } from '#lib/evm/api/records/nfts.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { marksOf } from '#lib/evm/query/flags.ts'
import type { ContractToken } from './contract-tokens.ts'
import type { TokenWithoutRow } from './metadata/stored-metadata.ts'
import { type DocumentRendering, nftDocuments } from './nft-documents.ts'
import { type NftSurroundings, nftRecord, ownedNftRecord, type Rendering } from './nft-record.ts'
import type { OwnedToken } from './owner-list.ts'

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

type RecordOf<Row, Shown> = (row: Row, rendering: Rendering, surroundings: NftSurroundings) => Shown

/** What a page shows of tokens: of all, or of the first `shownMax`, whose documents were read. */
const describedBy =
  <Row extends TokenWithoutRow, Shown>(recordOf: RecordOf<Row, Shown>) =>
  async (
    context: EvmQueryContext,
    chain: number,
    tokens: readonly Row[],
    rendering: Rendering,
    call: CallContext | undefined,
  ) => {
    const surroundings = await nftSurroundings(context, chain, tokens, { ...rendering, brief: call?.brief })
    return {
      recordOf: (row: Row) => recordOf(row, rendering, surroundings),
      shownMax: surroundings.documents.readable,
    }
  }

export const describeNfts = describedBy<ContractToken, Nft>(nftRecord)
export const describeOwnedNfts = describedBy<OwnedToken, OwnedNft>(ownedNftRecord)
