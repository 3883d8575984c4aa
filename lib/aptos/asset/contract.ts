import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, flag, preciseTimestamp, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/aptos/api/examples.ts'
import * as params from '#lib/aptos/api/params.ts'
import { addressRecord, dayActivity, explorerPage } from '#lib/aptos/api/records.ts'
import { aptosExplorerRoot } from '#lib/aptos/api/roots.ts'

const tag = 'Aptos explorer'

const assetType = () =>
  params
    .assetType()
    .describe(
      'The address of the metadata object, or the type of the coin: `0xa` and `0x1::aptos_coin::AptosCoin` are APT.',
    )

const tokenStandard = (words: string) => z.enum(['v1', 'v2']).describe(words)

/** What every record says of its asset; null where it is not known. */
const assetFields = {
  asset_type: text().describe('The type of the coin if there is one, otherwise the asset id.'),
  name: text().nullable(),
  symbol: text().nullable(),
  decimals: count().nullable(),
}

const warnings = () =>
  z.array(text()).describe('Why the name or symbol may be misleading, one sentence each; empty if nothing was found.')

const iconPreview = () =>
  text()
    .nullable()
    .describe(
      'The icon as WebP of at most 100 pixels, made by this server. Null until it is made, if it is not an image, and if its URI has ' +
        'more than 500 bytes.',
    )

const aptosAsset = record({
  asset_id: addressRecord().describe(
    'The metadata object. For a coin that has not been migrated, the one that the framework will pair with it.',
  ),
  ...assetFields,
  coin_type: text().nullable().describe('Null for a fungible asset that no coin is known to be paired with.'),
  icon_uri: text().nullable().describe('Set by the creator.'),
  icon_preview_url: iconPreview(),
  project_uri: text().nullable().describe('Set by the creator.'),
  creator_address: addressRecord()
    .nullable()
    .describe("The account of the coin's module, or the owner of the metadata object."),
  supply: decimal()
    .nullable()
    .describe(
      'In the smallest unit, at the newest indexed change. Null if it is unknown: also for a coin that is paired with a fungible asset, because each counts its own part.',
    ),
  maximum: decimal().nullable().describe('The largest possible supply, if the asset has one.'),
  first_version: decimal().describe('The version at which it was first seen.'),
  first_timestamp: preciseTimestamp().nullable().describe('Null for genesis, which has no time.'),
  last_version: decimal().nullable().describe('The latest transfer.'),
  last_timestamp: preciseTimestamp().nullable(),
  activity_count: decimal().describe('Deposits, withdrawals and freezes; a transfer counts as two.'),
  holder_count: count().nullable().describe('Stores with a balance; null if there are more than 10,000.'),
  frozen_store_count: count()
    .nullable()
    .describe(
      'Frozen stores, with a balance or without, at the newest indexed version. Null if there are more than 10,000, and if an ' +
        'earlier version is not indexed: a store that was frozen there is not known.',
    ),
  warnings: warnings(),
})

const listedAsset = record({
  asset_id: addressRecord(),
  ...assetFields,
  icon_preview_url: iconPreview(),
  supply: decimal().nullable().describe('As of `aptosAsset`.'),
  holder_count: count().nullable().describe('Stores with a balance; null if there are more than 1,000.'),
  first_version: decimal().describe('The version at which it was first seen.'),
  first_timestamp: preciseTimestamp().nullable().describe('Null for genesis, which has no time.'),
  ...dayActivity,
  warnings: warnings(),
})

const balanceFields = {
  storage_id: addressRecord().describe('The store; for a coin, the primary store that a migration would give it.'),
  amount: decimal().describe('In the smallest unit: the sum of the next two.'),
  coin_amount: decimal().nullable().describe("In the owner's coin store; null if none was seen."),
  fungible_amount: decimal().nullable().describe('In the fungible store; null if none was seen.'),
  is_primary: flag().describe('False for a secondary store: an object of its own.'),
  is_frozen: flag(),
  last_version: decimal().describe('The latest change.'),
  last_timestamp: preciseTimestamp(),
}

const holder = record({
  owner_address: addressRecord(),
  ...balanceFields,
  percent: z.number().nullable().describe('Of the supply; null if that is unknown.'),
})

const accountAsset = record({
  asset_id: addressRecord(),
  ...assetFields,
  icon_preview_url: iconPreview(),
  ...balanceFields,
  warnings: warnings(),
})

