import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { decimal, flag, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/aptos/api/examples.ts'
import * as params from '#lib/aptos/api/params.ts'
import { addressRecord } from '#lib/aptos/api/records.ts'
import { aptosExplorerRoot } from '#lib/aptos/api/roots.ts'

const evidence = record({
  address: addressRecord().describe('The account or object with the resource.'),
  resource: text().describe('The Move type of the resource that contains the reference or capability.'),
})

const power = record({
  possible: flag()
    .nullable()
    .describe('Null if it is not known: a reference may be kept in any account, and only some are searched.'),
  reason: text().describe('One sentence.'),
  evidence: z.array(evidence).describe('Where references or capabilities were found, at most 10.'),
})

const hook = record({
  on: z.enum(['withdraw', 'deposit', 'balance', 'supply']).describe('What the function replaces or checks.'),
  function: text(),
})

const assetControl = record({
  asset_id: addressRecord(),
  coin_type: text().nullable().describe('The coin that the fungible asset is paired with.'),
  is_paired: flag().describe('Whether a coin and a fungible asset of it exist, and can be converted into each other.'),
  ledger_version: decimal().describe('The ledger version that the state was read at.'),
  is_whole: flag().describe('False if a searched account has more resources than this server reads.'),
  searched: z.array(addressRecord()).describe('The accounts whose resources were searched.'),
  mint: power.describe('Whether more can be minted.'),
  burn: power.describe('Whether it can be burned in the stores of others.'),
  freeze: power.describe('Whether stores of others can be frozen. A transfer reference can also move their balance.'),
  hooks: z.array(hook).describe('Functions of the issuer that run with every transfer; they may refuse it.'),
  has_fixed_stores: flag().describe('Whether its stores cannot be given to another owner.'),
})

const state = {
  address: examples.pearlAsset,
  resource: `${examples.creator}::pearl::Management`,
}

/** Who may change an asset, as far as the state of a full node shows it. */
export const aptosAssetControlApi = endpointsOf(aptosExplorerRoot, {
  aptosAssetControl: endpoint({
    path: '/aptos/assets/:asset_type/control',
    summary: 'Get control of an asset',
    description:
      'Whether an asset can be minted, burned and frozen, and which functions run with its transfers. The resources of its ' +
      "metadata object, of the object's owner and of the coin's account are searched for references and capabilities.",
    tag: 'Aptos explorer',
    input: z.object({
      asset_type: params
        .assetType()
        .describe(
          'The address of the metadata object, or the type of the coin: `0xa` and `0x1::aptos_coin::AptosCoin` are APT.',
        ),
      network: params.network(),
      ledger_version: params.u64().optional().describe('The ledger version to read at; the newest if omitted.'),
    }),
    output: assetControl,
    example: {
      input: { asset_type: examples.pearlAsset, network: 'mainnet' },
      output: {
        asset_id: examples.pearlAsset,
        coin_type: null,
        is_paired: false,
        ledger_version: '2308283617',
        is_whole: true,
        searched: [examples.pearlAsset, examples.creator],
        mint: { possible: true, reason: 'Code of 0x7b5a1e…0c42d1::pearl can mint more of it.', evidence: [state] },
        burn: { possible: true, reason: 'Code of 0x7b5a1e…0c42d1::pearl can burn it in any store.', evidence: [state] },
        freeze: {
          possible: true,
          reason: 'Code of 0x7b5a1e…0c42d1::pearl can freeze any store and move its balance.',
          evidence: [state],
        },
        hooks: [{ on: 'withdraw', function: `${examples.creator}::pearl::withdraw` }],
        has_fixed_stores: false,
      },
    },
  }),
})

export type AptosAssetControlApi = typeof aptosAssetControlApi
export type AptosAssetControl = z.output<typeof assetControl>
export type AptosAssetPower = z.output<typeof power>
