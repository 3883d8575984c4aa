import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { entryPointVersion } from '#lib/evm/api/entry-points.ts'
import type { CallFrame } from '#lib/evm/chain/rpc/replay/call-tree.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { frameDecoder } from '#lib/evm/trace/decode-frames.ts'
import { shortened } from '#lib/evm/trace/shortened.ts'
import { knownTransaction } from '#lib/evm/transaction/transaction.ts'
import type { userOperationEndpoints } from './contract.ts'
import { bundledCalls, operationKey, type UserOperation, userOperations } from './operation-logs.ts'

/** More operations than these are only counted. */
const operationsMax = 500

/** The ERC-4337 operations of a transaction: by its logs, with the calls of its calldata. */
export const transactionUserOperationsQuery =
  (context: EvmQueryContext): Service<typeof userOperationEndpoints>['evmUserOperations'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { stored, logs } = await knownTransaction(context, chain, input.transaction_hash, { signal: call?.signal })
    const all = userOperations(logs)
    const shown = all.slice(0, operationsMax)
    const to = stored.to_address === null ? null : toHex(stored.to_address)
    const calls = shown.length > 0 ? bundledCalls(stored.input) : new Map<string, Hex>()
    const framed = shown.map((operation) => {
      // Other contracts may pass a bundle on: then the calldata is not that of its EntryPoint.
      const callData =
        operation.entryPoint === to ? calls.get(operationKey(operation.sender, operation.nonce)) : undefined
      return { operation, callData, frame: frameOf(operation, callData ?? '0x') }
    })
    const decoder = await frameDecoder(context, chain, stored.block_number, {
      frames: framed.map(({ frame }) => frame),
      logs: [],
      call,
    })
    const labelOf = labelsOn(context.known, chain.id)
    const bundler = toHex(stored.from_address)
    return {
      transaction_hash: toHex(stored.hash),
      bundler,
      bundler_label: labelOf(bundler),
      total: all.length,
      result: framed.map(({ operation, callData, frame }) => ({
        user_operation_hash: operation.hash,
        log_index: String(operation.logIndex),
        entry_point: operation.entryPoint,
        entry_point_version: entryPointVersion(operation.entryPoint),
        sender: operation.sender,
        sender_label: labelOf(operation.sender),
        paymaster: operation.paymaster,
        paymaster_label: operation.paymaster && labelOf(operation.paymaster),
        factory: operation.factory,
        nonce: String(operation.nonce),
        success: operation.isSuccess,
        gas_used: String(operation.gasUsed),
        gas_cost: String(operation.gasCost),
        selector: callData === undefined || callData.length < selectorLength ? null : callData.slice(0, selectorLength),
        call: callData === undefined ? null : shortened(decoder.call(frame)),
        reason: operation.revertData === null ? null : shortened(decoder.error(frame)),
      })),
    }
  }

const selectorLength = 10

/** The call that an EntryPoint makes for an operation. */
const frameOf = ({ entryPoint, sender, gasUsed, revertData }: UserOperation, callData: Hex): CallFrame => ({
  type: 'CALL',
  from: entryPoint,
  to: sender,
  value: 0n,
  gas: gasUsed,
  gasUsed,
  input: callData,
  output: revertData ?? '0x',
  depth: 1,
  error: revertData === null ? null : 'execution reverted',
  isUndone: revertData !== null,
  logs: [],
})
