import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { record, text } from '#lib/api/record.ts'
import * as params from '#lib/aptos/api/params.ts'
import { aptosExplorerRoot } from '#lib/aptos/api/roots.ts'

const aptosHit = record({
  type: z.enum(['asset', 'collection', 'token', 'account']).describe('asset: a coin or a fungible asset.'),
  network: z.enum(['mainnet', 'testnet']),
  value: text().describe(
    'Of an asset its type, of a collection or token its id without 0x, of an account its address: as in their paths.',
  ),
  name: text().nullable().describe('Null for an account, and for an asset whose name is unknown.'),
  symbol: text().nullable().describe('Of an asset.'),
  icon_preview_url: text().nullable().describe('The icon of an asset, made by this server; null if there is none yet.'),
  warnings: z.array(text()).describe('Why a name or symbol may be misleading, one sentence each.'),
})

/** Coins, assets and collections by name, from the own index. */
export const aptosSearchApi = endpointsOf(aptosExplorerRoot, {
  aptosSearch: endpoint({
    path: '/aptos/search',
    summary: 'Search Aptos',
    description:
      'Finds coins, fungible assets and collections by the beginning of a word of their name or symbol, exact matches ' +
      'first, misleading names last; and by the beginning of an id (`0x` and at least 4 digits) accounts with assets, assets, ' +
      'collections and tokens. At most ten results of each kind. The list is empty if nothing is found.',
    tag: 'Aptos explorer',
    input: z.object({
      q: parameters.text({ max: 128 }).describe('A name, a symbol, or the beginning of an id.'),
      network: params.network(),
    }),
    output: record({ result: z.array(aptosHit) }),
    example: {
      input: { q: 'apt', network: 'mainnet' },
      output: {
        result: [
          {
            type: 'asset',
            network: 'mainnet',
            value: '0x1::aptos_coin::AptosCoin',
            name: 'Aptos Coin',
            symbol: 'APT',
            icon_preview_url: null,
            warnings: [],
          },
        ],
      },
    },
  }),
})

export type AptosSearchApi = typeof aptosSearchApi

export type AptosHit = z.output<typeof aptosHit>
