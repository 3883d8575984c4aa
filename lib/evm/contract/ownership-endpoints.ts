import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { count, decimal, flag, hex, record, text } from '#lib/api/record.ts'
import { plainPage } from './envelopes.ts'
import * as examples from './examples.ts'
import { evmExplorerRoutes } from './explorer-routes.ts'
import { nftTransfer } from './nfts.ts'
import * as params from './params.ts'

const tag = 'EVM explorer'

const oneContract = { address: params.address().describe('The contract.'), chain: params.chain() }

const holder = { owner: hex(), owner_label: text().nullable() }

/** Who has what of a collection, and how it got there. */
export const ownershipEndpoints = {
  evmCollectionTransfers: endpoint(evmExplorerRoutes.evmCollectionTransfers, {
    summary: 'NFT transfers of a contract',
    description:
      'Every indexed transfer of the NFTs of a contract, newest first; with `token_id`, of one of them: from here back to its mint. ' +
      'Asking for it starts no indexing.',
    tag,
    input: z.object({
      ...oneContract,
      token_id: params.tokenId().optional().describe('Only transfers of this token, a decimal number or in hex.'),
      ...params.blockBounds(),
      limit: params.limit(),
      cursor: params.cursor(),
    }),
    output: plainPage(nftTransfer),
    example: {
      input: { address: examples.collection, chain: 'eth', token_id: '101', limit: 25 },
      output: { cursor: examples.nextCursor, result: [examples.nftTransfer] },
    },
  }),
  evmCollectionOwnership: endpoint(evmExplorerRoutes.evmCollectionOwnership, {
    summary: 'How the tokens of a collection are spread',
    description:
      'How many addresses have one token of the collection, two to five and so on, and the ten that have the most; of ERC1155 ' +
      'contracts different tokens are counted, not their amounts. Nothing is counted where there are more than 100,000 holdings.',
    tag,
    input: z.object(oneContract),
    output: record({
      owners: count().nullable().describe('How many addresses have a token. Null where there is too much to count.'),
      holdings: count().nullable().describe('How many tokens they have together, each counted once for every owner.'),
      is_counted: flag().describe(
        'False where there is too much to count: then there are no groups and no largest owners.',
      ),
      groups: z
        .array(
          record({
            from: count().describe('The fewest tokens that an owner of this group has.'),
            to: count().nullable().describe('The most; null in the last group.'),
            owners: count(),
          }),
        )
        .describe('The smallest holdings first; groups without an owner are there with 0.'),
      largest: z.array(record({ ...holder, tokens: count() })).describe('The ten owners of the most tokens.'),
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
    isNotFound: true,
    summary: 'Owners of an NFT',
    description:
      'Who has how much of one token. Of tokens that up to 2,000 addresses have had, those that have the most come first; else the ' +
      'owners are in the order of their addresses, and a page may have fewer of them than asked for, or none, and still a cursor. ' +
      'An unknown token is answered with 404.',
    tag,
    input: z.object({
      ...oneContract,
      token_id: params.tokenId().describe('The token, as a decimal number or in hex.'),
      limit: params.limit(),
      cursor: params.cursor(),
    }),
    output: record({
      cursor: text().nullable().describe('Pass it as `cursor` to get the next page; null on the last page.'),
      owners: count().nullable().describe('How many there are in all. Null where there are too many to count.'),
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
