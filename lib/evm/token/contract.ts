import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { plainPage } from '#lib/evm/api/records/envelopes.ts'
import { erc20Burn, erc20Event, erc20Mint } from '#lib/evm/api/records/erc20.ts'
import { tokenMetadataRecord, tokenOwnerPage, tokenTransferPage } from '#lib/evm/api/records/tokens.ts'
import { evmRoot } from '#lib/evm/api/roots.ts'

const tag = 'ERC20'
const addressesMax = 100

const order =
  'Newest first (block, then log index) unless `order=ASC`. Pages are counted from 0; `total` is null unless ' +
  '`disable_total=false`. `x-index-complete` says whether the whole requested range is indexed.'
const page = examples.firstPage(examples.tokenTransfer, 0)

/** The transfers of one wallet and of one token, and the owners and metadata of tokens. */
export const tokenEndpoints = endpointsOf(evmRoot, {
  walletTokenTransfers: endpoint({
    path: '/api/v2/:address/erc20/transfers',
    paged: 'cursor',
    isKept: true,
    summary: 'Get ERC20 transfers by wallet',
    description:
      `ERC20 transfers from or to the wallet, including mints and burns. ${order} With \`contract_addresses\`, \`total\` ` +
      'is null, and a page may have fewer records than `limit`, or none, and still a cursor.',
    tag,
    input: z.object({
      address: params.address().describe('The wallet, as sender or recipient.'),
      chain: params.chain(),
      contract_addresses: params.contractAddresses(),
      ...params.chronological(),
    }),
    output: tokenTransferPage,
    example: { input: { address: examples.wallet, chain: 'eth', limit: 100 }, output: page },
  }),
  tokenTransfers: endpoint({
    path: '/api/v2/erc20/:address/transfers',
    paged: 'cursor',
    isKept: true,
    summary: 'Get ERC20 transfers by token',
    description: `Transfers of one ERC20 token, including mints and burns. ${order}`,
    tag,
    input: z.object({
      address: params.address().describe('The token contract.'),
      chain: params.chain(),
      ...params.chronological(),
    }),
    output: tokenTransferPage,
    example: { input: { address: examples.token, chain: 'eth', limit: 100 }, output: page },
  }),
  tokenOwners: endpoint({
    path: '/api/v2/erc20/:token_address/owners',
    paged: 'cursor',
    summary: 'Get ERC20 owners by token',
    description:
      'Addresses with a balance of the token, the largest first unless `order=ASC`, by all of its transfers. Only for tokens ' +
      'whose full history is indexed: others return 503, and their backfill is requested if `INDEX_ON_DEMAND` allows it. ' +
      'Tokens whose balances change without transfers return 503 too.',
    tag,
    input: z.object({
      token_address: params.address().describe('The token contract.'),
      chain: params.chain(),
      order: params.balanceOrder(),
      ...params.paging(),
    }),
    output: tokenOwnerPage,
    example: {
      input: { token_address: examples.token, chain: 'eth', limit: 100 },
      output: {
        page: 1,
        page_size: 100,
        cursor: examples.nextCursor,
        total_supply: '5000000000000',
        result: [
          {
            owner_address: examples.wallet,
            owner_address_label: null,
            balance: '1250000000000',
            balance_formatted: '1250000',
            usd_value: null,
            is_contract: null,
            percentage_relative_to_total_supply: 25,
            entity: null,
            entity_logo: null,
          },
        ],
      },
    },
  }),
  tokenMetadata: endpoint({
    path: '/api/v2/erc20/metadata',
    summary: 'Get ERC20 metadata',
    description:
      'Name, symbol, decimals and total supply of ERC20 tokens, one record for each address in the order of the request: ' +
      'from the index, otherwise from the bundled token list or the contract itself. Unknown values and logos are null.',
    tag,
    input: z.object({
      addresses: parameters.list(params.address(), { min: 1, max: addressesMax }).describe('The token contracts.'),
      chain: params.chain(),
    }),
    output: z.array(tokenMetadataRecord),
    example: { input: { addresses: [examples.token], chain: 'eth' }, output: [examples.tokenMetadata] },
  }),
})

const input = () =>
  z.object({
    chain: params.chain(),
    ...params.blockBounds(),
    ...params.erc20Lists(),
    ...params.paging(),
  })

const erc20EndpointsOrder =
  'Newest first (block, transaction index, log index), for all tokens or filtered by the four lists of contracts and ' +
  'wallets (100 each). One request scans a bounded number of records: if few of them pass the filters, a page may be ' +
  'short or empty and still have a cursor, which continues from there; the list ends when the cursor is null. The ' +
  'interface marks this endpoint as deprecated; this server keeps supporting it.'
const exampleInput = {
  chain: 'eth',
  contract_addresses: [examples.token],
  wallet_addresses: [examples.wallet],
  limit: 100,
}
const { to_wallet: _, to_wallet_label: __, ...burn } = examples.erc20Event
const { from_wallet: ___, from_wallet_label: ____, ...mint } = examples.erc20Event

export const erc20Endpoints = endpointsOf(evmRoot, {
  erc20Burns: endpoint({
    path: '/api/v2/erc20/burns',
    paged: 'cursor',
    isKept: true,
    summary: 'Get ERC20 burns',
    description: `Tokens sent to the zero address. ${erc20EndpointsOrder}`,
    tag,
    deprecated: true,
    input: input(),
    output: plainPage(erc20Burn),
    example: { input: exampleInput, output: { cursor: examples.nextCursor, result: [burn] } },
  }),
  erc20Mints: endpoint({
    path: '/api/v2/erc20/mints',
    paged: 'cursor',
    isKept: true,
    summary: 'Get ERC20 mints',
    description: `Tokens sent from the zero address. ${erc20EndpointsOrder}`,
    tag,
    deprecated: true,
    input: input(),
    output: plainPage(erc20Mint),
    example: { input: exampleInput, output: { cursor: examples.nextCursor, result: [mint] } },
  }),
  erc20Transfers: endpoint({
    path: '/api/v2/erc20/transfers',
    paged: 'cursor',
    isKept: true,
    summary: 'Get ERC20 transfers',
    description: `ERC20 transfers, including mints and burns. ${erc20EndpointsOrder}`,
    tag,
    deprecated: true,
    input: input(),
    output: plainPage(erc20Event),
    example: { input: exampleInput, output: { cursor: examples.nextCursor, result: [examples.erc20Event] } },
  }),
  erc20Approvals: endpoint({
    path: '/api/v2/erc20/approvals',
    paged: 'cursor',
    isKept: true,
    summary: 'Get ERC20 approvals',
    description: `Allowances granted by owners (\`from_wallet\`) to spenders (\`to_wallet\`). ${erc20EndpointsOrder}`,
    tag,
    deprecated: true,
    input: input(),
    output: plainPage(erc20Event),
    example: { input: exampleInput, output: { cursor: examples.nextCursor, result: [examples.erc20Event] } },
  }),
})
