import type { Service } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { missingCallsHeader } from '#lib/evm/api/records/transactions.ts'
import { transactionRecord } from '#lib/evm/chain/decode/records.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { internalTransactionEndpoints } from './internal-contract.ts'
import { knownTransaction, withCalls } from './transaction.ts'

/** What a transaction that could not be traced says in a header is an error here: there is nothing else to answer. */
export const internalTransactionsQuery =
  (context: EvmQueryContext): Service<typeof internalTransactionEndpoints>['internalTransactions'] =>
  async ({ transaction_hash, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const found = await knownTransaction(context, chain, transaction_hash, { signal: call?.signal, logsMax: 1 })
    const record = transactionRecord(found.stored, labelsOn(context.known, chain.id))
    let reason = 'No node could trace this transaction.'
    const setHeader = (name: string, value: string): void => {
      if (name === missingCallsHeader) reason = value.replace(/^\d+: /, '')
    }
    const { internal_transactions } = await withCalls(context, chain, found, { record, call: { ...call, setHeader } })
    if (!internal_transactions) throw new ServiceError('not_available', reason)
    return internal_transactions
  }
