import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { decimal, record } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { tokenMetadataRecord } from '#lib/evm/api/records/tokens.ts'
import { evmRoot } from '#lib/evm/api/roots.ts'

const tag = 'ERC20'
const symbolsMax = 10

/** How much a token moved, and tokens by their symbols. */
export const tokenFactEndpoints = endpointsOf(evmRoot, {
  tokenStats: endpoint({
    path: '/api/v2/erc20/:address/stats',
    isKept: true,
    summary: 'Get ERC20 token stats',
    description:
      'How many transfers a token has, from the sums that are kept of its indexed transfers: `x-index-complete` says whether all ' +
      'of them are indexed.',
    tag,
    input: z.object({ address: params.address().describe('The token contract.'), chain: params.chain() }),
    isNotFound: false,
    output: record({ transfers: record({ total: decimal() }) }),
    example: { input: { address: examples.token, chain: 'eth' }, output: { transfers: { total: '1048576' } } },
  }),
  tokenMetadataBySymbol: endpoint({
    path: '/api/v2/erc20/metadata/symbols',
    summary: 'Get ERC20 metadata by symbol',
    description:
      'Tokens with one of these symbols, in any case, of those with indexed transfers and of a bundled list: at most 100, verified ones ' +
      'first and possible spam last. Anyone can give a token any symbol.',
    tag,
    input: z.object({
      chain: params.chain(),
      symbols: parameters.list(parameters.text({ max: 64 }), { min: 1, max: symbolsMax }).describe('The symbols.'),
    }),
    output: z.array(tokenMetadataRecord),
    example: { input: { chain: 'eth', symbols: ['EXD'] }, output: [examples.tokenMetadata] },
  }),
})
