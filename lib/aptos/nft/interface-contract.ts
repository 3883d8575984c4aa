import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { flag, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/aptos/api/examples.ts'
import * as params from '#lib/aptos/api/params.ts'
import { aptosNftOwner, aptosNftTransfer } from '#lib/aptos/api/records.ts'
import { aptosRoot } from '#lib/aptos/api/roots.ts'

const page = <Item extends z.ZodType>(item: Item) =>
  record({
    cursor: text().nullable().describe('Send it as `cursor` to get the next page; null on the last page.'),
    hasNextPage: flag().describe('false on the last page.'),
    result: z.array(item),
  })

const transferExample = { cursor: examples.nextCursor, hasNextPage: true, result: [examples.transfer] }

const collectionLists = () => ({
  collection_whitelist: params.ids('Only tokens in these collections.').optional(),
  collection_blacklist: params.ids('Excludes tokens in these collections.').optional(),
})

const kinds =
  'Deposits, withdrawals, and the offers, claims and cancellations of two-step transfers, according to `transfer_type`. Newest first. ' +
  'If the wallet or collection filters exclude most records, a page may contain fewer records than `limit`, or ' +
  'none, and still have a cursor.'

/** The NFT endpoints of the data API. */
export const aptosNftApi = endpointsOf(aptosRoot, {
  collectionNftTransfers: endpoint({
    path: '/nfts/transfers/collections/:collection_data_id_hash',
    paged: 'cursor',
    isKept: true,
    summary: 'Get NFT transfers by collection',
    description: `Transfers of the tokens in a collection. ${kinds}`,
    tag: 'NFT',
    input: z.object({
      collection_data_id_hash: params.idHash().describe('The collection id: SHA-256 of `creator::name`.'),
      ...params.paging(),
      wallet_whitelist: params.addresses('Only transfers from or to these wallets.').optional(),
      wallet_blacklist: params.addresses('Excludes transfers from or to these wallets.').optional(),
      network: params.network(),
    }),
    output: page(aptosNftTransfer),
    example: { input: { collection_data_id_hash: examples.collection, limit: 10 }, output: transferExample },
  }),
  creatorNftTransfers: endpoint({
    path: '/nfts/transfers/creators',
    paged: 'cursor',
    isKept: true,
    summary: 'Get NFT transfers by creators',
    description: `Transfers of tokens created by these accounts. ${kinds}`,
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
  walletNftTransfers: endpoint({
    path: '/wallets/nfts/transfers',
    aliases: ['/nfts/transfers/wallets'],
    paged: 'cursor',
    isKept: true,
    summary: 'Get NFT transfers by wallets',
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
  nftOwners: endpoint({
    path: '/nfts/owners',
    paged: 'cursor',
    isKept: true,
    summary: 'Get NFT owners by tokens',
    description:
      'Current owners of these tokens: one record per token, property version and owner, latest change first.',
    tag: 'NFT',
    input: z.object({
      token_ids: params.ids('The token ids: SHA-256 of `creator::collection::name`.'),
      ...params.paging(),
      network: params.network(),
    }),
    output: page(aptosNftOwner),
    example: {
      input: { token_ids: [examples.token], limit: 10 },
      output: { cursor: examples.nextCursor, hasNextPage: true, result: [examples.owner] },
    },
  }),
})

export type AptosNftApi = typeof aptosNftApi
