import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { decimal, record, text } from '#lib/api/record.ts'
import { evmRoot } from '#lib/evm/api/roots.ts'

const tag = 'Service'

/** What this server is, and what its operations cost. */
export const serviceEndpoints = endpointsOf(evmRoot, {
  web3Version: endpoint({
    path: '/api/v2/web3/version',
    summary: 'Get API version',
    description: 'The version of this server.',
    tag,
    input: z.object({}),
    output: record({ version: text() }),
    example: { input: {}, output: { version: '0.3.0' } },
  }),
  endpointWeights: endpoint({
    path: '/api/v2/info/endpointWeights',
    summary: 'Get endpoint weights',
    description:
      'The operations of the hosted service that this server has, by the names of its SDK, with what they cost here: every request ' +
      'counts as one against the limit of its key.',
    tag,
    input: z.object({}),
    output: z.array(record({ endpoint: text(), path: text(), rateLimitCost: decimal(), price: decimal() })),
    example: {
      input: {},
      output: [{ endpoint: 'getContractNFTs', path: '/nft/{address}', rateLimitCost: '1', price: '0' }],
    },
  }),
})
