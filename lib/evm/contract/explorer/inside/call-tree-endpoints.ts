import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { count, decimal, hex, record } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as routes from '#lib/evm/contract/explorer/routes/transactions.ts'
import * as params from '#lib/evm/contract/params.ts'
import { missingAbisHeaders } from '#lib/evm/contract/records/transactions.ts'
import { callFrame, exampleCallFrame, exampleEvent, exampleWholeFrame, framePlace, treeFrame } from './frame-records.ts'

const tag = 'EVM explorer'

const input = { transaction_hash: params.transactionHash().describe('Transaction hash.'), chain: params.chain() }
const method = () =>
  z.enum(['debug_traceTransaction', 'trace_transaction']).describe('The method of the node that ran it again.')

/** The calls of a transaction as a tree, from a node that runs it again. */
export const callTreeEndpoints = {
  evmCallTree: endpoint(routes.evmCallTree, {
    summary: 'Get call tree by transaction',
    description:
      'Every call of a transaction in execution order, the transaction’s own first, with decoded calls, errors and logs in their ' +
      'place. A node runs the transaction again at the first request; the result is kept. 503 `not_available` if no node of the ' +
      'chain serves `debug_traceTransaction` or `trace_transaction`, or has the state for it.',
    tag,
    headers: missingAbisHeaders,
    input: z.object(input),
    output: record({
      transaction_hash: hex(),
      block_number: decimal(),
      block_hash: hex(),
      method: method(),
      frame_count: count(),
      frames: z.array(treeFrame).describe('The first 10,000.'),
      log_placement: z
        .enum(['traced', 'inferred'])
        .describe(
          '`inferred`: the node’s trace has no logs, so only those are placed whose contract ran in a single frame.',
        ),
      logs_not_placed: count(),
    }),
    example: {
      input: { transaction_hash: examples.transactionHash, chain: 'eth' },
      output: {
        ...examples.transactionInBlock,
        method: 'debug_traceTransaction' as const,
        frame_count: 1,
        frames: [
          {
            ...exampleCallFrame,
            input_bytes: 68,
            output_bytes: 32,
            delegate: null,
            logs: [{ log_index: '147', position: null, address: examples.token, event: exampleEvent }],
          },
        ],
        log_placement: 'traced' as const,
        logs_not_placed: 0,
      },
    },
  }),
  evmCallFrame: endpoint(routes.evmCallFrame, {
    summary: 'Get one call of a transaction',
    description: 'One frame of the call tree with all of its calldata, its returned data and all arguments.',
    tag,
    headers: missingAbisHeaders,
    input: z.object({
      ...input,
      frame: framePlace(),
    }),
    output: callFrame,
    example: {
      input: { transaction_hash: examples.transactionHash, frame: '0', chain: 'eth' },
      output: exampleWholeFrame,
    },
  }),
} satisfies Api

export type EvmCallTree = z.output<(typeof callTreeEndpoints)['evmCallTree']['output']>
export type EvmCallFrame = z.output<(typeof callTreeEndpoints)['evmCallFrame']['output']>
