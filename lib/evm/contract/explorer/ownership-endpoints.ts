import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { count, decimal, flag, hex, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as params from '#lib/evm/contract/params.ts'
import { plainPage } from '#lib/evm/contract/records/envelopes.ts'
import { nftTransfer } from '#lib/evm/contract/records/nfts.ts'
import { evmExplorerRoutes } from './routes.ts'

const tag = 'EVM explorer'

const oneContract = { address: params.address().describe('The contract.'), chain: params.chain() }

const holder = { owner: hex(), owner_label: text().nullable() }

/** Owners and transfers of a collection. */
export const ownershipEndpoints = {
  evmCollectionTransfers: endpoint(evmExplorerRoutes.evmCollectionTransfers, {
    isKept: true,
    summary: 'Get NFT transfers by contract',
    description:
      'All indexed NFT transfers of a contract, newest first; with `token_id`, those of one token back to its mint. ' +
      'This request does not start a backfill.',
    tag,
    input: z.object({
      ...oneContract,
      token_id: params.tokenId().optional().describe('Only transfers of this token, a decimal number or in hex.'),
      ...params.blockBounds(),
      ...params.paging(),
    }),
    output: plainPage(nftTransfer),
    example: {
      input: { address: examples.collection, chain: 'eth', token_id: '101', limit: 25 },
      output: { cursor: examples.nextCursor, result: [examples.nftTransfer] },
    },
  }),
  evmCollectionOwnership: endpoint(evmExplorerRoutes.evmCollectionOwnership, {
    summary: 'Get holder distribution by contract',
    description:
      'The number of addresses that hold one token, two to five and so on, and the ten largest holders; for ERC1155 ' +
      'contracts, distinct tokens are counted, not amounts. Nothing is counted above 100,000 holdings.',
    tag,
    input: z.object(oneContract),
    output: record({
      owners: count().nullable().describe('Addresses that hold a token. Null if there are too many to count.'),
      holdings: count().nullable().describe('Pairs of token and owner.'),
      is_counted: flag().describe(
        'False if there are too many holdings to count; `groups` and `largest` are then empty.',
      ),
      groups: z
        .array(
          record({
            from: count().describe('The fewest tokens held by an owner in this group.'),
            to: count().nullable().describe('The most; null in the last group.'),
            owners: count(),
          }),
        )
        .describe('Smallest holdings first; groups without owners are included with 0.'),
      largest: z.array(record({ ...holder, tokens: count() })).describe('The ten owners with the most tokens.'),
    }),
    example: {
      input: { address: examples.collection, chain: 'eth' },
      output: {
        owners: 6_412,
        holdings: 9_998,
        is_counted: true,
        groups: [
          { from: 1, to: 1, owners: 5_108 },
          { from: 2, to: 5, owners: 1_161 },
          { from: 6, to: 20, owners: 127 },
          { from: 21, to: 100, owners: 15 },
          { from: 101, to: null, owners: 1 },
        ],
        largest: [{ owner: examples.wallet, owner_label: null, tokens: 214 }],
      },
    },
  }),
  evmNftOwners: endpoint(evmExplorerRoutes.evmNftOwners, {
    isKept: true,
    isNotFound: true,
    summary: 'Get owners by NFT',
    description:
      'Owners of a token and their amounts. For tokens that up to 2,000 addresses have held, largest amounts come first; otherwise ' +
      'owners are ordered by address, and a page may contain fewer than `limit`, or none, and still have a cursor. ' +
      'An unknown token returns 404.',
    tag,
    input: z.object({
      ...oneContract,
      token_id: params.tokenId().describe('The token, as a decimal number or in hex.'),
      ...params.paging(),
    }),
    output: record({
      cursor: text().nullable().describe('Send it as `cursor` to get the next page; null on the last page.'),
      owners: count().nullable().describe('The total number of owners. Null if there are too many to count.'),
      order: z.enum(['amount', 'address']),
      result: z.array(
        record({
          ...holder,
          amount: decimal(),
          block_number: decimal().describe('The block of the last change.'),
        }),
      ),
    }),
    example: {
      input: { address: examples.collection, token_id: '101', chain: 'eth', limit: 25 },
      output: {
        cursor: null,
        owners: 1,
        order: 'amount',
        result: [{ owner: examples.wallet, owner_label: null, amount: '12', block_number: '16141217' }],
      },
    },
  }),
} satisfies Api
