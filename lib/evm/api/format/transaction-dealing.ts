import type { Dealing } from '#lib/format/look-alike.ts'

type DealtTransaction = {
  from_address: string
  to_address: string | null
  value: string
  receipt_status: string | null
  /** Hex text. */
  input: string
}

/** A transaction is signed: outgoing ones are the wallet's own actions. An empty incoming one only shows its sender's name. */
export const transactionDealing = (row: DealtTransaction, wallet: string): Dealing => {
  if (row.from_address === wallet) return { party: row.to_address, kind: 'sent' }
  if (row.value !== '0') return { party: row.from_address, kind: row.receipt_status === '0' ? 'nothing' : 'received' }
  return { party: row.from_address, kind: 'nothing', doubt: row.input.length > 2 ? undefined : 'zero value' }
}
