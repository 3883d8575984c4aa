import { type InternalLine, internalLine } from '#components/evm/parts/internal/internal-line.ts'
import { type FeedKind, feedCursor } from './feed-kind.ts'

/** The internal transfers of a wallet. */
export const internalFeed: FeedKind<InternalLine, 'evmInternalTransfers'> = {
  keyOf: ({ key }) => key,
  timeOf: ({ timestamp }) => timestamp,
  mayRepeat: false,
  ask: async (client, { state: { chain }, lastBlock: _, ...question }, context) => {
    const { result, cursor } = await client.evmInternalTransfers({ chain, ...question }, context)
    return { rows: result.map(internalLine), cursor: feedCursor(cursor) }
  },
}
