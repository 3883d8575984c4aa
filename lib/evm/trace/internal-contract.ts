import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { count, decimal, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { plainPage, searchedPage } from '#lib/evm/api/records/envelopes.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'

const internalTransfer = record({
  block_number: decimal(),
  block_hash: hex(),
  block_timestamp: timestamp(),
  transaction_hash: hex(),
  transaction_index: count(),
  transfer_index: count().describe('Its place among the internal transfers of its transaction, from 0.'),
  type: text().describe('`CALL`, `CREATE`, `CREATE2` or `SELFDESTRUCT`.'),
  from_address: hex(),
  from_address_label: text().nullable(),
  to_address: hex(),
  to_address_label: text().nullable(),
  value: decimal().describe('In the smallest unit of the native coin; never 0.'),
})

const exampleTransfer = {
  block_number: '16141217',
  block_hash: examples.blockHash,
  block_timestamp: '2022-12-08T16:35:11.000Z',
  transaction_hash: examples.transactionHash,
  transaction_index: 63,
  transfer_index: 0,
  type: 'CALL',
  from_address: examples.collection,
  from_address_label: null,
  to_address: examples.wallet,
  to_address_label: null,
  value: '250000000000000000',
}

/** The native coin that contracts moved. */
export const internalTransferEndpoints = endpointsOf(evmExplorerRoot, {
  evmInternalTransfers: endpoint({
    path: '/evm/addresses/:address/internal',
    paged: 'cursor',
    isKept: true,
    summary: 'Get internal transfers by wallet',
    description:
      'Native coin that contracts sent to or from the wallet: calls, creations and self-destructs with a value, below ' +
      'the call of the transaction itself, which is not included. Calls that failed moved nothing and are not listed. Only where the operator ' +
      'set `TRACES_<CHAIN>=values`; the coverage headers name the traced blocks. With filters, a request examines a bounded number of ' +
      'transfers: `searched_to_block` says how far it came, and a page may have fewer records than `limit`, even none, and still a cursor.',
    tag: 'EVM explorer',
    input: z.object({
      address: params.address().describe('The wallet.'),
      chain: params.chain(),
      direction: params.direction().describe('Only what the wallet received, or only what it sent.'),
      counterparty: params.address().optional().describe('Only from or to this address.'),
      min_value: params
        .minValue()
        .describe('Only transfers of at least so much of the native coin, in its smallest unit.'),
      ...params.bounds(),
      order: params.order(),
      ...params.paging(),
    }),
    output: searchedPage(internalTransfer),
    example: {
      input: { address: examples.wallet, chain: 'eth', limit: 25 },
      output: {
        cursor: examples.nextCursor,
        result: [exampleTransfer],
      },
    },
  }),
  evmChainInternalTransfers: endpoint({
    path: '/evm/internal-transfers',
    paged: 'cursor',
    isKept: true,
    summary: 'Get internal transfers by chain',
    description:
      'The same of all addresses, newest first; those of one block with `from_block` and `to_block`. Only where the operator set ' +
      '`TRACES_<CHAIN>=values`; the coverage headers name the traced blocks.',
    tag: 'EVM explorer',
    input: z.object({ chain: params.chain(), ...params.bounds(), ...params.paging(25) }),
    output: plainPage(internalTransfer),
    example: {
      input: { chain: 'eth', limit: 25 },
      output: { cursor: examples.nextCursor, result: [exampleTransfer] },
    },
  }),
})

export type EvmInternalTransfer = z.output<typeof internalTransfer>
