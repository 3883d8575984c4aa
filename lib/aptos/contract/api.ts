import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { flag, record, text } from '#lib/api/record.ts'
import * as examples from './examples.ts'
import * as params from './params.ts'
import { aptosBlock, aptosNftOwner, aptosNftTransfer } from './records.ts'
import { aptosRoutes } from './routes.ts'

const page = <Item extends z.ZodType>(item: Item) =>
  record({
    cursor: text().nullable().describe('Pass it as `cursor` to get the next page; null on the last page.'),
    hasNextPage: flag().describe('false on the last page.'),
    result: z.array(item),
  })

const transferExample = { cursor: examples.nextCursor, hasNextPage: true, result: [examples.transfer] }

const collectionLists = () => ({
  collection_whitelist: params.ids('Only tokens of these collections.').optional(),
  collection_blacklist: params.ids('No tokens of these collections.').optional(),
})

const kinds =
  'A transfer is a deposit, a withdrawal, or an offer, claim or cancellation of a two-step transfer, as `transfer_type` tells. Newest first. ' +
  'Where lists of wallets or collections leave out most of what there is, a page may have fewer records than `limit`, or ' +
  'none, and still a cursor.'

/** A1–A6, the Aptos data API. Server only; a browser has the routes, and this as a type. */
export const aptosApi = {
  collectionNftTransfers: endpoint(aptosRoutes.collectionNftTransfers, {
    summary: 'NFT transfers of a collection',
    description: `Transfers of the tokens of one collection. ${kinds}`,
    tag: 'NFT',
    input: z.object({
      collection_data_id_hash: params.idHash().describe('The collection: SHA-256 of `creator::name`.'),
      ...params.paging(),
      wallet_whitelist: params.addresses('Only transfers from or to one of these wallets.').optional(),
      wallet_blacklist: params.addresses('No transfer from or to one of these wallets.').optional(),
      network: params.network(),
    }),
    output: page(aptosNftTransfer),
    example: { input: { collection_data_id_hash: examples.collection, limit: 10 }, output: transferExample },
  }),
  creatorNftTransfers: endpoint(aptosRoutes.creatorNftTransfers, {
    summary: 'NFT transfers of creators',
    description: `Transfers of the tokens that these accounts created. ${kinds}`,
    tag: 'NFT',
    input: z.object({
      creator_addresses: params.addresses('The accounts that created the collections.'),
      ...params.paging(),
      ...collectionLists(),
      network: params.network(),
    }),
    output: page(aptosNftTransfer),
    example: { input: { creator_addresses: [examples.creator], limit: 10 }, output: transferExample },
  }),
  walletNftTransfers: endpoint(aptosRoutes.walletNftTransfers, {
    summary: 'NFT transfers of wallets',
    description: `Transfers from or to these accounts. ${kinds}`,
    tag: 'NFT',
    input: z.object({
      wallet_addresses: params.addresses('The accounts, as sender or recipient.'),
      ...params.paging(),
      ...collectionLists(),
      network: params.network(),
    }),
    output: page(aptosNftTransfer),
    example: { input: { wallet_addresses: [examples.wallet], limit: 10 }, output: transferExample },
  }),
  nftOwners: endpoint(aptosRoutes.nftOwners, {
    summary: 'Owners of tokens',
    description: 'Who holds these tokens now: one record per token, property version and owner, latest change first.',
    tag: 'NFT',
    input: z.object({
      token_ids: params.ids('The tokens: SHA-256 of `creator::collection::name`.'),
      ...params.paging(),
      network: params.network(),
    }),
    output: page(aptosNftOwner),
    example: {
      input: { token_ids: [examples.token], limit: 10 },
      output: { cursor: examples.nextCursor, hasNextPage: true, result: [examples.owner] },
    },
  }),
  blockByVersion: endpoint(aptosRoutes.blockByVersion, {
    summary: 'The block of a ledger version',
    description:
      'The block that the transaction of this version is in. Transactions are as the full node writes them. A version ' +
      'that the ledger has not reached is answered with 404; one that the node has pruned with 503 `not_available`, as ' +
      'another source may still have it.',
    tag: 'Blocks',
    input: z.object({
      version: params.u64().describe('Ledger version.'),
      with_transactions: params.withTransactions(),
      network: params.network(),
    }),
    output: aptosBlock,
    example: { input: { version: '999999', with_transactions: true }, output: examples.block },
  }),
  blockByHeight: endpoint(aptosRoutes.blockByHeight, {
    summary: 'The block of a height',
    description:
      'The block of this height; heights start at 0. Transactions are as the full node writes them. A height that the ' +
      'chain has not reached is answered with 404; one that the node has pruned with 503 `not_available`, as another ' +
      'source may still have it.',
    tag: 'Blocks',
    input: z.object({
      block_height: params.u64().describe('Block height.'),
      with_transactions: params.withTransactions(),
      network: params.network(),
    }),
    output: aptosBlock,
    example: { input: { block_height: '499540', with_transactions: true }, output: examples.block },
  }),
} satisfies Api

export type AptosApi = typeof aptosApi