const transfer = record({
  transaction_version: decimal(),
  event_index: z
    .int()
    .min(-1)
    .describe("The event's index in its transaction; -1 for the gas fee, which is not an event."),
  transaction_timestamp: preciseTimestamp(),
  event_type: text().describe('The Move type of the event, e.g. `0x1::fungible_asset::Withdraw`.'),
  owner_address: addressRecord()
    .nullable()
    .describe('Null if the transaction deleted the store and does not name its owner.'),
  storage_id: addressRecord(),
  asset_id: addressRecord()
    .nullable()
    .describe('Null if the transaction deleted the store and does not say what it contained.'),
  ...assetFields,
  asset_type: text().nullable(),
  amount: decimal().nullable().describe('In the smallest unit; null for a freeze.'),
  is_frozen: flag().nullable().describe('The new state of the store, if it was frozen or released.'),
  is_gas_fee: flag(),
  gas_fee_payer_address: addressRecord().nullable().describe('The sponsor who paid the gas fee instead of the owner.'),
  storage_refund_amount: decimal().describe('Octas that a gas fee was reduced by for freed storage.'),
  is_transaction_success: flag(),
  entry_function: text().nullable().describe('The called function; null for a script or a system transaction.'),
  token_standard: tokenStandard('`v1`: module 0x1::coin. `v2`: module 0x1::fungible_asset.'),
})

const pearl = {
  asset_type: examples.pearlAsset,
  name: 'Harbor Pearl',
  symbol: 'PEARL',
  decimals: 6,
}
const iconPreviewUrl =
  'https://explorer.example/media/5f2b1d0c9e8a7f6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a2b/low.webp'
const store = {
  storage_id: '0x3a4be34cd8f1f2a7d6a4a9f7b9d2c0e1f3a5b7c9d1e3f5a7b9c1d3e5f7a9b1c3',
  amount: '12500000',
  coin_amount: null,
  fungible_amount: '12500000',
  is_primary: true,
  is_frozen: false,
  last_version: '2308283617',
  last_timestamp: '2025-02-01T17:05:15.482915Z',
}
const transferExample = {
  transaction_version: '2308283617',
  event_index: 1,
  transaction_timestamp: '2025-02-01T17:05:15.482915Z',
  event_type: '0x1::fungible_asset::Deposit',
  owner_address: examples.wallet,
  storage_id: store.storage_id,
  asset_id: examples.pearlAsset,
  ...pearl,
  amount: '12500000',
  is_frozen: null,
  is_gas_fee: false,
  gas_fee_payer_address: null,
  storage_refund_amount: '0',
  is_transaction_success: true,
  entry_function: '0x1::primary_fungible_store::transfer',
  token_standard: 'v2' as const,
}

