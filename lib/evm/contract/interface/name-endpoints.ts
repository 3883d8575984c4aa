import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { hex, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as params from '#lib/evm/contract/params.ts'
import { evmRoutes } from './routes.ts'

const tag = 'Names'

const source =
  'ENS names are read from the Ethereum node (`NODE_URL_ETH`), and are the same for every chain. A name whose registration and ' +
  'grace period have ended counts as missing.'

/** ENS in both directions. */
export const nameEndpoints = {
  resolveAddress: endpoint(evmRoutes.resolveAddress, {
    summary: 'Get ENS name by address',
    description: `The primary ENS name of an address, if the name resolves back to it; otherwise 404. ${source}`,
    tag,
    input: z.object({ address: params.address().describe('The wallet or contract.') }),
    output: record({ name: text() }),
    example: { input: { address: examples.wallet }, output: { name: 'wallet.example.eth' } },
  }),
  resolveEnsDomain: endpoint(evmRoutes.resolveEnsDomain, {
    summary: 'Get address by ENS name',
    description: `The address of an ENS name; 404 if it has none. ${source}`,
    tag,
    input: z.object({
      domain: parameters.text({ max: 255 }).describe('The name, in any spelling that ENSIP-15 accepts.'),
    }),
    output: record({ address: hex() }),
    example: { input: { domain: 'wallet.example.eth' }, output: { address: examples.wallet } },
  }),
} satisfies Api
