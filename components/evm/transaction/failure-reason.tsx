import { askWhole } from '#components/ask.ts'
import type { Client } from '#lib/api/endpoint.ts'
import type { EvmApi } from '#lib/evm/contract/api.ts'
import type { DecodedTransaction } from '#lib/evm/contract/transactions.ts'
import { revertReason } from './revert-reason.ts'

/**
 * Why a transaction failed: in the words of the contract that undid it where its calls hold them, else what the receipt shows.
 * Receipts hold no reason, and the transaction's own answer is not in the interface.
 */
export const FailureReason = async ({
  client,
  chain,
  transaction: { hash, receipt_gas_used, gas },
}: {
  client: Client<EvmApi>
  chain: string
  transaction: DecodedTransaction
}) => {
  if (receipt_gas_used === gas) return <span className="text-muted">Out of gas: all of it was used.</span>
  const { data } = await askWhole(
    client.transaction({ chain, transaction_hash: hash, include: 'internal_transactions' }),
  )
  const reasons = (data?.internal_transactions ?? []).flatMap(({ output }) => revertReason(output) ?? [])
  const said = reasons.at(-1)
  return said === undefined ? (
    <span className="text-muted">Reverted by the contract without a reason.</span>
  ) : (
    <span>
      An inner call reverted: <q>{said}</q>
    </span>
  )
}
