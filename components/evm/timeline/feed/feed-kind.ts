import type { TransferLine } from '#components/evm/parts/transfers/transfer-line.ts'
import type { CallContext, Client } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmApi } from '#lib/evm/interface-api.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'

/** One response of one chain; without a cursor it is the last. */
export type FeedPage<Row> = { rows: readonly Row[]; cursor: string | undefined }

/** A period in ISO 8601, UTC, both ends included. */
export type FeedPeriod = { from_date?: string; to_date?: string }

export type FeedQuestion = FeedPeriod & {
  state: EvmChainState
  address: string
  /** The last block until `to_date`, null if the chain started later; undefined if unknown. */
  lastBlock?: string | null
  /** Rows per page; a response may have fewer and still continue. */
  limit: number
  cursor?: string
}

/** Identity and order of the rows of one kind. */
export type RowOrder<Row> = {
  /** Of one chain. */
  keyOf: (row: Row) => string
  /** ISO 8601. */
  timeOf: (row: Row) => string
  /** Two rows with one key are different rows; otherwise the first one is kept. */
  mayRepeat: boolean
}

/** The lists that timelines are made of. */
export type FeedClient = Pick<Client<EvmApi>, 'erc20Transfers' | 'walletNftTransfers' | 'walletTransactions'> &
  Pick<Client<EvmExplorerApi>, 'evmInternalTransfers'>

/** A kind of rows that a wallet has on many chains, and how to request a page of them from one chain, newest first. */
export type FeedKind<Row, Name extends keyof FeedClient = keyof FeedClient> = RowOrder<Row> & {
  ask: (client: Pick<FeedClient, Name>, question: FeedQuestion, context?: CallContext) => Promise<FeedPage<Row>>
}

/** An empty cursor ends a list as null does: some servers of the interface send it so. */
export const feedCursor = (cursor: string | null): string | undefined => cursor || undefined

/** Token events: a batch may hold the same one twice. */
export const transferOrder: RowOrder<TransferLine> = {
  keyOf: ({ key }) => key,
  timeOf: ({ timestamp }) => timestamp,
  mayRepeat: true,
}
