import { evmCall } from '#components/evm/parts/evm-calls.ts'
import type { DecodedTransaction } from '#lib/evm/contract/records/transactions.ts'
import type { Ask } from '#lib/pages/question.ts'
import { revertReason } from './revert-reason.ts'

/**
 * Why a transaction failed: the revert reason in its calls, if available, otherwise what the receipt shows. Receipts
 * contain no reason, and the transaction's own output is not in the interface.
 */
export const FailureReason = async ({
  ask,
  chain,
  transaction: { hash, receipt_gas_used, gas },
}: {
  ask: Ask
  chain: string
  transaction: DecodedTransaction
}) => {
  if (receipt_gas_used === gas) return <span className="text-muted">Out of gas.</span>
  const input = { chain, transaction_hash: hash, include: 'internal_transactions' } as const
  const { data } = await ask({ ...evmCall('transaction', input), isWhole: true })
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
