import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, hex, record, text } from '#lib/api/record.ts'
import { blockCheckNames } from '#lib/evm/api/block-checks.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'

const tag = 'EVM explorer'

const blockCheck = record({
  check: z.enum(blockCheckNames),
  outcome: z
    .enum(['held', 'failed', 'not_possible', 'not_checked'])
    .describe('not_possible: `reason` says why. not_checked: this check did not exist yet when the block was indexed.'),
  reason: text().nullable(),
  reported: hex().nullable().describe('The value in the block. Null unless requested with `again`.'),
  computed: hex().nullable().describe('The recomputed value. Null unless requested with `again`.'),
})

const reason = () => text().nullable().describe('Why there are no bytes; null if there are.')
const triePath = () =>
  record({
    bytes: hex().nullable().describe('As encoded in the block: the type, then RLP.'),
    nodes: z.array(hex()).describe('RLP-encoded nodes of the Merkle-Patricia trie from the root to it.'),
    reason: reason(),
  })

const exampleRoot = '0x5b2c2005bb638528e7f4906da017bc533a74b6c9569cea3012c69572841e25a5'

/** Checks of a block, and proofs that a transaction is part of it. */
export const proofEndpoints = endpointsOf(evmExplorerRoot, {
  evmBlockChecks: endpoint({
    path: '/evm/blocks/:block_number_or_hash/checks',
    summary: 'Get block checks',
    description:
      'Whether the recomputed block hash, transactions root, receipts root, transaction hashes and logs bloom match the ' +
      'block: as checked at indexing, or from the node’s current data with `again` and for blocks indexed before checks existed.',
    tag,
    input: z.object({
      block_number_or_hash: params.blockNumberOrHash(),
      chain: params.chain(),
      again: parameters
        .boolean()
        .default(false)
        .describe('true checks the node’s current data and adds `reported` and `computed`.'),
    }),
    output: record({
      block_number: decimal(),
      block_hash: hex(),
      source: z.enum(['index', 'node']).describe('index: checked at indexing. node: checked now.'),
      checks: z.array(blockCheck),
    }),
    example: {
      input: { block_number_or_hash: '16141217', chain: 'eth' },
      output: {
        block_number: '16141217',
        block_hash: examples.blockHash,
        source: 'index',
        checks: blockCheckNames.map((check) => ({
          check,
          outcome: 'held' as const,
          reason: null,
          reported: null,
          computed: null,
        })),
      },
    },
  }),
  evmTransactionProof: endpoint({
    path: '/evm/transactions/:transaction_hash/proof',
    summary: 'Get inclusion proof by transaction',
    description:
      'The block header, the transaction and its receipt in RLP, and the trie nodes from the header’s two roots to ' +
      'them: enough to verify, from the block hash alone, that both are part of the block. Read from the node.',
    tag,
    input: z.object({
      transaction_hash: params.transactionHash().describe('Transaction hash.'),
      chain: params.chain(),
    }),
    output: record({
      transaction_hash: hex(),
      transaction_index: count().describe('RLP-encoded, this number is the key in both tries.'),
      block_number: decimal(),
      block_hash: hex(),
      header: record({
        bytes: hex().nullable().describe('RLP; its hash is the block hash.'),
        reason: reason(),
      }),
      transaction: triePath(),
      receipt: triePath(),
    }),
    example: {
      input: { transaction_hash: examples.transactionHash, chain: 'eth' },
      output: {
        transaction_hash: examples.transactionHash,
        transaction_index: 74,
        block_number: '16141217',
        block_hash: examples.blockHash,
        header: { bytes: `0xf90218a0${exampleRoot.slice(2)}`, reason: null },
        transaction: { bytes: '0x02f8730182', nodes: [`0xf851a0${exampleRoot.slice(2)}`], reason: null },
        receipt: { bytes: '0x02f9010801', nodes: [`0xf851a0${exampleRoot.slice(2)}`], reason: null },
      },
    },
  }),
})
