import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { evmRoot } from '#lib/evm/api/roots.ts'

const tag = 'NFT'

const never = () => text().nullable().describe('Always null from the index of this server.')
const contractType = () => text().nullable().describe('`ERC721`, `ERC1155`, or null if it is not known.')
const collection = () => params.address().describe('The NFT contract.')

const looks = { collection_logo: never(), collection_banner_image: never() }
const noLooks = { collection_logo: null, collection_banner_image: null }
const links = {
  collection_category: never(),
  project_url: never(),
  wiki_url: never(),
  discord_url: never(),
  telegram_url: never(),
  twitter_username: never(),
  instagram_username: never(),
}

const walletCollection = record({
  token_address: hex(),
  contract_type: contractType(),
  name: text().nullable(),
  symbol: text().nullable(),
  possible_spam: flag(),
  verified_collection: flag(),
  count: count().optional().describe('With `token_counts=true`: how many of its tokens the wallet holds.'),
  ...looks,
})

const exampleCollection = {
  token_address: examples.collection,
  contract_type: 'ERC721',
  name: 'Paper Lanterns',
  symbol: 'LNTRN',
  possible_spam: false,
  verified_collection: true,
}

const stored = 'Computed from the indexed transfers: `x-index-complete` says whether all of them are indexed.'
const total = () => record({ total: decimal().nullable().describe('Null above 100,000.') })

/** Collections: what they are, how much of them there is, and which a wallet holds. */
export const collectionFactEndpoints = endpointsOf(evmRoot, {
  nftContractMetadata: endpoint({
    path: '/api/v2/nft/:address/metadata',
    isKept: true,
    summary: 'Get NFT collection metadata',
    description: 'Name, symbol and kind of a collection with indexed transfers. Another contract returns 404.',
    tag,
    input: z.object({ address: collection(), chain: params.chain() }),
    output: record({
      token_address: hex(),
      name: text().nullable(),
      symbol: text().nullable(),
      contract_type: contractType(),
      synced_at: timestamp().nullable().describe('When the contract was last asked.'),
      possible_spam: flag(),
      verified_collection: flag(),
      ...looks,
      ...links,
    }),
    example: {
      input: { address: examples.collection, chain: 'eth' },
      output: {
        token_address: examples.collection,
        name: 'Paper Lanterns',
        symbol: 'LNTRN',
        contract_type: 'ERC721',
        synced_at: '2023-07-09T07:48:10.000Z',
        possible_spam: false,
        verified_collection: true,
        ...noLooks,
        collection_category: null,
        project_url: null,
        wiki_url: null,
        discord_url: null,
        telegram_url: null,
        twitter_username: null,
        instagram_username: null,
      },
    },
  }),
  walletNftCollections: endpoint({
    path: '/api/v2/:address/nft/collections',
    paged: 'cursor',
    isKept: true,
    summary: 'Get NFT collections by wallet',
    description:
      'The collections of the tokens that the wallet holds, in the order of their addresses. `status` is SYNCED only if every block ' +
      'of the chain is indexed, and if the wallet holds at most 50,000 tokens: of more, the newest are considered. Pages are ' +
      'counted from 1; `total` is null unless `disable_total=false`.',
    tag,
    input: z.object({
      address: params.address().describe('The owner.'),
      chain: params.chain(),
      exclude_spam: parameters.boolean().default(false).describe('true excludes spam collections.'),
      token_counts: parameters.boolean().default(false).describe('true adds `count` to each collection.'),
      ...params.countedPaging(),
    }),
    output: record({
      total: count().nullable(),
      page: count().describe('Number of this page, from 1.'),
      page_size: count().describe('The page size in force.'),
      cursor: text().nullable().describe('Send it as `cursor` to get the next page; null on the last page.'),
      result: z.array(walletCollection),
      status: z.enum(['SYNCED', 'SYNCING']),
    }),
    example: {
      input: { address: examples.wallet, chain: 'eth', token_counts: true },
      output: {
        ...examples.firstPage({ ...exampleCollection, count: 3, ...noLooks }, 1),
        status: 'SYNCED' as const,
      },
    },
  }),
  nftContractSync: endpoint({
    method: 'PUT',
    path: '/api/v2/nft/:address/sync',
    inQuery: ['chain'],
    success: 201,
    summary: 'Sync NFT contract',
    description:
      'Starts the backfill of a contract that is not indexed yet, as a request for its tokens does. `status` is its state; 403 if ' +
      'this caller may not start it, or its hourly quota is used up.',
    tag,
    input: z.object({ address: collection(), chain: params.chain() }),
    isNotFound: false,
    output: record({
      status: z.enum(['SYNCED', 'SYNCING', 'QUEUED', 'FAILED', 'UNVERIFIED', 'TOO_LARGE']),
      percent: z.number().min(0).max(100).describe('Indexed blocks of all.'),
    }),
    example: {
      input: { address: examples.collection, chain: 'eth' },
      output: { status: 'QUEUED' as const, percent: 0 },
    },
  }),
  nftCollectionStats: endpoint({
    path: '/api/v2/nft/:address/stats',
    isKept: true,
    summary: 'Get NFT collection stats',
    description: `How many tokens, owners and transfers a collection has. ${stored}`,
    tag,
    input: z.object({ address: collection(), chain: params.chain() }),
    isNotFound: false,
    output: record({
      total_tokens: decimal().describe('Without burned ones.'),
      owners: record({ current: decimal() }),
      transfers: record({ total: decimal() }),
    }),
    example: {
      input: { address: examples.collection, chain: 'eth' },
      output: { total_tokens: '9998', owners: { current: '5420' }, transfers: { total: '48213' } },
    },
  }),
  nftTokenStats: endpoint({
    path: '/api/v2/nft/:address/:token_id/stats',
    isKept: true,
    summary: 'Get NFT stats',
    description: `How many owners and transfers a token has. ${stored} An unknown token returns 404.`,
    tag,
    input: z.object({
      address: collection(),
      token_id: params.tokenId().describe('The token, as a decimal number or in hex.'),
      chain: params.chain(),
    }),
    output: record({
      owners: record({ current: decimal().nullable().describe('Null above 100,000.') }),
      transfers: total(),
    }),
    example: {
      input: { address: examples.collection, token_id: '101', chain: 'eth' },
      output: { owners: { current: '1' }, transfers: { total: '7' } },
    },
  }),
})
