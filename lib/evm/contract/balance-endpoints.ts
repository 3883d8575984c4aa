import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { decimal, record } from '#lib/api/record.ts'
import * as examples from './examples.ts'
import * as params from './params.ts'
import { evmRoutes } from './routes.ts'

const tag = 'Balances'

/** The block of a balance, in a response header: bodies of the interface have no field for it. */
export const balanceBlockHeader = 'x-spyglass-block'

export const balanceBlockHeaders = {
  [balanceBlockHeader]: 'The block after which the balances were read: `16141217`.',
}

/** What an address holds. */
export const balanceEndpoints = {
  nativeBalance: endpoint(evmRoutes.nativeBalance, {
    summary: 'Get native balance by wallet',
    description:
      'The balance of the native coin in its smallest unit, read from a node after the newest indexed block, so that ' +
      'it agrees with the lists of this server; with `to_block`, after that block, which needs a node that keeps its ' +
      'state. Without such a node the answer is 503.',
    tag,
    input: z.object({
      address: params.address().describe('The wallet or contract.'),
      chain: params.chain(),
      to_block: params.balanceBlock(),
    }),
    headers: balanceBlockHeaders,
    output: record({ balance: decimal() }),
    example: {
      input: { address: examples.wallet, chain: 'eth' },
      output: { balance: '1709495362615127' },
    },
  }),
} satisfies Api
