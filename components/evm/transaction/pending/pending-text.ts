import type { EvmPendingTransaction } from '#lib/evm/transaction/pending-contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'

/** What became of a transaction, in a sentence or two. */
export const pendingText = (pending: EvmPendingTransaction): string => {
  const { state, block_number, replaced_by, transaction } = pending
  const nonce = transaction ? ` nonce ${groupedNumber(transaction.nonce)}` : ' its nonce'
  switch (state) {
    case 'mined':
      return `Mined in block ${groupedNumber(block_number ?? '0')}.`
    case 'replaced':
      return `Replaced: another transaction of the same sender with${nonce} was mined. This one can no longer be mined.${replaced_by === null ? ' The other one is not indexed here.' : ''}`
    case 'dropped':
      return `Dropped: it was in the mempool of the node, and is neither there nor in a block now. ${
        replaced_by === null
          ? `It can still be mined if it is sent again before another transaction with${nonce}.`
          : `Another transaction with${nonce} is pending instead.`
      }`
    case 'pending':
      return waitingText(pending)
  }
}

const waitingText = ({
  waits_for_nonce,
  pending_before,
  transaction,
  base_fee_per_gas,
}: EvmPendingTransaction): string => {
  if (waits_for_nonce !== null)
    return `Waits for nonce ${groupedNumber(waits_for_nonce)}: the node knows no transaction of the sender with it, and without it this one cannot be mined.`
  if (pending_before) return `Waits for ${counted(pending_before, 'pending transaction')} of the same sender.`
  const fee = transaction?.max_fee_per_gas
  if (fee != null && base_fee_per_gas !== null && BigInt(fee) < BigInt(base_fee_per_gas))
    return 'Waits for lower fees: it offers less than the base fee of the newest block.'
  return 'Waits in the mempool of the node to be included in a block.'
}
