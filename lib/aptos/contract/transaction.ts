import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { count, decimal, record, text } from '#lib/api/record.ts'
import * as examples from './examples.ts'
import * as params from './params.ts'
import { address } from './records.ts'
import { aptosTransactionRoutes } from './routes.ts'

const tag = 'Aptos explorer'

const balanceChange = record({
  owner_address: address().describe('The owner of the stores.'),
  asset_id: address().describe('The metadata object; for a coin, the one that the framework pairs it with.'),
  asset_type: text().describe('The coin type, or the address of the metadata object.'),
  name: text().nullable(),
  symbol: text().nullable(),
  decimals: count().nullable(),
  amount: z
    .string()
    .regex(/^-?\d+$/)
    .describe('In the smallest unit; negative if the owner has less of it.'),
})

const balanceChanges = record({
  version: decimal(),
  result: z.array(balanceChange).describe('In the order of the events. Gas is not included.'),
  unattributed: count().describe('Deposits and withdrawals whose owner or asset the transaction does not show.'),
  gas: record({
    payer_address: address(),
    fee: decimal().describe('In octas.'),
    refund: decimal().describe('Octas that the payer received for freed storage.'),
  })
    .nullable()
    .describe('Null for a transaction that no user sent.'),
})

/** The effects of one transaction, derived from the response of a full node. */
export const aptosTransactionApi = {
  aptosBalanceChanges: endpoint(aptosTransactionRoutes.aptosBalanceChanges, {
    summary: 'Get balance changes by version',
    description:
      'How the balances of coins and fungible assets changed in one transaction: deposits less withdrawals, by owner and asset. ' +
      'A coin and the fungible asset that the framework pairs with it are one asset. A transaction that the node has pruned ' +
      'returns 503 `not_available`.',
    tag,
    input: z.object({ version: params.u64().describe('Ledger version.'), network: params.network() }),
    output: balanceChanges,
    example: {
      input: { version: '2308283617', network: 'mainnet' },
      output: {
        version: '2308283617',
        result: [
          {
            owner_address: examples.wallet,
            asset_id: examples.pearlAsset,
            asset_type: examples.pearlAsset,
            name: 'Harbor Pearl',
            symbol: 'PEARL',
            decimals: 6,
            amount: '12500000',
          },
        ],
        unattributed: 0,
        gas: { payer_address: examples.creator, fee: '81200', refund: '0' },
      },
    },
  }),
} satisfies Api

export type AptosTransactionApi = typeof aptosTransactionApi
export type AptosBalanceChanges = z.output<typeof balanceChanges>
export type AptosBalanceChange = z.output<typeof balanceChange>
