import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { decimal, flag, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/aptos/api/examples.ts'
import * as params from '#lib/aptos/api/params.ts'
import { addressRecord } from '#lib/aptos/api/records.ts'
import { aptosExplorerRoot } from '#lib/aptos/api/roots.ts'

const changes = ['name', 'description', 'uri', 'properties', 'burn', 'freeze'] as const

const digitalAsset = record({
  address: addressRecord(),
  kind: z.enum(['token', 'collection']),
  ledger_version: decimal().describe('The ledger version that the state was read at.'),
  description: text(),
  creator_address: addressRecord()
    .nullable()
    .describe('Of a collection. Module 0x4::collection sets it to the signer of its creation, so it cannot be forged.'),
  owner_address: addressRecord().nullable(),
  is_transferable: flag().nullable().describe('Whether its owner can transfer it; null if the state does not say it.'),
  royalty: record({
    percent: z.number().describe('Of a sale, as the creator asks for. Markets need not pay it.'),
    payee_address: addressRecord(),
    is_of_collection: flag().describe('Whether the token has none of its own, and that of its collection applies.'),
  }).nullable(),
  creator_may: z
    .array(z.enum(changes))
    .nullable()
    .describe(
      'What module 0x4::aptos_token lets the creator change later. Null for an object of another module, which may keep ' +
        'such rights where they cannot be found.',
    ),
  supply: record({ current: decimal(), minted: decimal(), maximum: decimal().nullable() })
    .nullable()
    .describe('Of a collection, if it counts its tokens.'),
  properties: z.record(z.string(), z.string()).describe('Of its property map, at most 200.'),
})

/** Digital assets (token v2) and their collections, as the state of a full node has them. */
export const aptosDigitalAssetApi = endpointsOf(aptosExplorerRoot, {
  aptosDigitalAsset: endpoint({
    path: '/aptos/digital-assets/:address',
    summary: 'Get digital asset',
    description:
      'The state of a digital asset (token v2) or of its collection: royalty, rights of the creator, supply and properties.',
    tag: 'Aptos explorer',
    input: z.object({
      address: params.address().describe('The object of the token or collection.'),
      network: params.network(),
      ledger_version: params.u64().optional().describe('The ledger version to read at; the newest if omitted.'),
    }),
    output: digitalAsset,
    example: {
      input: { address: examples.pearlAsset, network: 'mainnet' },
      output: {
        address: examples.pearlAsset,
        kind: 'collection',
        ledger_version: '2308283617',
        description: 'Wizards folded from paper',
        creator_address: examples.creator,
        owner_address: examples.creator,
        is_transferable: true,
        royalty: { percent: 5, payee_address: examples.creator, is_of_collection: false },
        creator_may: ['description', 'burn'],
        supply: { current: '4998', minted: '5000', maximum: '5000' },
        properties: {},
      },
    },
  }),
})

export type AptosDigitalAssetApi = typeof aptosDigitalAssetApi
export type AptosDigitalAsset = z.output<typeof digitalAsset>
