import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { count, hex, record } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as routes from '#lib/evm/contract/explorer/routes/simulations.ts'
import { keptCalldataBytesMax } from '#lib/evm/contract/format/calldata-bounds.ts'
import * as params from '#lib/evm/contract/params.ts'
import { missingAbisHeaders } from '#lib/evm/contract/records/transactions.ts'
import { callFrame, exampleCallFrame, exampleEvent, exampleWholeFrame, framePlace } from './frame-records.ts'
import { calldata, simulationInput } from './simulation-input.ts'
import { simulation } from './simulation-record.ts'
import { exampleAccount } from './state-change-endpoints.ts'

const exampleInput = {
  from: examples.wallet,
  to: examples.token,
  call: `["transfer(address,uint256)","${examples.collection}","2125000024"]`,
  chain: 'eth',
}

/** Transactions that are run without being sent. */
export const simulationEndpoints = {
  evmSimulation: endpoint(routes.evmSimulation, {
    summary: 'Simulate a transaction',
    description:
      'Runs a transaction on the node after any block whose state it keeps, and returns what it would do. Nothing is sent to the chain. The ' +
      'gas price is zero. Uses `debug_traceCall`, otherwise `eth_simulateV1`, otherwise `eth_call`, which reports the result only. ' +
      '503 `not_available` if no node of the chain has the state.',
    tag: 'EVM explorer',
    headers: missingAbisHeaders,
    input: z.object(simulationInput),
    output: simulation,
    example: {
      input: exampleInput,
      output: {
        block_number: '16141217',
        block_hash: examples.blockHash,
        before: { block_number: '16141217', transaction_index: 4, is_in_block: true },
        untraced: null,
        method: 'debug_traceCall' as const,
        status: 'failed' as const,
        from: examples.wallet,
        to: examples.token,
        value: '0',
        gas: '30000000',
        input: '0xa9059cbb',
        call: exampleCallFrame.call,
        created_address: examples.collection,
        gas_used: '51234',
        output: '0x0000000000000000000000000000000000000000000000000000000000000001',
        returned: [{ name: '', value: 'true', type: 'bool' }],
        error: 'execution reverted',
        reason: exampleCallFrame.reason,
        balance_changes: [
          {
            address: examples.wallet,
            address_label: null,
            standard: 'ERC20' as const,
            token_address: examples.token,
            token_name: 'Dai Stablecoin',
            token_symbol: 'DAI',
            token_decimals: 18,
            token_id: '1',
            change: '-2125000024',
          },
        ],
        balance_change_count: 1,
        has_native_changes: true,
        logs: [
          {
            log_index: '0',
            address: examples.token,
            address_label: null,
            topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'],
            data: '0x',
            event: exampleEvent,
          },
        ],
        log_count: 1,
        frames: [
          {
            ...exampleCallFrame,
            input_bytes: 68,
            output_bytes: 32,
            delegate: '0-0',
            logs: [{ log_index: '0', position: 0, address: examples.token, event: exampleEvent }],
          },
        ],
        frame_count: 1,
        accounts: [exampleAccount],
        account_count: 1,
        accounts_missing: null,
      },
    },
  }),
  evmKeepCalldata: endpoint(routes.evmKeepCalldata, {
    summary: 'Keep calldata for simulations',
    description:
      'Keeps calldata that is too long for a URL, and returns its id for `data_id` of a simulation. The id is the SHA-256 of the calldata: ' +
      'anyone who has it can read the calldata. When space runs out, the calldata that was used least recently is removed.',
    tag: 'EVM explorer',
    input: z.object({ data: calldata(keptCalldataBytesMax).describe('The calldata.'), chain: params.chain() }),
    output: record({ data_id: hex(), byte_count: count() }),
    example: {
      input: { data: '0xa9059cbb', chain: 'eth' },
      output: { data_id: '0x095b07b3d4eeeaaf11d6d19839479fe44f98ab1e96546e0e058002d7d927e5ba', byte_count: 4 },
    },
  }),
  evmSimulatedCall: endpoint(routes.evmSimulatedCall, {
    summary: 'Get one call of a simulation',
    description:
      'One frame of the call tree of a simulated transaction with all of its calldata, its returned data and all arguments.',
    tag: 'EVM explorer',
    headers: missingAbisHeaders,
    input: z.object({ ...simulationInput, frame: framePlace() }),
    output: callFrame,
    example: {
      input: { ...exampleInput, frame: '0' },
      output: exampleWholeFrame,
    },
  }),
} satisfies Api

export type EvmSimulation = z.output<typeof simulation>
