import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { count, decimal, hex, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import { evmTopAccounts } from '#lib/evm/contract/explorer/routes/chain-lists.ts'
import * as params from '#lib/evm/contract/params.ts'

const rankedAccount = record({
  rank: count().describe('From 1.'),
  address: hex(),
  address_label: text().nullable(),
  balance: decimal(),
})

export type EvmRankedAccount = z.output<typeof rankedAccount>

/** The accounts of a small chain by their balance. */
export const accountListEndpoints = {
  evmTopAccounts: endpoint(evmTopAccounts, {
    summary: 'Get accounts by balance',
    description:
      'The accounts of a chain with the highest native balances, as a node reports them after the newest traced block. Only of small ' +
      'chains that are indexed and traced from their first block on: no node lists all accounts, so that each address that was ever ' +
      'paid must be known and asked for. Otherwise the error says what is missing. Accounts that the genesis block funded, ' +
      'and that no transaction has involved, are not among them.',
    tag: 'EVM explorer',
    input: z.object({ chain: params.chain(), ...params.paging(25) }),
    output: record({
      cursor: text().nullable().describe('Send it as `cursor` to get the next page; null on the last page.'),
      block_number: decimal().describe('The balances are those after this block.'),
      account_count: count().describe('Accounts with a balance.'),
      result: z.array(rankedAccount),
    }),
    example: {
      input: { chain: 'eth', limit: 25 },
      output: {
        cursor: examples.nextCursor,
        block_number: '1110',
        account_count: 93,
        result: [{ rank: 1, address: examples.wallet, address_label: null, balance: '9999000000000000000000' }],
      },
    },
  }),
} satisfies Api
