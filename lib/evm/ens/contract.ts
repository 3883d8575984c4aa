import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { evmExplorerRoot, evmRoot } from '#lib/evm/api/roots.ts'

/** Properties of an ENS name, besides the name and its address. */
const nameFacts = {
  is_expired: flag().describe('Whether the registration and its grace period have ended.'),
  expires_at: timestamp().nullable().describe('When they end; null if the name does not expire.'),
  warning: z
    .enum(['mixed_scripts', 'look_alike'])
    .nullable()
    .describe('Why the name may deceive: letters of several scripts, or it reads like a well-known name.'),
  block_number: decimal().describe('The block of Ethereum after which it was read.'),
  read_at: timestamp(),
}

const evmAddressName = record({
  status: z
    .enum(['known', 'none', 'pending', 'off'])
    .describe('`pending`: not read yet, try again later. `off`: no Ethereum node is configured for names.'),
  name: record({ name: text(), ...nameFacts }).nullable(),
})

/** The ENS name that a searched text may be. */
export const evmSearchedName = record({
  status: z
    .enum(['resolved', 'expired', 'unknown', 'failed', 'off'])
    .describe(
      '`unknown`: it has no address. `failed`: the node did not answer. `off`: no node is configured for names.',
    ),
  name: text(),
  address: hex().nullable(),
  ...nameFacts,
  block_number: decimal().nullable(),
  read_at: timestamp().nullable(),
})

/** What is known of an address that appears in a call or an event. */
const knownAddress = record({
  address: hex(),
  address_label: text().nullable().describe('A name of the operator, of this program, or of ENS.'),
  name: text().nullable().describe('Of a token contract.'),
  symbol: text().nullable(),
  decimals: count().nullable(),
  possible_spam: flag(),
})

/** The names of addresses, for pages. */
export const addressNameEndpoints = endpointsOf(evmExplorerRoot, {
  evmKnownAddresses: endpoint({
    path: '/evm/known-addresses',
    summary: 'Get names of addresses',
    description:
      'Labels and ENS names of up to 100 addresses, and name, symbol and decimals of those that are tokens, as far as this server knows ' +
      'them: no node is asked.',
    tag: 'EVM explorer',
    input: z.object({
      chain: params.chain(),
      addresses: params.namedAddresses(),
    }),
    output: record({ result: z.array(knownAddress) }),
    example: {
      input: { chain: 'eth', addresses: [examples.token] },
      output: {
        result: [
          {
            ...{ address: examples.token, address_label: null, name: 'USD Coin', symbol: 'USDC', decimals: 6 },
            possible_spam: false,
          },
        ],
      },
    },
  }),
  evmAddressName: endpoint({
    path: '/evm/addresses/:address/name',
    summary: 'Get ENS name of an address with its state',
    description:
      'The primary ENS name of an address, if the name resolves back to it, also if it has expired or may deceive. Names are read ' +
      'from the Ethereum node and kept for 24 hours, their absence for one; the node is waited for half a second at most.',
    tag: 'EVM explorer',
    input: z.object({ address: params.address().describe('The wallet or contract.') }),
    isNotFound: false,
    output: evmAddressName,
    example: {
      input: { address: examples.wallet },
      output: {
        status: 'known',
        name: {
          name: 'wallet.example.eth',
          is_expired: false,
          expires_at: '2031-05-04T12:00:00.000Z',
          warning: null,
          block_number: '16141217',
          read_at: '2022-12-08T16:35:11.000Z',
        },
      },
    },
  }),
})

const tag = 'Names'

const source =
  'ENS names are read from the Ethereum node (`NODE_URL_ETH`), and are the same for every chain. A name whose registration and ' +
  'grace period have ended counts as missing.'

/** ENS in both directions. */
export const nameEndpoints = endpointsOf(evmRoot, {
  resolveAddress: endpoint({
    path: '/api/v2/resolve/:address/reverse',
    summary: 'Get ENS name by address',
    description: `The primary ENS name of an address, if the name resolves back to it; otherwise 404. ${source}`,
    tag,
    input: z.object({ address: params.address().describe('The wallet or contract.') }),
    output: record({ name: text() }),
    example: { input: { address: examples.wallet }, output: { name: 'wallet.example.eth' } },
  }),
  resolveEnsDomain: endpoint({
    path: '/api/v2/resolve/ens/:domain',
    summary: 'Get address by ENS name',
    description: `The address of an ENS name; 404 if it has none. ${source}`,
    tag,
    input: z.object({
      domain: parameters.text({ max: 255 }).describe('The name, in any spelling that ENSIP-15 accepts.'),
    }),
    output: record({ address: hex() }),
    example: { input: { domain: 'wallet.example.eth' }, output: { address: examples.wallet } },
  }),
})
