import { transactionKind } from '#components/aptos/parts/transaction-kind.ts'
import { calledFunction } from '#components/aptos/parts/values/called-function.ts'
import { shortFunction } from '#components/aptos/parts/values/function-name.tsx'
import { decimalOf, listOf } from '#components/aptos/parts/values/move-json.ts'
import type { AptosTransaction } from '#lib/aptos/contract/records.ts'

const short = (address: string): string =>
  address.length <= 14 ? address : `${address.slice(0, 8)}…${address.slice(-6)}`
const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** One-sentence summary of a transaction, from its own fields. */
export const transactionSentence = (transaction: AptosTransaction): string => {
  const { type, sender, success } = transaction
  const effects = `${plural(listOf(transaction.events).length, 'event')} and ${plural(listOf(transaction.changes).length, 'change')}`
  if (type === 'user_transaction') {
    const who = sender === undefined ? 'An account' : short(sender)
    const what = shortFunction(calledFunction(transaction) ?? 'an unknown payload')
    return success === false ? `${who} called ${what}, and it failed.` : `${who} called ${what}: ${effects}.`
  }
  if (type === 'block_metadata_transaction')
    return `The start of a block in epoch ${decimalOf(transaction.epoch) ?? '?'}, round ${decimalOf(transaction.round) ?? '?'}.`
  if (type === 'state_checkpoint_transaction') return 'The state after a block, sealed by its hash.'
  if (type === 'block_epilogue_transaction') return 'The end of a block: its limits and fees.'
  if (type === 'genesis_transaction') return `The first state of the chain: ${effects}.`
  return `${transactionKind(type).title} transaction: ${effects}.`
}
