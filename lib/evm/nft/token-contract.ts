import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { jsonValue } from '#lib/api/input/parse-json.ts'
import { record } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { ownedNftPage } from '#lib/evm/api/records/envelopes.ts'
import { nft, ownedNft } from '#lib/evm/api/records/nfts.ts'
import { evmRoot } from '#lib/evm/api/roots.ts'

const tag = 'NFT'
const tokensMax = 25

const tokens = () =>
  jsonValue(
    {
      type: 'list of tokens',
      accepts: `a JSON list of 1 to ${tokensMax} objects with \`token_address\` (0x and 40 hex digits) and \`token_id\``,
      json: {
        type: 'array',
        minItems: 1,
        maxItems: tokensMax,
        items: {
          type: 'object',
          properties: { token_address: { type: 'string' }, token_id: { type: 'string' } },
          required: ['token_address', 'token_id'],
        },
      },
      fault: 'is not a list of tokens',
    },
    z
      .array(z.object({ token_address: params.address(), token_id: params.tokenId() }))
      .min(1)
      .max(tokensMax),
  )

const rendering = () => ({ normalizeMetadata: params.normalizeMetadata(), media_items: params.mediaItems() })
const token = () => ({
  address: params.address().describe('The NFT contract.'),
  token_id: params.tokenId().describe('The token, as a decimal number or in hex.'),
  chain: params.chain(),
})

/** Single tokens: who owns them, several at a time, and their documents. */
export const nftTokenEndpoints = endpointsOf(evmRoot, {
  nftTokenOwners: endpoint({
    path: '/api/v2/nft/:address/:token_id/owners',
    paged: 'cursor',
    summary: 'Get NFT owners by token',
    description:
      'The owner of an ERC721 token, or all owners of an ERC1155 token in the order of their addresses; a page may have fewer ' +
      'records than `limit`, or none, and still a cursor. The first request for a contract that is not indexed yet starts its ' +
      'backfill and returns the owners known so far with `status` SYNCING. Pages are counted from 1; `total` is null unless ' +
      '`disable_total=false`.',
    tag,
    input: z.object({ ...token(), format: params.format(), ...rendering(), ...params.countedPaging() }),
    output: ownedNftPage(ownedNft),
    example: {
      input: {
        address: examples.collection,
        token_id: '101',
        chain: 'eth',
        normalizeMetadata: true,
        media_items: true,
      },
      output: { ...examples.firstPage(examples.ownedNft, 1), cursor: null, status: 'SYNCED' as const },
    },
  }),
  multipleNfts: endpoint({
    method: 'POST',
    path: '/api/v2/nft/getMultipleNFTs',
    inQuery: ['chain'],
    summary: 'Get multiple NFTs',
    description:
      'Tokens of any collections with their metadata, in the order of the request; null for an unknown token. Contracts that are ' +
      'not indexed yet are queued for a backfill.',
    tag,
    input: z.object({
      chain: params.chain(),
      tokens: tokens().describe('The tokens.'),
      ...rendering(),
    }),
    isNotFound: false,
    output: z.array(nft.nullable()),
    example: {
      input: {
        chain: 'eth',
        tokens: [
          { token_address: examples.collection, token_id: '101' },
          { token_address: examples.collection, token_id: '999999' },
        ],
        normalizeMetadata: true,
        media_items: true,
      },
      output: [examples.ownedNft, null],
    },
  }),
  nftMetadataResync: endpoint({
    path: '/api/v2/nft/:address/:token_id/metadata/resync',
    success: 202,
    summary: 'Resync NFT metadata',
    description:
      'Reads the URI and the metadata of a token again, at most once in ten minutes. The answer does not wait for them, whatever ' +
      '`mode` says: `status` is QUEUED, or RECENT if they were read within the last ten minutes. An unknown token returns 404.',
    tag,
    input: z.object({
      ...token(),
      flag: parameters.oneOf(['uri', 'metadata']).optional().describe('Both are read, whichever is asked for.'),
      mode: parameters.oneOf(['async', 'sync']).optional().describe('Has no effect: the answer never waits.'),
    }),
    output: record({ status: z.enum(['QUEUED', 'RECENT']) }),
    example: {
      input: { address: examples.collection, token_id: '101', chain: 'eth', flag: 'uri', mode: 'async' },
      output: { status: 'QUEUED' as const },
    },
  }),
})
