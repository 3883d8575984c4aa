import type { Output, Service } from '#lib/api/endpoint.ts'
import { type Hex, wordOf } from '#lib/base/hex.ts'
import { entryPointVersion } from '#lib/evm/api/entry-points.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import type { NodeLog } from '#lib/evm/chain/rpc/parse.ts'
import { logPage } from '#lib/evm/events/log-page.ts'
import { timesOfBlocks } from '#lib/evm/events/log-records.ts'
import { type LabelOf, labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { logRow } from '#lib/evm/trace/log-row.ts'
import type { userOperationEndpoints } from './contract.ts'
import { deployedAccount, operationTopics, userOperations } from './operation-logs.ts'

type Api = (typeof userOperationEndpoints)['evmAddressUserOperations']
type Role = Parameters<Service<typeof userOperationEndpoints>['evmAddressUserOperations']>[0]['role']
type Row = Output<Api>['result'][number]

/** The ERC-4337 operations that an address executed as account, paid as paymaster, or created the account of. */
export const addressUserOperationsQuery =
  (context: EvmQueryContext): Service<typeof userOperationEndpoints>['evmAddressUserOperations'] =>
  async ({ address, role = 'account', ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const search = { route: 'evmAddressUserOperations', address: undefined, ...wantedOf(role, address) }
    const { shown, envelope } = await logPage(context, chain, search, input, call)
    const labelOf = labelsOn(context.known, chain.id)
    const times = await timesOfBlocks(context, chain, shown, call?.signal)
    const result = shown.flatMap((log): Row[] => {
      const operation = operationOf(chain.id, log, labelOf)
      const time = times.get(log.blockNumber)
      if (!operation) return []
      return [
        {
          block_number: String(log.blockNumber),
          block_hash: log.blockHash,
          block_timestamp: time === undefined ? null : timestampText(time),
          transaction_hash: log.transactionHash,
          log_index: String(log.logIndex),
          ...operation,
        },
      ]
    })
    return { address, role, ...envelope, result }
  }

/** The logs of a role. The factory is not indexed: it is the first word of the data. */
const wantedOf = (role: Role, address: string) => {
  const word: Hex = `0x${wordOf(address)}`
  const { executed, deployed } = operationTopics
  if (role === 'factory') return { topics: [deployed], dataStart: word }
  return { topics: role === 'paymaster' ? [executed, null, null, word] : [executed, null, word], dataStart: undefined }
}

const operationOf = (chain: number, log: NodeLog, labelOf: LabelOf) => {
  const row = logRow(chain, log)
  const [operation] = userOperations([row])
  const found = operation ?? deployedAccount(row)
  if (!found) return undefined
  const { hash, entryPoint, sender, paymaster, factory } = found
  return {
    user_operation_hash: hash,
    entry_point: entryPoint,
    entry_point_version: entryPointVersion(entryPoint),
    sender,
    sender_label: labelOf(sender),
    paymaster,
    paymaster_label: paymaster && labelOf(paymaster),
    factory,
    nonce: operation ? String(operation.nonce) : null,
    success: operation?.isSuccess ?? null,
    gas_used: operation ? String(operation.gasUsed) : null,
    gas_cost: operation ? String(operation.gasCost) : null,
  }
}
