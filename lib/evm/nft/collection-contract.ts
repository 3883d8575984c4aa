import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import { nftMedia } from '#lib/api/token-metadata.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { plainPage } from '#lib/evm/api/records/envelopes.ts'
import { nftTransfer } from '#lib/evm/api/records/nfts.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'

const tag = 'EVM explorer'

const oneContract = { address: params.address().describe('The contract.'), chain: params.chain() }

const moment = record({ block_number: decimal(), block_timestamp: timestamp(), transaction_hash: hex() })

/** Endpoints about the trustworthiness and use of a token or collection. */
export const collectionEndpoints = endpointsOf(evmExplorerRoot, {
  evmContractRating: endpoint({
    path: '/evm/contracts/:address/rating',
    summary: 'Get spam score by contract',
    description:
      'The spam and verification flags of a contract and their reasons. The operator’s lists take precedence over ' +
      'the score; a contract with a score of 50 or more is marked as spam. All rules use on-chain data only and report what they found.',
    tag,
    input: z.object(oneContract),
    output: record({
      possible_spam: flag(),
      verified: flag().describe(
        'A known collection: in the list of the operator of this server. Not about its source code.',
      ),
      score: z
        .int()
        .min(0)
        .max(100)
        .nullable()
        .describe('The sum of the weights, at most 100. Null if the contract has not been rated yet.'),
      reasons: z.array(record({ rule: text(), weight: count(), text: text() })).describe('Highest weight first.'),
      rated_at: timestamp().nullable(),
    }),
    example: {
      input: { address: examples.token, chain: 'eth' },
      output: {
        possible_spam: true,
        verified: false,
        score: 80,
        reasons: [
          { rule: 'words', weight: 60, text: 'Its name or symbol contains a web address, typical scam words.' },
          { rule: 'silent-receivers', weight: 20, text: '97 % of its recipients never sent any of it.' },
        ],
        rated_at: '2022-12-08T16:40:00.000Z',
      },
    },
  }),
  evmCollectionStatistics: endpoint({
    path: '/evm/collections/:address/statistics',
    summary: 'Get statistics by contract',
    description:
      'The tokens and owners of a collection and its transfers per day (UTC), oldest first, as far as it is indexed. ERC20 ' +
      'tokens only have transfers. More than 100,000 rows of NFTs are not counted.',
    tag,
    input: z.object({
      ...oneContract,
      days: parameters.integer({ min: 1, max: 366 }).default(30).describe('The number of days, including today.'),
    }),
    output: record({
      tokens: count().nullable().describe('Tokens that are not burned. Null for more than 100,000, and for ERC20.'),
      owners: count()
        .nullable()
        .describe('Addresses that hold one. Null if there are too many to count, and for ERC20.'),
      transfers: count().nullable().describe('All indexed transfers. Null for more than 100,000 transfers of NFTs.'),
      is_counted: flag().describe('False if a value above is null because there are too many rows to count.'),
      first_transfer: moment.nullable(),
      last_transfer: moment.nullable(),
      days: z
        .array(record({ day: z.iso.date(), transfers: count() }))
        .describe('Without gaps. Fewer than requested if the last 100,000 transfers span fewer days.'),
    }),
    example: {
      input: { address: examples.collection, chain: 'eth', days: 2 },
      output: {
        tokens: 9_998,
        owners: 6_412,
        transfers: 48_213,
        is_counted: true,
        first_transfer: {
          block_number: '12120768',
          block_timestamp: '2021-03-27T09:14:09.000Z',
          transaction_hash: examples.transactionHash,
        },
        last_transfer: {
          block_number: '16141217',
          block_timestamp: '2022-12-08T16:35:11.000Z',
          transaction_hash: examples.transactionHash,
        },
        days: [
          { day: '2022-12-07', transfers: 61 },
          { day: '2022-12-08', transfers: 44 },
        ],
      },
    },
  }),
})

const listedCollection = record({
  address: hex(),
  name: text().nullable(),
  symbol: text().nullable(),
  contract_type: z.enum(['ERC20', 'ERC721', 'ERC404', 'ERC1155']).nullable(),
  media: nftMedia.nullable().describe('Of one of its first tokens; null until a document that names one is read.'),
  tokens: count().describe('NFTs that are not burned, among those with indexed transfers.'),
  owners: count().describe('Addresses that own at least one of them after the indexed transfers.'),
  index_complete: flag().describe(
    'Whether all transfers of the collection are indexed. If not, `tokens` and `owners` may be too low, and an NFT may have changed ' +
      'hands in blocks that are not indexed.',
  ),
  transfers: count().describe('Indexed transfers.'),
  day_transfers: count().describe('Transfers on the day that `day` names.'),
  day: text().describe('The last whole day of the index, UTC; its only day where it has no other.'),
  first_block: decimal().describe('The block of the first indexed transfer.'),
  possible_spam: flag(),
  verified: flag().describe(
    'A known collection: in the list of the operator of this server. Not about its source code.',
  ),
})

/** NFT collections of a chain. */
export const nftCollectionEndpoints = endpointsOf(evmExplorerRoot, {
  evmNftCollections: endpoint({
    path: '/evm/nft-collections',
    paged: 'cursor',
    summary: 'Get NFT collections by chain',
    description:
      'Collections with indexed transfers. `search` finds up to 100 by the beginning of a word of their name or symbol.',
    tag: 'EVM explorer',
    input: z.object({
      chain: params.chain(),
      sort: parameters
        .oneOf(['owners', 'transfers', 'newest'])
        .default('transfers')
        .describe(
          'Every order contains all collections. `transfers`: most transfers on `day` first, then those without one, newest ' +
            'first. `owners`: most `owners` first. `newest`: latest first transfer first.',
        ),
      search: parameters.text({ max: 100 }).optional().describe('The beginning of a word of the name or symbol.'),
      ...params.paging(),
    }),
    output: plainPage(listedCollection),
    example: {
      input: { chain: 'eth', sort: 'owners', limit: 25 },
      output: {
        cursor: examples.nextCursor,
        result: [
          {
            address: examples.collection,
            name: 'Harbor Lights',
            symbol: 'LIGHT',
            contract_type: 'ERC721',
            media: examples.nftMedia,
            tokens: 9_998,
            owners: 6_412,
            index_complete: true,
            transfers: 48_213,
            day_transfers: 61,
            day: '2022-12-08',
            first_block: '12120768',
            possible_spam: false,
            verified: true,
          },
        ],
      },
    },
  }),
})

const holder = { owner: hex(), owner_label: text().nullable() }

/** Owners and transfers of a collection. */
export const ownershipEndpoints = endpointsOf(evmExplorerRoot, {
  evmCollectionTransfers: endpoint({
    path: '/evm/collections/:address/transfers',
    paged: 'cursor',
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
  evmCollectionOwnership: endpoint({
    path: '/evm/collections/:address/ownership',
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
  evmNftOwners: endpoint({
    path: '/evm/nfts/:address/:token_id/owners',
    paged: 'cursor',
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
})
