import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { decimal, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { plainPage } from '#lib/evm/api/records/envelopes.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'

const amount = () => text().nullable().describe('In whole units, decimal text.')
const token = () => hex().nullable().describe('The contract; null for the coin of the chain.')
const tokenId = () => decimal().nullable().describe('Of an NFT.')
const currency = () =>
  text()
    .nullable()
    .describe(
      'The symbol. With the beginning of its address for a token that imitates another one, or is flagged as spam.',
    )

const taxRow = record({
  date: timestamp(),
  chain: text(),
  transaction_hash: hex().nullable().describe('Null for payments of a block.'),
  block_number: decimal(),
  label: text().describe(
    'The category of the transaction in the history of the wallet; `failed`, `withdrawal` or `block reward`.',
  ),
  sent_amount: amount(),
  sent_currency: currency(),
  sent_token: token(),
  sent_token_id: tokenId(),
  received_amount: amount(),
  received_currency: currency(),
  received_token: token(),
  received_token_id: tokenId(),
  fee_amount: amount(),
  fee_currency: text().nullable(),
  value_usd: text()
    .nullable()
    .describe(
      'What was received was worth after the block, else what was sent, else the fee: dollars and cents, by Chainlink feeds. Null without ' +
        '`PRICES=on`, for assets without a feed, and where no node has the state of that time.',
    ),
  description: text(),
})

const input = () =>
  z.object({
    address: params.address().describe('The wallet.'),
    chains: params.chains(),
    ...params.bounds(),
    include_spam: parameters
      .boolean()
      .default(false)
      .describe(
        'true keeps what others sent that is flagged as spam, or comes from an address that imitates another one. Without it, such ' +
          'receipts are left out.',
      ),
    ...params.paging(),
  })

const folded =
  'A row for each transaction, oldest first, one chain after the other: what the wallet sent, received and paid as a fee. What a ' +
  'transaction moved of one asset is one amount; further assets have rows of their own with the same hash, and only the first has the fee. ' +
  'Internal transfers, withdrawals of validators and block rewards are among them where they are indexed; `x-index-complete: false`, the ' +
  'description of the first row and the name of an exported file say where they are not. `limit` counts transactions, and a page may ' +
  'have fewer rows, even none, and still a cursor. As a file: `/api/export/csv/…`.'

const exampleInput = { address: examples.wallet, chains: ['eth'], from_date: '2022-01-01T00:00:00.000Z', limit: 100 }

const exampleRow = {
  date: '2022-12-08T16:35:11.000Z',
  chain: 'eth',
  transaction_hash: examples.transactionHash,
  block_number: '16141217',
  label: 'token swap',
  sent_amount: '0.25',
  sent_currency: 'ETH',
  sent_token: null,
  sent_token_id: null,
  received_amount: '312.62',
  received_currency: 'EXD',
  received_token: examples.token,
  received_token_id: null,
  fee_amount: '0.000933153067178125',
  fee_currency: 'ETH',
  value_usd: '312.61',
  description: 'Swapped 0.25 ETH for 312.62 EXD',
}

const cell = () => text().nullable()

const koinlyFields = record({
  Date: text().describe('UTC.'),
  'Sent Amount': cell(),
  'Sent Currency': cell(),
  'Received Amount': cell(),
  'Received Currency': cell(),
  'Fee Amount': cell(),
  'Fee Currency': cell(),
  'Net Worth Amount': cell().describe('`value_usd` of our own format. Left to Koinly where it is not known.'),
  'Net Worth Currency': cell(),
  Label: cell().describe('`cost` of a fee alone, `reward` of a withdrawal, `mining` of a block reward.'),
  Description: text(),
  TxHash: cell(),
})

const coinTrackingFields = record({
  Type: text(),
  'Buy Amount': cell(),
  'Buy Currency': cell(),
  'Sell Amount': cell(),
  'Sell Currency': cell(),
  Fee: cell(),
  'Fee Currency': cell(),
  Exchange: text().describe('The chain.'),
  Group: cell(),
  Comment: text(),
  Date: text().describe('UTC.'),
  'Tx-ID': cell(),
})

/** The transactions of a wallet as tax software reads them. */
export const taxEndpoints = endpointsOf(evmExplorerRoot, {
  evmTaxRows: endpoint({
    path: '/evm/addresses/:address/tax',
    paged: 'cursor',
    isKept: true,
    summary: 'Get tax rows of a wallet',
    description: folded,
    tag: 'EVM explorer',
    input: input(),
    output: plainPage(taxRow),
    example: { input: exampleInput, output: { cursor: examples.nextCursor, result: [exampleRow] } },
  }),
  evmTaxKoinly: endpoint({
    path: '/evm/addresses/:address/tax/koinly',
    paged: 'cursor',
    isKept: true,
    summary: 'Get tax rows for Koinly',
    description: `The columns of Koinly's universal CSV format. ${folded} A fee alone is sent, with the label \`cost\`.`,
    tag: 'EVM explorer',
    input: input(),
    output: plainPage(koinlyFields),
    example: {
      input: exampleInput,
      output: {
        cursor: examples.nextCursor,
        result: [
          {
            Date: '2022-12-08 16:35:11 UTC',
            'Sent Amount': '0.25',
            'Sent Currency': 'ETH',
            'Received Amount': '312.62',
            'Received Currency': 'EXD',
            'Fee Amount': '0.000933153067178125',
            'Fee Currency': 'ETH',
            'Net Worth Amount': '312.61',
            'Net Worth Currency': 'USD',
            Label: null,
            Description: exampleRow.description,
            TxHash: examples.transactionHash,
          },
        ],
      },
    },
  }),
  evmTaxCointracking: endpoint({
    path: '/evm/addresses/:address/tax/cointracking',
    paged: 'cursor',
    isKept: true,
    summary: 'Get tax rows for CoinTracking',
    description: `The columns of CoinTracking's CSV format, without its values, which are in the currency of one's account there. ${folded} A fee alone is of the type \`Other Fee\`.`,
    tag: 'EVM explorer',
    input: input(),
    output: plainPage(coinTrackingFields),
    example: {
      input: exampleInput,
      output: {
        cursor: examples.nextCursor,
        result: [
          {
            Type: 'Trade',
            'Buy Amount': '312.62',
            'Buy Currency': 'EXD',
            'Sell Amount': '0.25',
            'Sell Currency': 'ETH',
            Fee: '0.000933153067178125',
            'Fee Currency': 'ETH',
            Exchange: 'eth',
            Group: null,
            Comment: exampleRow.description,
            Date: '2022-12-08 16:35:11',
            'Tx-ID': examples.transactionHash,
          },
        ],
      },
    },
  }),
})

export type EvmTaxRow = z.output<typeof taxRow>
