import type { Service } from '#lib/api/endpoint.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { type AptosNodeContext, nodeOf } from '#lib/aptos/query/node-context.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { isFields } from '#lib/base/is-fields.ts'
import type { AptosPendingApi } from './pending-contract.ts'

/** Transactions in the mempools of full nodes. */
export const createAptosPendingService = ({ nodes, defaultNetwork }: AptosNodeContext): Service<AptosPendingApi> => ({
  aptosPendingTransaction: async ({ network = defaultNetwork, transaction_hash }, context) => {
    const found = await nodeOf(nodes, network).transactionState(transaction_hash, context?.signal)
    if (found === undefined)
      throw new ServiceError('not_found', `No Aptos node knows the transaction ${transaction_hash}.`)
    if (found.state === 'committed') return { state: 'committed', version: found.version, transaction: null }
    const { sender, expiration_timestamp_secs, payload, ...sent } = found.transaction
    return {
      state: 'pending',
      version: null,
      transaction: {
        hash: sent.hash,
        sender: aptosAddress(sender) ?? sender,
        sequence_number: sent.replay_protection_nonce == null ? (sent.sequence_number ?? null) : null,
        max_gas_amount: sent.max_gas_amount ?? null,
        gas_unit_price: sent.gas_unit_price ?? null,
        expires_at: expiration_timestamp_secs == null ? null : isoOfSeconds(expiration_timestamp_secs),
        function: calledFunction(payload),
        payload,
      },
    }
  },
})

const calledFunction = (payload: unknown): string | null => {
  if (!isFields(payload)) return null
  if (typeof payload.function === 'string') return payload.function
  return isFields(payload.transaction_payload) ? calledFunction(payload.transaction_payload) : null
}

/** Null for a time beyond the calendar: some wallets write "never" so. */
const isoOfSeconds = (seconds: string): string | null => {
  const date = new Date(Number(seconds) * 1_000)
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9_999 ? null : date.toISOString()
}
