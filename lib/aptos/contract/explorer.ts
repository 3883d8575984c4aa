import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import { aptosActivityApi } from './activity.ts'
import { aptosAssetControlApi } from './asset-control.ts'
import { aptosAssetApi } from './assets.ts'
import { aptosDigitalAssetApi } from './digital-asset.ts'
import * as examples from './examples.ts'
import { aptosNameApi } from './names.ts'
import { aptosNftExplorerApi } from './nft-explorer.ts'
import * as params from './params.ts'
import { aptosPendingApi } from './pending.ts'
import { aptosProposalApi } from './proposals.ts'
import { address, aptosBlockSummary, explorerPage } from './records.ts'
import { aptosExplorerRoutes } from './routes.ts'
import { aptosSearchApi } from './search.ts'
import { aptosSimulationApi } from './simulation.ts'
import { aptosStateApi } from './state.ts'
import { aptosTransactionApi } from './transaction.ts'
import { aptosValidatorApi } from './validators.ts'

const tag = 'Aptos explorer'

const aptosIndexState = record({
  first_version: decimal().nullable().describe('The first indexed version; null if none is indexed yet.'),
  last_version: decimal().nullable().describe('The newest indexed version.'),
  gaps: count().describe('The number of gaps between the two.'),
  end_version: decimal().nullable().describe('The configured end of the index; null if it follows the head.'),
  head_version: decimal().nullable().describe("The node's newest version at the last check."),
  versions_per_second: z.number().nullable().describe('Recent indexing speed; null until it has been measured.'),
  checked_at: timestamp()
    .nullable()
    .describe('The time of the last contact with the node, or of the last failed attempt.'),
  refused_nodes: z
    .array(text())
    .optional()
    .describe(
      'One sentence for each node that is not used because its chain id or a transaction differs. It is used again once it matches.',
    ),
  error: text().nullable().describe('Why indexing has stopped.'),
  index_complete: flag().describe('Whether every version up to the head is indexed.'),
  coverage: text().describe('Indexed ranges of versions, newest first, at most 8, as in `x-spyglass-coverage`.'),
  coverage_note: text().nullable().describe('One sentence on what is not indexed; null if nothing is missing.'),
  omission: text()
    .optional()
    .describe('What may be missing even from indexed versions, in one sentence; absent if nothing.'),
  assets: record({ index_complete: flag(), coverage: text(), coverage_note: text().nullable() })
    .optional()
    .describe('The same of coins and fungible assets; absent if they are indexed in the same versions.'),
})

const aptosStatus = record({
  network: z.enum(['mainnet', 'testnet']),
  chain_id: count().nullable(),
  source: text().describe('The data source: `index`, `hosted` or `demo`.'),
  ledger_version: decimal().nullable(),
  oldest_ledger_version: decimal().nullable(),
  block_height: decimal().nullable(),
  oldest_block_height: decimal().nullable(),
  ledger_timestamp: timestamp().nullable(),
  checked_at: timestamp().nullable().describe('The time of the last contact with the node.'),
  error: text().nullable().describe('The last failure, without secrets or node addresses.'),
  index: aptosIndexState.nullable().describe('The coverage of the NFT index; null without one.'),
})

const aptosAccount = record({
  address: address(),
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
  sender: address(),
  sequence_number: decimal().nullable().describe('Null if the node returned none, as for an orderless transaction.'),
  function: text().nullable().describe('The called entry function; null for a script.'),
  gas_used: decimal().nullable().describe('In units of gas.'),
  gas_unit_price: decimal().nullable().describe('In octas; 1 APT is 100,000,000 octas.'),
  success: flag().nullable(),
  vm_status: text().nullable(),
})

const aptosLedgerTransaction = record({
  version: decimal(),
  hash: hex(),
  type: text(),
  timestamp: decimal().nullable().describe('Microseconds since 1970; null for genesis.'),
  sender: address().nullable().describe('Null for transactions of the system.'),
  function: text()
    .nullable()
    .describe('The called entry function; null for a script, and for transactions of the system.'),
  gas_used: decimal().nullable().describe('In units of gas.'),
  gas_unit_price: decimal().nullable().describe('In octas; 1 APT is 100,000,000 octas.'),
  success: flag().nullable(),
  vm_status: text().nullable(),
})

