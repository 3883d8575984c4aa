import { nftTransferLine } from '#components/evm/parts/transfers/nft-transfer-line.ts'
import type { TransferLine } from '#components/evm/parts/transfers/transfer-line.ts'
import { type FeedKind, feedCursor, transferOrder } from './feed-kind.ts'

/** The NFT transfers of a wallet. */
export const nftFeed: FeedKind<TransferLine, 'walletNftTransfers'> = {
  ...transferOrder,
  ask: async (client, { state: { chain }, lastBlock: _, ...question }, context) => {
    const input = { chain, ...question, direction: 'both' as const }
    const { result, cursor } = await client.walletNftTransfers(input, context)
    return { rows: result.map(nftTransferLine), cursor: feedCursor(cursor) }
  },
}
