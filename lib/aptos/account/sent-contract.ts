import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { decimal, flag, hex, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/aptos/api/examples.ts'
import * as params from '#lib/aptos/api/params.ts'
import { addressRecord } from '#lib/aptos/api/records.ts'
import { aptosExplorerRoot } from '#lib/aptos/api/roots.ts'

const tag = 'Aptos explorer'

const aptosAccount = record({
  address: addressRecord(),
  exists: flag().describe(
    'Whether an account resource exists at this address. False for objects and for addresses that have not sent a transaction.',
  ),
  sequence_number: decimal().nullable().describe('The number of sequence-numbered transactions that it has sent.'),
  authentication_key: text().nullable(),
})

const aptosSentTransaction = record({
  version: decimal(),
  hash: hex(),
  type: text(),
  timestamp: decimal().nullable().describe('Microseconds since 1970.'),
  sender: addressRecord(),
  sequence_number: decimal().nullable().describe('Null if the node returned none, as for an orderless transaction.'),
  function: text().nullable().describe('The called entry function; null for a script.'),
  gas_used: decimal().nullable().describe('In units of gas.'),
  gas_unit_price: decimal().nullable().describe('In octas; 1 APT is 100,000,000 octas.'),
  success: flag().nullable(),
  vm_status: text().nullable(),
})

const accountAddress = () => params.address().describe('The account.')

/** An account, and the transactions that it sent. */
export const aptosAccountApi = endpointsOf(aptosExplorerRoot, {
  aptosAccount: endpoint({
    path: '/aptos/accounts/:address',
    summary: 'Get account',
    description: 'The account resource at an address. An address without an account is not an error.',
    tag,
    input: z.object({ address: accountAddress(), network: params.network() }),
    output: aptosAccount,
    example: { input: { address: examples.account.address, network: 'mainnet' }, output: examples.account },
  }),
  aptosAccountTransactions: endpoint({
    path: '/aptos/accounts/:address/transactions',
    paged: 'cursor',
    summary: 'Get transactions by account',
    description:
      'Transactions sent by the account, newest first by sequence number. Transactions without ' +
      'one (orderless transactions) are not listed. Transactions that the node has pruned return 503 `not_available`.',
    tag,
    input: z.object({
      address: accountAddress(),
      network: params.network(),
      limit: parameters.pageSize({ fallback: 25, max: 100 }).describe('The number of transactions.'),
      cursor: parameters.cursor().optional().describe('The `cursor` of the previous response, to get the next page.'),
    }),
    output: record({
      cursor: text().nullable().describe('Send it as `cursor` to get the next page; null on the last page.'),
      result: z.array(aptosSentTransaction),
    }),
    example: {
      input: { address: examples.sentTransaction.sender, network: 'mainnet', limit: 1 },
      output: { cursor: '17', result: [examples.sentTransaction] },
    },
  }),
})

export type AptosAccountApi = typeof aptosAccountApi
export type AptosAccount = z.output<typeof aptosAccount>
export type AptosSentTransaction = z.output<typeof aptosSentTransaction>
