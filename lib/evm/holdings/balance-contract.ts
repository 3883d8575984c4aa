import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { decimal, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { tokenBalance, tokenBalancePage } from '#lib/evm/api/records/balances.ts'
import { evmRoot } from '#lib/evm/api/roots.ts'

const tag = 'Balances'

/** The block of a balance, in a response header: bodies of the interface have no field for it. */
export const balanceBlockHeader = 'x-spyglass-block'

const balanceBlockHeaders = {
  [balanceBlockHeader]: 'The block after which the balances were read: `16141217`.',
}

/** The number of tokens that could not be read, and why. */
export const missingBalancesHeader = 'x-balances-missing'

export const tokenHeaders = {
  ...balanceBlockHeaders,
  [missingBalancesHeader]:
    'Sent if tokens are missing because no node answered for them in time: how many, and why, for example ' +
    '`2: The node did not answer in time.`',
}

const candidates =
  "Balances are read with `balanceOf` from a node after the newest indexed block (or `to_block`), for the tokens of the wallet's " +
  'indexed transfers, of `CONTRACTS_<CHAIN>`, and where transfers may be missing those of a bundled token list; ' +
  '`x-index-complete` is `true` only if no token can be missing. At most 5,000 of the newest transfers on each side and ' +
  '500 of their tokens are considered. Zero balances are left out, and so are contracts that return no balance.'

const walletAtBlock = () => ({
  address: params.address().describe('The wallet or contract.'),
  chain: params.chain(),
  to_block: params.balanceBlock(),
})

const tokensOfWallet = () => ({
  ...walletAtBlock(),
  token_addresses: params.tokenAddresses('Only these tokens, whether the wallet ever moved them or not.'),
  exclude_spam: parameters.boolean().default(false).describe('true leaves out tokens that are `possible_spam`.'),
})

/** The holdings of an address. */
export const balanceEndpoints = endpointsOf(evmRoot, {
  nativeBalance: endpoint({
    path: '/api/v2/:address/balance',
    summary: 'Get native balance by wallet',
    description:
      'The balance of the native coin in its smallest unit, read from a node after the newest indexed block, so that ' +
      'it agrees with the lists of this server; with `to_block`, after that block, which needs a node that keeps its ' +
      'state. Without such a node the answer is 503.',
    tag,
    input: z.object(walletAtBlock()),
    isNotFound: false,
    headers: balanceBlockHeaders,
    output: record({ balance: decimal() }),
    example: {
      input: { address: examples.wallet, chain: 'eth' },
      output: { balance: '1709495362615127' },
    },
  }),
  nativeBalances: endpoint({
    path: '/api/v2/wallets/balances',
    summary: 'Get native balances of several wallets',
    description:
      'The balances of the native coin in its smallest unit, and their sum, all read from a node after one block: the newest ' +
      'indexed one, or `to_block`, which needs a node that keeps its state. Without such a node the answer is 503.',
    tag,
    input: z.object({
      chain: params.chain(),
      wallet_addresses: parameters.list(params.address(), { min: 1, max: 100 }).describe('The wallets.'),
      to_block: params.balanceBlock(),
    }),
    headers: balanceBlockHeaders,
    output: z.array(
      record({
        chain: text(),
        chain_id: text(),
        total_balance: decimal(),
        block_number: decimal(),
        block_timestamp: timestamp(),
        total_balance_formatted: text(),
        wallet_balances: z.array(record({ address: hex(), balance: decimal(), balance_formatted: text() })),
      }),
    ),
    example: {
      input: { chain: 'eth', wallet_addresses: [examples.wallet] },
      output: [
        {
          chain: 'eth',
          chain_id: '0x1',
          total_balance: '1709495362615127',
          block_number: '16141217',
          block_timestamp: '2022-12-08T16:35:11.000Z',
          total_balance_formatted: '0.001709495362615127',
          wallet_balances: [
            { address: examples.wallet, balance: '1709495362615127', balance_formatted: '0.001709495362615127' },
          ],
        },
      ],
    },
  }),
  walletTokenBalances: endpoint({
    path: '/api/v2/:address/erc20',
    summary: 'Get ERC20 balances by wallet',
    description: `The ERC20 tokens that the wallet holds. ${candidates} Logos are null.`,
    tag,
    input: z.object(tokensOfWallet()),
    isNotFound: false,
    headers: tokenHeaders,
    output: z.array(tokenBalance),
    example: { input: { address: examples.wallet, chain: 'eth' }, output: [examples.walletToken] },
  }),
  walletTokens: endpoint({
    path: '/api/v2/wallets/:address/tokens',
    paged: 'cursor',
    summary: 'Get native and ERC20 balances by wallet',
    description:
      `The native coin and the ERC20 tokens that the wallet holds, in pages. ${candidates} All pages are of the block of ` +
      'the first one. With `PRICES=on` tokens have prices from Chainlink feeds or from the deepest Uniswap pool, averaged over half an ' +
      'hour and at most three minutes old, but not with `to_block`. Logos and shares of the supply are null.',
    tag,
    input: z.object({
      ...tokensOfWallet(),
      exclude_unverified_contracts: parameters
        .boolean()
        .default(false)
        .describe('true leaves out tokens that are not `verified_contract`.'),
      exclude_native: parameters.boolean().default(false).describe('true leaves out the native coin.'),
      ...params.paging(),
    }),
    headers: tokenHeaders,
    output: tokenBalancePage,
    example: {
      input: { address: examples.wallet, chain: 'eth', limit: 100 },
      output: {
        page: 1,
        page_size: 100,
        block_number: 16_141_217,
        cursor: examples.nextCursor,
        result: [examples.tokenBalance],
      },
    },
  }),
})
