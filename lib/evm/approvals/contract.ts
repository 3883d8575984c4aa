import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { logoField } from '#lib/evm/api/records/logo.ts'
import { evmExplorerRoot, evmRoot } from '#lib/evm/api/roots.ts'
import { tokenHeaders } from '#lib/evm/holdings/balance-contract.ts'

const never = () => text().nullable().describe('Always null from the index of this server.')

const walletApproval = record({
  block_number: decimal().describe('Of the newest indexed approval of this token for this spender.'),
  block_timestamp: timestamp(),
  transaction_hash: hex(),
  value: decimal().describe("What the spender can still spend, in the token's smallest unit."),
  value_formatted: text().nullable(),
  token: record({
    address: hex(),
    address_label: text().nullable(),
    name: text().nullable(),
    symbol: text().nullable(),
    logo: logoField(),
    possible_spam: flag(),
    verified_contract: flag(),
    current_balance: decimal().nullable().describe("The wallet's balance; null if the contract returns none."),
    current_balance_formatted: text().nullable(),
    usd_price: text().nullable().describe('In USD, with `PRICES=on`; null where no price can be justified.'),
    usd_at_risk: text()
      .nullable()
      .describe('The smaller one of `value` and `current_balance` in USD; null without a price.'),
  }),
  spender: record({ address: hex(), address_label: text().nullable(), entity: never(), entity_logo: never() }),
})

export type WalletApproval = z.output<typeof walletApproval>

/** Approvals that spenders can still use. */
export const approvalEndpoints = endpointsOf(evmRoot, {
  walletApprovals: endpoint({
    path: '/api/v2/wallets/:address/approvals',
    paged: 'cursor',
    summary: 'Get ERC20 approvals by wallet',
    description:
      "Approvals that can still be spent, newest first: spenders are those of the wallet's newest 2,000 indexed `Approval` events, " +
      'and amounts what `allowance` returns after the newest indexed block, read from a node. Approvals that were spent or ' +
      'revoked are left out. All pages are of the block of the first one.',
    tag: 'Balances',
    input: z.object({
      address: params.address().describe('The wallet.'),
      chain: params.chain(),
      ...params.paging(),
    }),
    headers: tokenHeaders,
    output: record({
      page: count().describe('Number of this page, from 1.'),
      page_size: count(),
      cursor: text().nullable().describe('Send it as `cursor` to get the next page; null on the last page.'),
      result: z.array(walletApproval),
    }),
    example: {
      input: { address: examples.wallet, chain: 'eth', limit: 100 },
      output: {
        page: 1,
        page_size: 100,
        cursor: null,
        result: [
          {
            block_number: '16141217',
            block_timestamp: '2022-12-08T16:35:11.000Z',
            transaction_hash: examples.transactionHash,
            value: '1234567890',
            value_formatted: '1234.56789',
            token: {
              address: examples.token,
              address_label: null,
              name: 'Example Dollar',
              symbol: 'EXD',
              logo: null,
              possible_spam: false,
              verified_contract: true,
              current_balance: '5000000',
              current_balance_formatted: '5',
              usd_price: null,
              usd_at_risk: null,
            },
            spender: { address: examples.collection, address_label: null, entity: null, entity_logo: null },
          },
        ],
      },
    },
  }),
})

/** Why an approval deserves attention. */
const approvalRisks = [
  'unlimited',
  'collection',
  'wallet_spender',
  'destroyed_spender',
  'unverified_spender',
  'unused',
  'old',
] as const

const evmApproval = record({
  kind: z
    .enum(['allowance', 'collection', 'token'])
    .describe('An ERC20 allowance, every NFT of a collection (`setApprovalForAll`), or one NFT (`approve`).'),
  block_number: decimal().describe('Of the newest indexed approval.'),
  block_timestamp: timestamp(),
  transaction_hash: hex(),
  token: record({
    address: hex(),
    address_label: text().nullable(),
    name: text().nullable(),
    symbol: text().nullable(),
    possible_spam: flag(),
    verified_contract: flag(),
  }),
  token_id: decimal().nullable().describe('Of one NFT; null for others.'),
  spender: record({
    address: hex(),
    address_label: text().nullable(),
    kind: z
      .enum(['contract', 'wallet', 'destroyed'])
      .nullable()
      .describe('By its code; `destroyed` if it was a contract. Null if no node could read it.'),
  }),
  value: decimal()
    .nullable()
    .describe("What the spender can still spend, in the token's smallest unit; null for NFTs."),
  value_formatted: text().nullable(),
  usd_at_risk: text()
    .nullable()
    .describe("The smaller one of `value` and the wallet's balance in USD; null without a price."),
  risks: z
    .array(z.enum(approvalRisks))
    .describe(
      '`unlimited` amount; whole `collection`; a spender that is a wallet, is destroyed or has no verified source code known here; `unused`: ' +
        'none of a limited amount was spent in 180 days; `old`: granted more than a year ago.',
    ),
})

/** Approvals of all kinds, for the page of a wallet. */
export const approvalListEndpoints = endpointsOf(evmExplorerRoot, {
  evmApprovals: endpoint({
    path: '/evm/addresses/:address/approvals',
    paged: 'cursor',
    summary: 'Get ERC20 and NFT approvals by wallet',
    description:
      'What others can still take from the wallet, newest approval first: ERC20 allowances, whole collections and single NFTs, from its newest ' +
      '2,000 indexed approvals of each sort, as the contracts confirm them after the newest indexed block. All pages are of the block of the first one.',
    tag: 'EVM explorer',
    input: z.object({
      address: params.address().describe('The wallet.'),
      chain: params.chain(),
      ...params.paging(25),
    }),
    headers: tokenHeaders,
    output: record({
      cursor: text().nullable().describe('Send it as `cursor` to get the next page; null on the last page.'),
      block_number: decimal().describe('The block after which the approvals were read.'),
      result: z.array(evmApproval),
    }),
    example: {
      input: { address: examples.wallet, chain: 'eth', limit: 25 },
      output: {
        cursor: null,
        block_number: '16141217',
        result: [
          {
            kind: 'allowance',
            block_number: '16141217',
            block_timestamp: '2022-12-08T16:35:11.000Z',
            transaction_hash: examples.transactionHash,
            token: {
              address: examples.token,
              address_label: null,
              name: 'Example Dollar',
              symbol: 'EXD',
              possible_spam: false,
              verified_contract: true,
            },
            token_id: null,
            spender: { address: examples.collection, address_label: null, kind: 'contract' },
            value: '1234567890',
            value_formatted: '1234.56789',
            usd_at_risk: null,
            risks: ['unverified_spender'],
          },
        ],
      },
    },
  }),
})

export type EvmApproval = z.output<typeof evmApproval>
