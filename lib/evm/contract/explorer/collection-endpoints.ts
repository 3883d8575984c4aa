import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as params from '#lib/evm/contract/params.ts'
import { evmExplorerRoutes } from './routes.ts'

const tag = 'EVM explorer'

const oneContract = { address: params.address().describe('The contract.'), chain: params.chain() }

const moment = record({ block_number: decimal(), block_timestamp: timestamp(), transaction_hash: hex() })

/** Endpoints about the trustworthiness and use of a token or collection. */
export const collectionEndpoints = {
  evmContractRating: endpoint(evmExplorerRoutes.evmContractRating, {
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
  evmCollectionStatistics: endpoint(evmExplorerRoutes.evmCollectionStatistics, {
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
} satisfies Api
