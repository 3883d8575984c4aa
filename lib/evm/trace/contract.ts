import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { matching } from '#lib/api/input/parameters.ts'
import { count, decimal, flag, hex, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { missingAbisHeaders } from '#lib/evm/api/records/transactions.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'

const source = () =>
  z.enum(['abi', 'signatures']).describe('`signatures`: a guess by a known signature, which may be wrong.')
export const decodedValue = record({ name: text(), value: text(), type: text() })

/** A decoded call, event or error. */
export const namedCall = record({
  label: text(),
  signature: text(),
  source: source(),
  arguments: z.array(decodedValue).describe('Long values are cut, and end with `…`.'),
})

const frameLog = record({
  log_index: decimal(),
  position: count()
    .nullable()
    .describe('The number of calls that the frame had made before it; null: after all, or unknown.'),
  address: hex(),
  event: namedCall.nullable(),
})

const frameFields = {
  frame: text().describe('`0` is the transaction’s own call, `0-2` its third call, `0-2-0` the first call of that.'),
  type: text().describe('`CALL`, `STATICCALL`, `DELEGATECALL`, `CALLCODE`, `CREATE`, `CREATE2` or `SELFDESTRUCT`.'),
  from: hex(),
  to: hex().nullable().describe('The created contract of a CREATE; null if creating failed.'),
  to_label: text().nullable(),
  value: decimal(),
  gas: decimal(),
  gas_used: decimal().describe('With its calls, as the node reports it.'),
  selector: hex().nullable(),
  call: namedCall.nullable(),
  error: text().nullable().describe('The node’s text, if this call itself failed.'),
  reason: namedCall.nullable().describe('The error that the contract returned.'),
  is_undone: flag().describe('It or a call above it failed: nothing that it did lasts.'),
}

/** A call as a row of the tree. */
export const treeFrame = record({
  ...frameFields,
  input_bytes: count(),
  output_bytes: count(),
  delegate: text()
    .nullable()
    .describe('The frame of the delegate call to which this one, to a proxy, passes its whole calldata on.'),
  logs: z.array(frameLog),
})

/** A call with everything in it. */
export const callFrame = record({
  ...frameFields,
  input: hex(),
  output: hex(),
  returned: z
    .array(decodedValue)
    .nullable()
    .describe('The decoded returned values; null where no verified ABI declares them.'),
})

/** The place of a call in the tree. */
export const framePlace = () =>
  matching({
    type: 'frame',
    accepts: 'the place of a call in the tree, such as 0 or 0-2-1',
    pattern: '^0(-[0-9]{1,5}){0,1024}$',
    fault: 'is not the place of a call, such as 0 or 0-2-1',
    read: (place) => place,
  }).describe('The place of the call in the tree, such as `0-2-1`.')

export const exampleCallFrame = {
  frame: '0',
  type: 'CALL',
  from: examples.wallet,
  to: examples.token,
  to_label: null,
  value: '0',
  gas: '90000',
  gas_used: '51234',
  selector: '0xa9059cbb',
  call: {
    label: 'transfer',
    signature: 'transfer(address,uint256)',
    source: 'abi' as const,
    arguments: [
      { name: 'to', value: examples.collection, type: 'address' },
      { name: 'amount', value: '2125000024', type: 'uint256' },
    ],
  },
  error: 'execution reverted',
  reason: {
    label: 'ERC20InsufficientBalance',
    signature: 'ERC20InsufficientBalance(address,uint256,uint256)',
    source: 'abi' as const,
    arguments: [
      { name: 'sender', value: examples.wallet, type: 'address' },
      { name: 'balance', value: '12500', type: 'uint256' },
      { name: 'needed', value: '2125000024', type: 'uint256' },
    ],
  },
  is_undone: true,
}

export const exampleWholeFrame = {
  ...exampleCallFrame,
  input: '0xa9059cbb',
  output: '0x0000000000000000000000000000000000000000000000000000000000000001',
  returned: [{ name: '', value: 'true', type: 'bool' }],
}

export const exampleEvent = {
  label: 'Transfer',
  signature: 'Transfer(address,address,uint256)',
  source: 'abi' as const,
  arguments: [
    { name: 'from', value: examples.wallet, type: 'address' },
    { name: 'to', value: examples.collection, type: 'address' },
    { name: 'value', value: '2124998488', type: 'uint256' },
  ],
}

const tag = 'EVM explorer'

const input = { transaction_hash: params.transactionHash().describe('Transaction hash.'), chain: params.chain() }
const method = () =>
  z.enum(['debug_traceTransaction', 'trace_transaction']).describe('The method of the node that ran it again.')

/** The calls of a transaction as a tree, from a node that runs it again. */
export const callTreeEndpoints = endpointsOf(evmExplorerRoot, {
  evmCallTree: endpoint({
    path: '/evm/transactions/:transaction_hash/calls',
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
  evmCallFrame: endpoint({
    path: '/evm/transactions/:transaction_hash/calls/:frame',
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
})

export type EvmCallTree = z.output<(typeof callTreeEndpoints)['evmCallTree']['output']>
export type EvmCallFrame = z.output<(typeof callTreeEndpoints)['evmCallFrame']['output']>
