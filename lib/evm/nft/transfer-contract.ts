import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { nftTransferPage } from '#lib/evm/api/records/envelopes.ts'
import { nftTransfer } from '#lib/evm/api/records/nfts.ts'
import { evmRoot } from '#lib/evm/api/roots.ts'

const tag = 'NFT'

const rules =
  'newest first (block, transaction index, log index) unless `order=ASC`; each token of a batch transfer is a separate record. ' +
  '`index_complete` says whether the whole requested range is indexed. Pages are counted from 0; `total` is null unless ' +
  '`disable_total=false`, and above 100,000.'
const page = { ...examples.firstPage(examples.nftTransfer, 0), block_exists: true, index_complete: true }
const list = () => ({ format: params.format(), ...params.chronological() })

/** NFT transfers of a collection, of a token and of a chain. */
export const nftTransferEndpoints = endpointsOf(evmRoot, {
  contractNftTransfers: endpoint({
    path: '/api/v2/nft/:address/transfers',
    paged: 'cursor',
    isKept: true,
    summary: 'Get NFT transfers by contract',
    description: `Transfers of all tokens of a collection, ${rules}`,
    tag,
    input: z.object({
      address: params.address().describe('The NFT contract.'),
      chain: params.chain(),
      ...list(),
    }),
    output: nftTransferPage(nftTransfer),
    example: { input: { address: examples.collection, chain: 'eth', limit: 100 }, output: page },
  }),
  tokenNftTransfers: endpoint({
    path: '/api/v2/nft/:address/:token_id/transfers',
    paged: 'cursor',
    isKept: true,
    summary: 'Get NFT transfers by token',
    description: `Transfers of one token, ${rules} The token id may be decimal or hex, whatever \`format\` says.`,
    tag,
    input: z.object({
      address: params.address().describe('The NFT contract.'),
      token_id: params.tokenId().describe('The token, as a decimal number or in hex.'),
      chain: params.chain(),
      ...list(),
    }),
    output: nftTransferPage(nftTransfer),
    example: { input: { address: examples.collection, token_id: '101', chain: 'eth', limit: 100 }, output: page },
  }),
  chainNftTransfers: endpoint({
    path: '/api/v2/nft/transfers',
    paged: 'cursor',
    isKept: true,
    summary: 'Get NFT transfers from a block to a block',
    description: `Transfers of all collections of the chain within the bounds, ${rules}`,
    tag,
    input: z.object({ chain: params.chain(), ...list() }),
    output: nftTransferPage(nftTransfer),
    example: { input: { chain: 'eth', from_block: 17_715_000, to_block: 17_715_655, limit: 100 }, output: page },
  }),
})
