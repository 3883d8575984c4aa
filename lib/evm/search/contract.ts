import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, flag, record, text } from '#lib/api/record.ts'
import * as params from '#lib/evm/api/params.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'
import { evmSearchedName } from '#lib/evm/ens/contract.ts'

const tag = 'EVM explorer'

const evmHit = record({
  type: z
    .enum(['address', 'transaction', 'block', 'token', 'collection'])
    .describe('token: an ERC20 contract. collection: one of NFTs.'),
  chain: text(),
  value: text().describe('The text that finds it again: an address, a hash, or a block as requested.'),
  title: text(),
  name: text().optional().describe('The title without the chain: a label, or a name and symbol.'),
  holders: count()
    .optional()
    .describe('Of a token its holders, of a collection its owners; omitted where not all transfers are indexed.'),
  logo: text().optional().describe('The path of the logo of a well-known token on this server.'),
  possible_spam: flag().optional().describe('Of tokens and collections.'),
  verified: flag().optional().describe('Of tokens and collections: known to the operator of this server.'),
})

/** The endpoint behind the search box. */
export const searchEndpoints = endpointsOf(evmExplorerRoot, {
  evmSearch: endpoint({
    path: '/evm/search',
    summary: 'Search chains',
    description:
      'Finds addresses, hashes, block numbers, ENS names, labels, and tokens and collections by the beginning of a word of their ' +
      'name or symbol, and all of these by the beginning of an address or hash: `0x` and at least 4 digits. At most ten results ' +
      'of each kind on each chain: known ones first, possible spam last. Without `chain`, every served chain is searched, for ' +
      '`wait_ms` at most. The list is empty if nothing is found.',
    tag,
    input: z.object({
      q: params
        .searchedText()
        .describe('An address, a hash, a number or a name, also as a link to another explorer or with its chain.'),
      chain: params.chain(),
      wait_ms: parameters
        .integer({ min: 50, max: 4_000 })
        .optional()
        .describe('Milliseconds after which the response is sent with what was found until then. Default: 4000.'),
    }),
    output: record({
      result: z.array(evmHit),
      unanswered: z
        .array(text())
        .optional()
        .describe('Titles of chains whose node or database gave no answer in time: what they have is missing.'),
      name: evmSearchedName.optional().describe('Present if the text has the form of an ENS name.'),
    }),
    example: {
      input: { q: '16141217' },
      output: { result: [{ type: 'block', chain: 'eth', value: '16141217', title: 'Block 16141217 on Ethereum' }] },
    },
  }),
})

export type EvmHit = z.output<typeof evmHit>
