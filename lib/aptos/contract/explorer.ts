import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/parameters.ts'
import { transactionHash } from '#lib/api/parameters.ts'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from './examples.ts'
import { aptosNftExplorerApi } from './nft-explorer.ts'
import * as params from './params.ts'
import { address, aptosBlockSummary } from './records.ts'
import { aptosExplorerRoutes } from './routes.ts'

const tag = 'Aptos explorer'

const aptosIndexState = record({
  first_version: decimal()
    .nullable()
    .describe('The lists hold what happened from this version on; null before any is stored.'),
  last_version: decimal().nullable().describe('The newest version that is stored.'),
  gaps: count().describe('Stretches between the two that are not stored yet.'),
  end_version: decimal().nullable().describe('The last version that is wanted; null where the network is followed.'),
  head_version: decimal().nullable().describe("The node's newest version when the worker last asked."),
  versions_per_second: z
    .number()
    .nullable()
    .describe('How fast the newest stored version went up of late; null until this server has seen it twice.'),
  checked_at: timestamp().nullable().describe('When the worker last heard from the node, or failed to.'),
  refused_nodes: z
    .array(text())
    .optional()
    .describe(
      'One sentence for each configured node that is not used, because its chain id or a transaction differs. It is used again once it agrees.',
    ),
  error: text().nullable().describe('Why indexing stands still.'),
  index_complete: flag().describe('Whether every version up to the head is indexed.'),
  coverage: text().describe('Indexed ranges of versions, newest first, at most 8, as in `x-spyglass-coverage`.'),
  coverage_note: text().nullable().describe('One sentence on what is not indexed; null where nothing is missing.'),
})

const aptosStatus = record({
  network: z.enum(['mainnet', 'testnet']),
  chain_id: count().nullable(),
  source: text().describe('Where the data come from: `index`, `hosted` or `demo`.'),
  ledger_version: decimal().nullable(),
  oldest_ledger_version: decimal().nullable(),
  block_height: decimal().nullable(),
  oldest_block_height: decimal().nullable(),
  ledger_timestamp: timestamp().nullable(),
  checked_at: timestamp().nullable().describe('When the worker last heard from the node.'),
  error: text().nullable().describe('Words about the last failure that hold no secret and no address of a node.'),
  index: aptosIndexState.nullable().describe('What the index of NFTs covers; null where there is none.'),
})

const aptosAccount = record({
  address: address(),
  exists: flag().describe(
    'Whether the ledger holds an account resource at this address. False for an object, or where nothing was sent so far.',
  ),
  sequence_number: decimal().nullable().describe('How many numbered transactions it has sent.'),
  authentication_key: text().nullable(),
})

const aptosSentTransaction = record({
  version: decimal(),
  hash: hex(),
  type: text(),
  timestamp: decimal().describe('Microseconds since 1970.'),
  sender: address(),
  sequence_number: decimal(),
  function: text().nullable().describe('The entry function that it calls; null for a script.'),
  gas_used: decimal().describe('In units of gas.'),
  gas_unit_price: decimal().describe('In octas: 100,000,000 are one APT.'),
  success: flag(),
  vm_status: text(),
})

const aptosTransactionPlace = record({ version: decimal(), hash: hex(), type: text() })

const accountAddress = () => params.address().describe('The account.')

/** What the interface lacks and our pages need, for Aptos. */
export const aptosExplorerApi = {
  ...aptosNftExplorerApi,
  aptosStatus: endpoint(aptosExplorerRoutes.aptosStatus, {
    summary: 'State of the Aptos source',
    description: 'Which part of the ledger this server can answer for, and where it gets it.',
    tag,
    input: z.object({ network: params.network() }),
    output: aptosStatus,
    example: {
      input: { network: 'mainnet' },
      output: {
        network: 'mainnet',
        chain_id: 1,
        source: 'index',
        ledger_version: '108478769',
        oldest_ledger_version: '0',
        block_height: '38204117',
        oldest_block_height: '0',
        ledger_timestamp: '2023-03-26T21:48:41.000Z',
        checked_at: '2023-03-26T21:48:41.512Z',
        error: null,
        index: {
          first_version: '0',
          last_version: '108478769',
          gaps: 0,
          end_version: null,
          head_version: '108478769',
          versions_per_second: 12.5,
          checked_at: '2023-03-26T21:48:41.000Z',
          error: null,
          index_complete: true,
          coverage: '0-108478769',
          coverage_note: null,
        },
      },
    },
  }),
  aptosBlocks: endpoint(aptosExplorerRoutes.aptosBlocks, {
    summary: 'Latest Aptos blocks',
    description: 'Blocks without their transactions, newest first, from the newest or from below a height.',
    tag,
    input: z.object({
      network: params.network(),
      limit: parameters.pageSize({ fallback: 10, max: 25 }).describe('How many blocks.'),
      before_height: params.u64().optional().describe('Only blocks below this height.'),
    }),
    output: record({ result: z.array(aptosBlockSummary) }),
    example: { input: { network: 'mainnet', limit: 10 }, output: { result: [examples.blockSummary] } },
  }),
  aptosTransaction: endpoint(aptosExplorerRoutes.aptosTransaction, {
    summary: 'An Aptos transaction by its hash',
    description:
      'Where a committed transaction is in the ledger: its version, under which the rest is found. A hash that the ledger ' +
      'does not hold, or that is pending, is answered with 404.',
    tag,
    input: z.object({
      transaction_hash: transactionHash().describe('The hash of the transaction.'),
      network: params.network(),
    }),
    output: aptosTransactionPlace,
    example: {
      input: { transaction_hash: examples.sentTransaction.hash, network: 'mainnet' },
      output: {
        version: examples.sentTransaction.version,
        hash: examples.sentTransaction.hash,
        type: examples.sentTransaction.type,
      },
    },
  }),
  aptosAccount: endpoint(aptosExplorerRoutes.aptosAccount, {
    summary: 'An Aptos account',
    description:
      'What the ledger holds of an account itself. An address without an account is an answer, not an error.',
    tag,
    input: z.object({ address: accountAddress(), network: params.network() }),
    output: aptosAccount,
    example: { input: { address: examples.account.address, network: 'mainnet' }, output: examples.account },
  }),
  aptosAccountTransactions: endpoint(aptosExplorerRoutes.aptosAccountTransactions, {
    summary: 'Transactions sent by an Aptos account',
    description:
      'Transactions that the account sent, newest first, in the order of their sequence numbers; a transaction without ' +
      'one (an orderless transaction) is not listed. Those that the node has pruned are answered with 503 `not_available`.',
    tag,
    input: z.object({
      address: accountAddress(),
      network: params.network(),
      limit: parameters.pageSize({ fallback: 25, max: 100 }).describe('How many transactions.'),
      cursor: parameters.cursor().optional().describe('The `cursor` of the previous answer, to get the next page.'),
    }),
    output: record({
      cursor: text().nullable().describe('Pass it as `cursor` to get the next page; null on the last page.'),
      result: z.array(aptosSentTransaction),
    }),
    example: {
      input: { address: examples.sentTransaction.sender, network: 'mainnet', limit: 1 },
      output: { cursor: '17', result: [examples.sentTransaction] },
    },
  }),
} satisfies Api

export type AptosExplorerApi = typeof aptosExplorerApi
export type AptosStatus = z.output<typeof aptosStatus>
export type AptosAccount = z.output<typeof aptosAccount>
export type AptosSentTransaction = z.output<typeof aptosSentTransaction>
export type AptosIndexState = z.output<typeof aptosIndexState>
