import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { decimal, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { evmRoot } from '#lib/evm/api/roots.ts'

const tag = 'Wallets'
const bounded = (most: string) => decimal().nullable().describe(`Null above ${most}.`)
const transactionPlace = () =>
  record({ block_number: decimal(), block_timestamp: timestamp(), transaction_hash: hex() })

const example = {
  block_number: '12676437',
  block_timestamp: '2021-06-21T07:57:29.000Z',
  transaction_hash: examples.transactionHash,
}

/** How much a wallet did, and where. */
export const walletStatEndpoints = endpointsOf(evmRoot, {
  walletStats: endpoint({
    path: '/api/v2/wallets/:address/stats',
    isKept: true,
    summary: 'Get wallet stats',
    description:
      'How many NFTs of how many collections a wallet holds, and its transactions and transfers. Computed from the indexed blocks: ' +
      '`x-index-complete` says whether these are all.',
    tag,
    input: z.object({ address: params.address().describe('The wallet.'), chain: params.chain() }),
    isNotFound: false,
    output: record({
      nfts: bounded('50,000 NFTs'),
      collections: bounded('50,000 NFTs'),
      transactions: record({ total: decimal() }),
      nft_transfers: record({ total: bounded('100,000') }),
      token_transfers: record({ total: bounded('100,000') }),
    }),
    example: {
      input: { address: examples.wallet, chain: 'eth' },
      output: {
        nfts: '24',
        collections: '7',
        transactions: { total: '949' },
        nft_transfers: { total: '61' },
        token_transfers: { total: '1204' },
      },
    },
  }),
  walletActiveChains: endpoint({
    path: '/api/v2/wallets/:address/chains',
    summary: 'Get active chains by wallet',
    description:
      'The chains on which the wallet sent or received a transaction, with the first and the last indexed one. `x-index-complete` ' +
      'says whether every block of all asked chains is indexed; a chain whose database does not answer in time is left out.',
    tag,
    input: z.object({ address: params.address().describe('The wallet.'), chains: params.chains() }),
    isNotFound: false,
    output: record({
      address: hex(),
      active_chains: z.array(
        record({
          chain: text(),
          chain_id: text(),
          first_transaction: transactionPlace(),
          last_transaction: transactionPlace(),
        }),
      ),
    }),
    example: {
      input: { address: examples.wallet, chains: ['eth'] },
      output: {
        address: examples.wallet,
        active_chains: [{ chain: 'eth', chain_id: '0x1', first_transaction: example, last_transaction: example }],
      },
    },
  }),
})
