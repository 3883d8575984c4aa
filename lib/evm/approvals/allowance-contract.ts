import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { decimal, record } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { evmRoot } from '#lib/evm/api/roots.ts'

/** What a spender may move, as the token itself says. */
export const allowanceEndpoints = endpointsOf(evmRoot, {
  tokenAllowance: endpoint({
    path: '/api/v2/erc20/:address/allowance',
    summary: 'Get ERC20 allowance',
    description:
      'What a spender may move of the tokens of an owner, in the smallest unit of the token, read from a node after the newest ' +
      'indexed block. A contract that reports no allowance returns 404; without a node the answer is 503.',
    tag: 'ERC20',
    input: z.object({
      address: params.address().describe('The token contract.'),
      chain: params.chain(),
      owner_address: params.address().describe('Who holds the tokens.'),
      spender_address: params.address().describe('Who may move them.'),
    }),
    output: record({ allowance: decimal() }),
    example: {
      input: {
        address: examples.token,
        chain: 'eth',
        owner_address: examples.wallet,
        spender_address: examples.collection,
      },
      output: { allowance: '1000000000' },
    },
  }),
})
