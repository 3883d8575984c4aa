import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { count, decimal, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'

const tag = 'EVM explorer'

const inBlock = { block_number: decimal(), block_hash: hex(), block_timestamp: timestamp() }

const withdrawal = record({
  index: decimal(),
  validator_index: decimal(),
  address: hex(),
  address_label: text().nullable(),
  amount: decimal().describe('In the chain’s smallest unit.'),
  ...inBlock,
})

const blobTransaction = record({
  hash: hex(),
  from_address: hex(),
  from_address_label: text().nullable(),
  to_address: hex().nullable(),
  to_address_label: text().nullable(),
  blob_count: count(),
  versioned_hashes: z.array(hex()),
  blob_gas_used: decimal(),
  blob_gas_price: decimal().nullable().describe('The price paid per blob gas; null if it was not reported.'),
  max_fee_per_blob_gas: decimal(),
  ...inBlock,
})

const uncle = record({
  uncle_hash: hex(),
  position: count().describe('Among the uncles of its block, from 0.'),
  ...inBlock,
  miner: hex().describe('Of the block that includes it.'),
  miner_label: text().nullable(),
})

const exampleBlock = {
  ...{ block_number: '16141217', block_hash: examples.blockHash },
  block_timestamp: '2022-12-08T16:35:11.000Z',
}

const input = () => z.object({ chain: params.chain(), ...params.bounds(), ...params.paging(25) })

/** What an earlier version of this server left out when it indexed blocks. */
const bodyPage = <Item extends z.ZodType>(item: Item) =>
  record({
    cursor: text().nullable().describe('Send it as `cursor` to get the next page; null on the last page.'),
    blocks_left: count().describe(
      'Indexed blocks of the chain that an earlier version stored without this; what they have of it is not listed.',
    ),
    result: z.array(item),
  })

const examplePage = <Item>(item: Item) => ({
  input: { chain: 'eth', limit: 25 },
  output: { cursor: examples.nextCursor, blocks_left: 0, result: [item] },
})

/** What the blocks of a chain have besides transactions. */
export const bodyListEndpoints = endpointsOf(evmExplorerRoot, {
  evmWithdrawals: endpoint({
    path: '/evm/withdrawals',
    paged: 'cursor',
    isKept: true,
    summary: 'Get withdrawals by chain',
    description:
      'Payments to validators (EIP-4895), newest first; those of one block with `from_block` and `to_block`.',
    tag,
    input: input(),
    output: bodyPage(withdrawal),
    example: examplePage({
      index: '94612011',
      validator_index: '901234',
      address: examples.wallet,
      address_label: null,
      amount: '19123456000000000',
      ...exampleBlock,
    }),
  }),
  evmBlobTransactions: endpoint({
    path: '/evm/blob-transactions',
    paged: 'cursor',
    isKept: true,
    summary: 'Get blob transactions by chain',
    description:
      'Transactions with blobs (EIP-4844), newest first; those of one block with `from_block` and `to_block`. Nodes keep the ' +
      'contents of blobs for some weeks, and this server does not.',
    tag,
    input: input(),
    output: bodyPage(blobTransaction),
    example: examplePage({
      hash: examples.transactionHash,
      from_address: examples.wallet,
      from_address_label: null,
      to_address: examples.token,
      to_address_label: null,
      blob_count: 1,
      versioned_hashes: ['0x01321c68bd74e015b96033a598ec5886488de7a0ab2d8d32dc827739c20fb554'],
      blob_gas_used: '131072',
      blob_gas_price: '1000000000',
      max_fee_per_blob_gas: '3000000000',
      ...exampleBlock,
    }),
  }),
  evmUncles: endpoint({
    path: '/evm/uncles',
    paged: 'cursor',
    isKept: true,
    summary: 'Get uncles by chain',
    description:
      'Blocks beside the chain that its blocks include (ommers), by the including block, newest first. Only chains with proof of work have them.',
    tag,
    input: input(),
    output: bodyPage(uncle),
    example: examplePage({
      uncle_hash: '0x0d1c2b3a495867768594a3b2c1d0e0f10213243546576879808a9babcbdcedfe',
      position: 0,
      ...exampleBlock,
      miner: examples.wallet,
      miner_label: null,
    }),
  }),
})

export type EvmWithdrawalRecord = z.output<typeof withdrawal>
export type EvmBlobTransaction = z.output<typeof blobTransaction>
export type EvmUncle = z.output<typeof uncle>
