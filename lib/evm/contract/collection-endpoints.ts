import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/parameters.ts'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from './examples.ts'
import { evmExplorerRoutes } from './explorer-routes.ts'
import * as params from './params.ts'

const tag = 'EVM explorer'

const oneContract = { address: params.address().describe('The contract.'), chain: params.chain() }

const moment = record({ block_number: decimal(), block_timestamp: timestamp(), transaction_hash: hex() })

/** What people want to know of a token or collection before they trust it, and how it is used. */
export const collectionEndpoints = {
  evmContractRating: endpoint(evmExplorerRoutes.evmContractRating, {
    summary: 'Why a contract is called spam, or not',
    description:
      'The flags that records of this contract have, and the reasons behind them. What the operator of this server says goes before ' +
      'the score; from a score of 50 on a contract is called spam. All rules look at the chain alone, and each says what it found.',
    tag,
    input: z.object(oneContract),
    output: record({
      possible_spam: flag(),
      verified: flag().describe('The operator of this server vouches for it.'),
      score: z
        .int()
        .min(0)
        .max(100)
        .nullable()
        .describe('The sum of the weights, at most 100. Null while it was not rated yet.'),
      reasons: z.array(record({ rule: text(), weight: count(), text: text() })).describe('The weightiest first.'),
      rated_at: timestamp().nullable(),
    }),
    example: {
      input: { address: examples.token, chain: 'eth' },
      output: {
        possible_spam: true,
        verified: false,
        score: 80,
        reasons: [
          { rule: 'words', weight: 60, text: 'Its name or symbol has a web address, words of a lure.' },
          { rule: 'silent-receivers', weight: 20, text: '97 % of those who received it never sent any of it.' },
        ],
        rated_at: '2022-12-08T16:40:00.000Z',
      },
    },
  }),
  evmCollectionStatistics: endpoint(evmExplorerRoutes.evmCollectionStatistics, {
    summary: 'Statistics of a token or collection',
    description:
      'How many tokens and owners a collection has, and its transfers by day (UTC), oldest first, as far as it is indexed. Coins ' +
      '(ERC20) have transfers alone. What is above 100,000 is not counted.',
    tag,
    input: z.object({
      ...oneContract,
      days: parameters.integer({ min: 1, max: 366 }).default(30).describe('How many days, the current one included.'),
    }),
    output: record({
      tokens: count().nullable().describe('Tokens that are not burned. Null for more than 100,000, and for coins.'),
      owners: count()
        .nullable()
        .describe('Addresses that have one. Null where there are too many to count, and for coins.'),
      transfers: count().nullable().describe('All that are indexed. Null for more than 100,000.'),
      is_counted: flag().describe('False where something above is null because there is too much of it.'),
      first_transfer: moment.nullable(),
      last_transfer: moment.nullable(),
      days: z
        .array(record({ day: z.iso.date(), transfers: count() }))
        .describe('Without gaps. Fewer than asked for where the last 100,000 transfers are of fewer days.'),
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
