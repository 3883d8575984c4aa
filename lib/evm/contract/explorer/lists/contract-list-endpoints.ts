import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { decimal, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import { evmContracts, evmVerifiedContracts } from '#lib/evm/contract/explorer/routes/chain-lists.ts'
import * as params from '#lib/evm/contract/params.ts'
import { plainPage } from '#lib/evm/contract/records/envelopes.ts'

const tag = 'EVM explorer'

const match = () => z.enum(['exact_match', 'match'])

const createdContract = record({
  address: hex(),
  address_label: text().nullable(),
  kind: text().nullable().describe('`ERC20`, `ERC721`, `ERC404` or `ERC1155`; null if it has emitted no token event.'),
  name: text().nullable().describe('What the token says of itself.'),
  symbol: text().nullable(),
  verified_name: text().nullable().describe('The name in the source code, if it was verified on this server.'),
  creator: hex(),
  creator_label: text().nullable(),
  transaction_hash: hex(),
  block_number: decimal(),
  block_hash: hex(),
  block_timestamp: timestamp(),
})

const verifiedContract = record({
  address: hex(),
  address_label: text().nullable(),
  name: text(),
  language: text(),
  compiler_version: text(),
  match: match().describe('`exact_match`: the metadata is the same too; `match`: only the code is.'),
  compared: z
    .enum(['runtime', 'creation', 'both'])
    .describe('The code that was compared: the deployed one, that of the creating transaction, or both.'),
  verified_at: timestamp(),
})

/** Contracts of a chain: newest ones, and those that were verified. */
export const contractListEndpoints = {
  evmContracts: endpoint(evmContracts, {
    summary: 'Get contracts by chain',
    description:
      'Contracts that transactions created, newest first. Contracts that other contracts created are not listed: ' +
      'they are only in traces.',
    tag,
    input: z.object({ chain: params.chain(), ...params.bounds(), ...params.paging(25) }),
    output: plainPage(createdContract),
    example: {
      input: { chain: 'eth', limit: 25 },
      output: {
        cursor: examples.nextCursor,
        result: [
          {
            address: examples.token,
            address_label: null,
            kind: 'ERC20',
            name: 'Harbor Coin',
            symbol: 'HBR',
            verified_name: 'HarborCoin',
            creator: examples.wallet,
            creator_label: null,
            ...{ transaction_hash: examples.transactionHash, block_number: '16141217' },
            ...{ block_hash: examples.blockHash, block_timestamp: '2022-12-08T16:35:11.000Z' },
          },
        ],
      },
    },
  }),
  evmVerifiedContracts: endpoint(evmVerifiedContracts, {
    summary: 'Get verified contracts by chain',
    description:
      'Contracts whose source code was verified on this server, the last verified first. Those that only another service ' +
      'verified are not listed; the record of a contract names it.',
    tag,
    input: z.object({ chain: params.chain(), ...params.paging(25) }),
    output: plainPage(verifiedContract),
    example: {
      input: { chain: 'eth', limit: 25 },
      output: {
        cursor: examples.nextCursor,
        result: [
          {
            address: examples.token,
            address_label: null,
            name: 'HarborCoin',
            language: 'Solidity',
            compiler_version: '0.8.30+commit.73712a01',
            match: 'exact_match',
            compared: 'both',
            verified_at: '2022-12-08T16:35:11.000Z',
          },
        ],
      },
    },
  }),
} satisfies Api

export type EvmCreatedContract = z.output<typeof createdContract>
export type EvmVerifiedContract = z.output<typeof verifiedContract>
