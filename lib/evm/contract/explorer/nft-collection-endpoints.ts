import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, flag, hex, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as params from '#lib/evm/contract/params.ts'
import { plainPage } from '#lib/evm/contract/records/envelopes.ts'
import { evmExplorerRoutes } from './routes.ts'

const listedCollection = record({
  address: hex(),
  name: text().nullable(),
  symbol: text().nullable(),
  contract_type: z.enum(['ERC20', 'ERC721', 'ERC404', 'ERC1155']).nullable(),
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
export const nftCollectionEndpoints = {
  evmNftCollections: endpoint(evmExplorerRoutes.evmNftCollections, {
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
} satisfies Api
