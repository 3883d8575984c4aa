import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { contractNftPage, nftTransferPage, ownedNftPage, searchPage } from '#lib/evm/api/records/envelopes.ts'
import { nft, nftSearchResult, nftTransfer, ownedNft } from '#lib/evm/api/records/nfts.ts'
import { evmRoot } from '#lib/evm/api/roots.ts'

const tag = 'NFT'
const collection = () => params.address().describe('The NFT contract.')

/** The values of `filter` of a search. */
export const searchFields = [
  'name',
  'description',
  'attributes',
  'global',
  'name,description',
  'name,attributes',
  'description,attributes',
  'name,description,attributes',
] as const

const rendering = () => ({
  format: params.format(),
  normalizeMetadata: params.normalizeMetadata(),
  media_items: params.mediaItems(),
})

const transferPage = { ...examples.firstPage(examples.nftTransfer, 0), block_exists: true, index_complete: true }
const nftPage = { ...examples.firstPage(examples.ownedNft, 1), status: 'SYNCED' as const }

export const nftEndpoints = endpointsOf(evmRoot, {
  walletNftTransfers: endpoint({
    path: '/api/v2/:address/nft/transfers',
    paged: 'cursor',
    isKept: true,
    summary: 'Get NFT transfers by wallet',
    description:
      'Transfers of ERC721 and ERC1155 tokens from or to the wallet, newest first (block, transaction index, log index); ' +
      'each token of a batch transfer is a separate record. `index_complete` says whether the whole requested range is ' +
      'indexed. Pages are counted from 0; `total` is null unless `disable_total=false`, ' +
      'and with `contract_addresses`. With those, a page may have fewer records than `limit`, or none, and still a cursor.',
    tag,
    input: z.object({
      address: params.address().describe('The wallet, as sender or recipient.'),
      chain: params.chain(),
      format: params.format(),
      direction: parameters
        .oneOf(['both', 'from', 'to'])
        .default('both')
        .describe('The role of the wallet: sender (`from`), recipient (`to`) or `both`.')
        .meta({ deprecated: true }),
      contract_addresses: params.contractAddresses(),
      ...params.chronological(),
    }),
    output: nftTransferPage(nftTransfer),
    example: {
      input: { address: examples.wallet, chain: 'eth', direction: 'both', from_block: 17_000_000, limit: 100 },
      output: transferPage,
    },
  }),
  searchNfts: endpoint({
    path: '/api/v2/nft/search',
    paged: 'cursor',
    summary: 'Search NFTs',
    description:
      'Tokens whose metadata contains the search text in the selected fields, in all indexed collections or only those in ' +
      '`addresses`. All words of `q` must match, the last one as a prefix: tokens whose name equals the ' +
      'text come first, then those with it in their name, each newest first. The block and date bounds apply to ' +
      'the mint. Pages are counted from 0. The interface marks this endpoint as deprecated; this server ' +
      'keeps supporting it.',
    tag,
    deprecated: true,
    input: z.object({
      q: parameters.text({ min: 3, max: 256 }).describe('The search text.'),
      filter: parameters.oneOf(searchFields).default('global').describe('The metadata fields to search.'),
      chain: params.chain(),
      format: params.format(),
      addresses: params.tokenAddresses('Only tokens of these contracts.'),
      ...params.bounds(),
      ...params.countedPaging(),
    }),
    output: searchPage(nftSearchResult),
    example: {
      input: { q: 'lantern', filter: 'name', chain: 'eth', addresses: [examples.collection], limit: 100 },
      output: examples.firstPage(examples.nftSearchResult, 0),
    },
  }),
  contractNfts: endpoint({
    path: '/api/v2/nft/:address',
    paged: 'cursor',
    isKept: true,
    summary: 'Get NFTs by contract',
    description:
      'All tokens of a collection with their metadata, if available, ordered by `token_hash`, descending. ' +
      'Burned tokens are excluded; `owner_of` of an ERC1155 token is null unless one address holds its whole supply. The first ' +
      'request for a contract that is not indexed yet starts its backfill and returns the tokens known so far with `status` ' +
      'SYNCING. `totalRanges` and `range`, given together, split a large collection among several clients. Pages are ' +
      'counted from 0.',
    tag,
    input: z.object({
      address: collection(),
      chain: params.chain(),
      ...rendering(),
      totalRanges: parameters
        .integer({ min: 1 })
        .optional()
        .describe('The number of parts to split the collection into.'),
      range: parameters.integer({ min: 1 }).optional().describe('The part to return, counted from 1.'),
      ...params.countedPaging(),
    }),
    output: contractNftPage(nft),
    example: {
      input: { address: examples.collection, chain: 'eth', normalizeMetadata: true, media_items: true },
      output: { ...nftPage, page: 0 },
    },
  }),
  contractNftOwners: endpoint({
    path: '/api/v2/nft/:address/owners',
    paged: 'cursor',
    isKept: true,
    summary: 'Get NFT owners by contract',
    description:
      'One record per owner and token of a collection, latest activity first. All pages show the owners as of the ' +
      'first page. The first request for a contract that is not indexed yet starts its backfill and returns the owners known ' +
      'so far with `status` SYNCING. Pages are counted from 1.',
    tag,
    input: z.object({
      address: collection(),
      chain: params.chain(),
      ...rendering(),
      ...params.countedPaging(),
    }),
    output: ownedNftPage(ownedNft),
    example: {
      input: { address: examples.collection, chain: 'eth', normalizeMetadata: true, media_items: true },
      output: nftPage,
    },
  }),
  blockNftTransfers: endpoint({
    path: '/api/v2/block/:block_number_or_hash/nft/transfers',
    paged: 'cursor',
    summary: 'Get NFT transfers by block',
    description:
      'Transfers of ERC721 and ERC1155 tokens in a block, last first (transaction index, log index). An unknown block ' +
      'returns no records and `block_exists` false. Pages are counted from 0.',
    tag,
    input: z.object({
      block_number_or_hash: params.blockNumberOrHash(),
      chain: params.chain(),
      order: params.order(),
      ...params.countedPaging(),
    }),
    output: nftTransferPage(nftTransfer),
    example: {
      input: { block_number_or_hash: '17715655', chain: 'eth', limit: 100 },
      output: { ...transferPage, cursor: null },
    },
  }),
  walletNfts: endpoint({
    path: '/api/v2/:address/nft',
    paged: 'cursor',
    isKept: true,
    summary: 'Get NFTs by wallet',
    description:
      'Tokens held by the wallet, latest activity first. All pages show its holdings as of the first page. ' +
      '`status` is SYNCED only if every block of the chain is indexed. For contracts in `token_addresses` that are not ' +
      'indexed yet, a backfill starts, and `status` is SYNCING until it is done. Pages are counted from 1.',
    tag,
    input: z.object({
      address: params.address().describe('The owner.'),
      chain: params.chain(),
      ...rendering(),
      exclude_spam: parameters.boolean().default(false).describe('true excludes tokens of spam collections.'),
      token_addresses: params.tokenAddresses('Only tokens of these contracts.'),
      ...params.countedPaging(),
    }),
    output: ownedNftPage(ownedNft),
    example: {
      input: { address: examples.wallet, chain: 'eth', normalizeMetadata: true, media_items: true },
      output: { ...nftPage, result: [{ ...examples.ownedNft, owner_of: examples.wallet }] },
    },
  }),
  nftMetadata: endpoint({
    path: '/api/v2/nft/:address/:token_id',
    isKept: true,
    summary: 'Get NFT metadata',
    description:
      'A token with its metadata; `owner_of` is the zero address if it is burned. The first request for a contract that is not ' +
      'indexed yet starts its backfill; an unknown token returns 404. The token id may be decimal or hex, whatever `format` says.',
    tag,
    input: z.object({
      address: collection(),
      token_id: params.tokenId().describe('The token, as a decimal number or in hex.'),
      chain: params.chain(),
      ...rendering(),
    }),
    output: nft,
    example: {
      input: {
        address: examples.collection,
        token_id: '101',
        chain: 'eth',
        normalizeMetadata: true,
        media_items: true,
      },
      output: examples.ownedNft,
    },
  }),
})
