import { erc20TransferLine, type TransferLine } from '#components/evm/parts/transfers/transfer-line.ts'
import type { CallContext } from '#lib/api/endpoint.ts'
import type { Erc20Event } from '#lib/evm/api/records/erc20.ts'
import {
  type FeedClient,
  type FeedKind,
  type FeedPage,
  type FeedPeriod,
  type FeedQuestion,
  feedCursor,
  transferOrder,
} from './feed-kind.ts'

/** Pages of newer transfers that one request skips if the last block of a time is unknown. */
const skippedPagesMax = 4
const pageSizeMax = 100

/** The rows of a response inside the period; `isOver` if the rest of the list is older. */
const insidePeriod = (events: readonly Erc20Event[], { from_date, to_date }: FeedPeriod) => {
  const oldest = from_date === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from_date)
  const newest = to_date === undefined ? Number.POSITIVE_INFINITY : Date.parse(to_date)
  const timeOf = ({ block_timestamp }: Erc20Event) => Date.parse(block_timestamp)
  return {
    rows: events.filter((event) => timeOf(event) >= oldest && timeOf(event) <= newest),
    isOver: events.some((event) => timeOf(event) < oldest),
  }
}

/**
 * A page of a wallet's ERC20 transfers on one chain, newest first, within a period: the interface's own list filters by
 * block, not by time. If the block of the time is unknown, newer transfers are skipped, and an empty page may still
 * continue.
 */
const erc20InPeriod = async (
  client: Pick<FeedClient, 'erc20Transfers'>,
  { state: { chain }, address, lastBlock, limit, cursor: asked, ...period }: FeedQuestion,
  context?: CallContext,
): Promise<FeedPage<Erc20Event>> => {
  if (lastBlock === null) return { rows: [], cursor: undefined }
  const isSkipping = period.to_date !== undefined && lastBlock === undefined
  const question = {
    ...{ chain, wallet_addresses: [address], limit: isSkipping ? pageSizeMax : limit },
    ...(lastBlock !== undefined && { to_block: lastBlock }),
  }
  let cursor = asked
  for (let page = 0; ; page++) {
    const answer = await client.erc20Transfers({ ...question, ...(cursor && { cursor }) }, context)
    const { rows, isOver } = insidePeriod(answer.result, period)
    cursor = isOver ? undefined : feedCursor(answer.cursor)
    if (rows.length > 0 || !isSkipping || cursor === undefined || page === skippedPagesMax) return { rows, cursor }
  }
}

/** The ERC20 transfers of a wallet. */
export const erc20Feed: FeedKind<TransferLine, 'erc20Transfers'> = {
  ...transferOrder,
  ask: async (client, question, context) => {
    const { rows, cursor } = await erc20InPeriod(client, question, context)
    return { rows: rows.map(erc20TransferLine), cursor }
  },
}