const aptosTransactionPlace = record({ version: decimal(), hash: hex(), type: text() })

const accountAddress = () => params.address().describe('The account.')

/** Endpoints for Aptos that our pages need besides the interface. */
export const aptosExplorerApi = {
  ...aptosNftExplorerApi,
  ...aptosSearchApi,
  ...aptosAssetApi,
  ...aptosActivityApi,
  ...aptosAssetControlApi,
  ...aptosDigitalAssetApi,
  ...aptosStateApi,
  ...aptosProposalApi,
  ...aptosNameApi,
  ...aptosPendingApi,
  ...aptosValidatorApi,
  ...aptosTransactionApi,
  ...aptosSimulationApi,
  aptosStatus: endpoint(aptosExplorerRoutes.aptosStatus, {
    summary: 'Get Aptos status',
    description: 'The part of the ledger that this server covers, and its source.',
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
    summary: 'Get latest blocks',
    description:
      'Blocks without their transactions, newest first, optionally below a height or until a time: the first is then the block ' +
      'of that time. Blocks that the node has pruned return 503 `not_available`.',
    tag,
    input: z.object({
      network: params.network(),
      limit: parameters.pageSize({ fallback: 10, max: 25 }).describe('The number of blocks.'),
      before_height: params.u64().optional().describe('Only blocks below this height.'),
      time: parameters.date().optional().describe('Only blocks at or before this time.'),
    }),
    output: record({ result: z.array(aptosBlockSummary) }),
    example: { input: { network: 'mainnet', limit: 10 }, output: { result: [examples.blockSummary] } },
  }),
  aptosTransactions: endpoint(aptosExplorerRoutes.aptosTransactions, {
    summary: 'Get latest transactions',
    description:
      'Transactions of the ledger, newest first. A page of `kind=user` has fewer rows than its limit where few of the versions ' +
      'searched for it are of users. Versions that the node has pruned return 503 `not_available`.',
    tag,
    input: z.object({
      kind: parameters
        .oneOf(['user', 'all'])
        .default('user')
        .describe(
          '`user`: sent by accounts, or in a form that cannot be read. `all`: also block metadata, state checkpoints and the like. Default: user.',
        ),
      ...params.pageOf('transactions'),
    }),
    output: explorerPage(aptosLedgerTransaction),
    example: {
      input: { network: 'mainnet', kind: 'user', limit: 1 },
      output: { cursor: examples.sentTransaction.version, result: [examples.ledgerTransaction] },
    },
  }),
  aptosTransaction: endpoint(aptosExplorerRoutes.aptosTransaction, {
    summary: 'Get transaction version by hash',
    description:
      'The ledger version of a committed transaction, by which its details can be looked up. An unknown or pending ' +
      'hash returns 404.',
    tag,
    input: z.object({
      transaction_hash: params.transactionHash().describe('The hash of the transaction.'),
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
    summary: 'Get account',
    description: 'The account resource at an address. An address without an account is not an error.',
    tag,
    input: z.object({ address: accountAddress(), network: params.network() }),
    output: aptosAccount,
    example: { input: { address: examples.account.address, network: 'mainnet' }, output: examples.account },
  }),
  aptosAccountTransactions: endpoint(aptosExplorerRoutes.aptosAccountTransactions, {
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
} satisfies Api

export type AptosExplorerApi = typeof aptosExplorerApi
export type AptosStatus = z.output<typeof aptosStatus>
export type AptosAccount = z.output<typeof aptosAccount>
export type AptosLedgerTransaction = z.output<typeof aptosLedgerTransaction>
export type AptosSentTransaction = z.output<typeof aptosSentTransaction>
export type AptosIndexState = z.output<typeof aptosIndexState>
