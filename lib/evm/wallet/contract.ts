import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, hex, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { missingAbisHeaders, missingCallsHeaders } from '#lib/evm/api/records/transactions.ts'
import { type HistoryTransaction, historyTransaction } from '#lib/evm/api/records/wallet-history.ts'
import { evmExplorerRoot, evmRoot } from '#lib/evm/api/roots.ts'

const evmAddress = record({
  address: hex(),
  label: text().nullable().describe('Its name, where it is well-known or the operator named it.'),
  kind: z
    .enum(['wallet', 'contract', 'token', 'smart_account'])
    .nullable()
    .describe('Null if no node could read its code and no indexed block shows it.'),
  contract_type: z
    .enum(['ERC20', 'ERC721', 'ERC404', 'ERC1155'])
    .nullable()
    .describe('Of token contracts. `ERC404`: its units are an ERC20 token, its NFTs an ERC721 collection.'),
  account: z
    .enum(['eip7702', 'erc4337', 'safe'])
    .nullable()
    .describe(
      'Of smart accounts. eip7702: an account that runs the code of `delegate`. erc4337: an EntryPoint has executed an ' +
        'operation of it, or it names one as its own. safe: a proxy of a Safe.',
    ),
  user_operation_role: z
    .enum(['account', 'paymaster', 'factory'])
    .nullable()
    .describe(
      'Its part in ERC-4337 operations. paymaster: it names an EntryPoint, and has no nonce there. factory: its bytecode has ' +
        '`createAccount(address,uint256)`. Null says nothing: other factories and paymasters are not recognised.',
    ),
  delegate: hex().nullable().describe('The contract that an account delegates to, by EIP-7702.'),
  delegate_label: text().nullable(),
  forwards_to: hex()
    .nullable()
    .describe(
      'Where native coin sent to a delegated account goes in the same transaction, as simulated after the block. Null if it stays, ' +
        'or if no node could simulate it.',
    ),
  code_bytes: count().nullable().describe('Size of its code; null if no node could read it.'),
  balance: decimal().nullable().describe('Of the native coin, in its smallest unit; null if no node could read it.'),
  nonce: decimal()
    .nullable()
    .describe('How many transactions it has sent, or contracts it has created; null if no node could read it.'),
  block_number: decimal().nullable().describe('The block after which the code, balance and nonce were read.'),
})

/** The kind of an address. */
export const addressEndpoints = endpointsOf(evmExplorerRoot, {
  evmAddress: endpoint({
    path: '/evm/addresses/:address',
    summary: 'Get kind, balance and nonce of an address',
    description:
      'Whether an address is a wallet, a contract, a token or a smart account: by its code after the newest indexed block, and by ' +
      'the token events that it emitted in indexed blocks. With its balance and nonce after that block.',
    tag: 'EVM explorer',
    input: z.object({ address: params.address().describe('The wallet or contract.'), chain: params.chain() }),
    output: evmAddress,
    example: {
      input: { address: examples.wallet, chain: 'eth' },
      output: {
        address: examples.wallet,
        label: null,
        kind: 'smart_account' as const,
        contract_type: null,
        account: 'eip7702' as const,
        user_operation_role: 'account' as const,
        delegate: examples.collection,
        delegate_label: null,
        forwards_to: examples.wallet,
        code_bytes: 23,
        balance: '2500000000000000000',
        nonce: '327',
        block_number: '16141217',
      },
    },
  }),
})

export type EvmAddress = z.output<typeof evmAddress>

const entities = {
  from_address_entity: null,
  from_address_entity_logo: null,
  to_address_entity: null,
  to_address_entity_logo: null,
}
const parties = {
  ...entities,
  from_address: examples.wallet,
  from_address_label: null,
  to_address: examples.collection,
  to_address_label: null,
}
const { transfer_index: _, ...transaction } = examples.plainTransaction
const {
  transaction_hash: ___,
  transaction_index: ____,
  block_number: _____,
  block_hash: ______,
  ...transfer
} = examples.tokenTransfer
const { value_decimal, ...token } = transfer

const example: HistoryTransaction = {
  ...transaction,
  ...entities,
  transaction_fee: '0.000933153067178125',
  category: 'token send',
  contract_interactions: null,
  possible_spam: false,
  method_label: 'transfer',
  summary: 'Sent 1,234.56 EXD to 0x92ad…4509',
  nft_transfers: [
    {
      ...{ token_address: examples.collection, token_id: '101', token_name: 'Paper Lanterns', token_symbol: 'LNTRN' },
      ...parties,
      ...{
        value: '0',
        amount: '1',
        contract_type: 'ERC721',
        transaction_type: 'Single',
        log_index: 225,
        operator: null,
      },
      ...{ possible_spam: false, verified_collection: true, direction: 'outgoing' },
      ...{ collection_logo: null, collection_banner_image: null },
    },
  ],
  erc20_transfers: [{ ...token, ...entities, value_formatted: value_decimal ?? null, direction: 'outgoing' }],
  native_transfers: [
    {
      ...parties,
      ...{ value: '1000000000000000', value_formatted: '0.001', direction: 'outgoing', internal_transaction: false },
      ...{ token_symbol: 'ETH', token_logo: null },
    },
  ],
}

/** The history of a wallet, by transaction. */
export const walletHistoryEndpoints = endpointsOf(evmRoot, {
  walletHistory: endpoint({
    path: '/api/v2/wallets/:address/history',
    paged: 'cursor',
    isKept: true,
    summary: 'Get wallet history',
    description:
      'Indexed transactions that the wallet sent or received, or that moved its ERC20 tokens, NFTs or, where internal transfers are ' +
      'indexed, its native coin, newest first unless `order=ASC`, each with the transfers from and to the wallet (at most 500 of a kind and side), a category and a sentence. A page may ' +
      'have fewer records than `limit` and still a cursor. Pages are counted from 1.',
    tag: 'Transactions',
    input: z.object({
      address: params.address().describe('The wallet.'),
      chain: params.chain(),
      ...params.bounds(),
      include_internal_transactions: parameters
        .boolean()
        .default(false)
        .describe('true adds `internal_transactions`; requires a node that can trace.'),
      order: params.order(),
      ...params.paging(),
      names: params.names(),
    }),
    headers: { ...missingCallsHeaders, ...missingAbisHeaders },
    output: record({
      page: count().describe('Number of this page, from 1.'),
      page_size: count(),
      cursor: text().nullable().describe('Send it as `cursor` to get the next page; null on the last page.'),
      result: z.array(historyTransaction),
    }),
    example: {
      input: { address: examples.wallet, chain: 'eth', limit: 100 },
      output: { page: 1, page_size: 100, cursor: examples.nextCursor, result: [example] },
    },
  }),
})
