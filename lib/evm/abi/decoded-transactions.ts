import type { CallContext } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import type { DecodedTransaction, NativeTransaction } from '#lib/evm/api/records/transactions.ts'
import { logRecord } from '#lib/evm/chain/decode/records.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { LogRow, TransactionRow } from '#lib/evm/chain/tables/tables.ts'
import type { ContractAt, EvmAbis } from './abi-index.ts'
import { decodeCall } from './decode-call.ts'
import { decodeLog } from './decode-log.ts'

/** A transaction as it is stored and as it is shown, with its logs in their order. */
export type WithLogs = { row: TransactionRow; record: NativeTransaction; logs: readonly LogRow[] }

/** Adds logs and decoded values; values that cannot be decoded are absent. Fields are in the order of the interface. */
export const decodedTransactions = async (
  abis: EvmAbis | undefined,
  chain: ServedChain,
  transactions: readonly WithLogs[],
  call: CallContext | undefined,
): Promise<DecodedTransaction[]> => {
  const known = await abis?.knownOf(chain, contractsOf(transactions), { call })
  const abisOf = (address: Uint8Array, block: number) => known?.({ address: toHex(address), block }) ?? []
  return transactions.map(({ row, record, logs }) => {
    const decoded = row.to_address && decodeCall(abisOf(row.to_address, row.block_number), row.input)
    return {
      ...record,
      logs: logs.map((log) => {
        const event = decodeLog(abisOf(log.address, log.block_number), log)
        return { ...logRecord(log, record), ...(event && { decoded_event: event }) }
      }),
      ...(decoded && { decoded_call: decoded }),
    }
  })
}

/** Each contract that was called or that logged, once for each block. */
const contractsOf = (transactions: readonly WithLogs[]): ContractAt[] => {
  const contracts = new Map<string, ContractAt>()
  const add = (bytes: Uint8Array, block: number): void => {
    const address = toHex(bytes)
    contracts.set(`${address}/${block}`, { address, block })
  }
  for (const { row, logs } of transactions) {
    if (row.to_address && row.input.length >= 4) add(row.to_address, row.block_number)
    for (const { address } of logs) add(address, row.block_number)
  }
  return [...contracts.values()]
}