/** Coins and fungible assets of the Aptos index. */
export const aptosAssetApi = endpointsOf(aptosExplorerRoot, {
  aptosAssets: endpoint({
    path: '/aptos/assets',
    paged: 'cursor',
    summary: 'Get assets',
    description:
      'All indexed coins and fungible assets; a coin and the fungible asset that it is paired with are one. `search` finds up to 100 ' +
      'by the beginning of a word of their name or symbol. Anyone may name an asset: see `warnings`.',
    tag,
    input: z.object(params.catalogOf('assets')),
    output: explorerPage(listedAsset),
    example: {
      input: { network: 'mainnet', limit: 25 },
      output: {
        cursor: examples.nextCursor,
        result: [
          {
            asset_id: examples.pearlAsset,
            ...pearl,
            icon_preview_url: null,
            supply: '5000000000',
            holder_count: 311,
            first_version: '1204778',
            first_timestamp: '2022-10-19T07:12:05.118290Z',
            day_activity_count: 96,
            day: '2023-03-26',
            warnings: [],
          },
        ],
      },
    },
  }),
  aptosAsset: endpoint({
    path: '/aptos/assets/:asset_type',
    summary: 'Get asset',
    description:
      'An indexed coin or fungible asset. A coin and the fungible asset that the framework pairs with it are one asset. An ' +
      'unknown one returns 404: an index that starts in the middle of the ledger knows an asset only after its first change.',
    tag,
    input: z.object({ asset_type: assetType(), network: params.network() }),
    output: aptosAsset,
    example: {
      input: { asset_type: examples.pearlAsset, network: 'mainnet' },
      output: {
        asset_id: examples.pearlAsset,
        ...pearl,
        coin_type: null,
        icon_uri: 'https://harbor.example/pearl.svg',
        icon_preview_url: iconPreviewUrl,
        project_uri: 'https://harbor.example',
        creator_address: examples.creator,
        supply: '900000000000',
        maximum: '1000000000000',
        first_version: '1204778',
        first_timestamp: '2024-09-05T11:52:16.118290Z',
        last_version: '2308283617',
        last_timestamp: '2025-02-01T17:05:15.482915Z',
        activity_count: '20944',
        holder_count: 2_118,
        frozen_store_count: 3,
        warnings: [],
      },
    },
  }),
  aptosAssetHolders: endpoint({
    path: '/aptos/assets/:asset_type/holders',
    paged: 'cursor',
    summary: 'Get holders by asset',
    description: 'Stores with a balance of the asset, largest first. An account may have several stores.',
    tag,
    input: z.object({ asset_type: assetType(), ...params.pageOf('stores') }),
    output: explorerPage(holder),
    example: {
      input: { asset_type: examples.pearlAsset, network: 'mainnet', limit: 25 },
      output: {
        cursor: examples.nextCursor,
        result: [{ owner_address: examples.wallet, ...store, percent: 0.01 }],
      },
    },
  }),
  aptosAssetTransfers: endpoint({
    path: '/aptos/assets/:asset_type/transfers',
    paged: 'cursor',
    summary: 'Get transfers by asset',
    description: 'Deposits, withdrawals and freezes of the asset, newest first; gas fees are not listed.',
    tag,
    input: z.object({ asset_type: assetType(), ...params.pageOf('activities') }),
    output: explorerPage(transfer),
    example: {
      input: { asset_type: examples.pearlAsset, network: 'mainnet', limit: 25 },
      output: { cursor: examples.nextCursor, result: [transferExample] },
    },
  }),
  aptosAssetDays: endpoint({
    path: '/aptos/assets/:asset_type/days',
    summary: 'Get daily activity by asset',
    description: 'Activity counts of an asset for its latest active days, oldest first.',
    tag,
    input: z.object({
      asset_type: assetType(),
      network: params.network(),
      limit: parameters.pageSize({ fallback: 90, max: 1_000 }).describe('The number of days.'),
    }),
    output: record({ result: z.array(record({ day: z.iso.date().describe('In UTC.'), activity_count: count() })) }),
    example: {
      input: { asset_type: examples.pearlAsset, network: 'mainnet', limit: 90 },
      output: { result: [{ day: '2025-02-01', activity_count: 212 }] },
    },
  }),
  aptosAccountAssets: endpoint({
    path: '/aptos/accounts/:address/assets',
    paged: 'cursor',
    summary: 'Get assets by account',
    description:
      'Coins and fungible assets that an account holds, by store, latest change first. A store that changes while you page ' +
      'through the list moves to the top and is not returned again.',
    tag,
    input: z.object({ address: params.address().describe('The account.'), ...params.pageOf('stores') }),
    output: explorerPage(accountAsset),
    example: {
      input: { address: examples.wallet, network: 'mainnet', limit: 25 },
      output: {
        cursor: examples.nextCursor,
        result: [{ asset_id: examples.pearlAsset, ...pearl, icon_preview_url: iconPreviewUrl, ...store, warnings: [] }],
      },
    },
  }),
  aptosAccountTransfers: endpoint({
    path: '/aptos/accounts/:address/transfers',
    paged: 'cursor',
    summary: 'Get asset transfers by account',
    description: 'Deposits, withdrawals, freezes and gas fees of an account, newest first.',
    tag,
    input: z.object({ address: params.address().describe('The account.'), ...params.pageOf('activities') }),
    output: explorerPage(transfer),
    example: {
      input: { address: examples.wallet, network: 'mainnet', limit: 25 },
      output: { cursor: examples.nextCursor, result: [transferExample] },
    },
  }),
})

export type AptosAssetApi = typeof aptosAssetApi
export type AptosAsset = z.output<typeof aptosAsset>
export type AptosListedAsset = z.output<typeof listedAsset>
export type AptosHolder = z.output<typeof holder>
export type AptosAccountAsset = z.output<typeof accountAsset>
export type AptosTransfer = z.output<typeof transfer>
