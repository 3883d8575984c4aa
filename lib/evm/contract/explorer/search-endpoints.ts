import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { flag, record, text } from '#lib/api/record.ts'
import * as params from '#lib/evm/contract/params.ts'
import { evmSearchedName } from './address-name-endpoints.ts'
import { evmExplorerRoutes } from './routes.ts'

const tag = 'EVM explorer'

export const evmHit = record({
  type: z
    .enum(['address', 'transaction', 'block', 'token', 'collection'])
    .describe('token: an ERC20 contract. collection: one of NFTs.'),
  chain: text(),
  value: text().describe('The text that finds it again: an address, a hash, or a block as requested.'),
  title: text(),
  possible_spam: flag().optional().describe('Of tokens and collections.'),
  verified: flag().optional().describe('Of tokens and collections: listed as verified by the operator of this server.'),
})

/** The endpoint behind the search box. */
export const searchEndpoints = {
  evmSearch: endpoint(evmExplorerRoutes.evmSearch, {
    summary: 'Search chains',
    description:
      'Finds addresses, hashes, block numbers, ENS names, labels, and tokens and collections by the beginning of a word of their ' +
      'name or symbol. At most ten results by name on each chain: verified ones first, possible spam last. Without `chain`, ' +
      'every served chain is searched, for a few seconds at most. The list is empty if nothing is found.',
    tag,
    input: z.object({
      q: params
        .searchedText()
        .describe('An address, a hash, a number or a name, also as a link to another explorer or with its chain.'),
      chain: params.chain(),
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
} satisfies Api
