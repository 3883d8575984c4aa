import type { Service } from '#lib/api/endpoint.ts'
import { decodedTransactions } from '#lib/evm/abi/decoded-transactions.ts'
import { transactionRecord } from '#lib/evm/chain/decode/records.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { transactionEndpoints } from './contract.ts'
import { readTransactionWithLogs, withCalls } from './transaction.ts'

/** The transaction with decoded call and events, if the ABIs are verified. */
export const transactionVerboseQuery =
  (context: EvmQueryContext): Service<typeof transactionEndpoints>['transactionVerbose'] =>
  async ({ chain: chainName, transaction_hash, include }, call) => {
    const chain = context.served.resolve(chainName)
    const found = await readTransactionWithLogs(context, chain, transaction_hash, call)
    const record = transactionRecord(found.stored, labelsOn(context.known, chain.id))
    const plain = { row: found.stored, record, logs: found.logs }
    const [decoded = { ...record, logs: [] }] = await decodedTransactions(context.abis, chain, [plain], call)
    return include ? await withCalls(context, chain, found, { record: decoded, call }) : decoded
  }
