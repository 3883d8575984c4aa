import { type TransferLine, zeroAddress } from '#components/evm/transfer-line.ts'
import type { NativeTransaction } from '#lib/evm/contract/transactions.ts'
import type { Dealing } from '#lib/format/look-alike.ts'

/** A transaction is signed: what goes out is the wallet's own doing. An empty one that comes in is worth nothing but its sender's name. */
export const transactionDealing = (row: NativeTransaction, wallet: string): Dealing => {
  if (row.from_address === wallet) return { party: row.to_address, kind: 'sent' }
  if (row.value !== '0') return { party: row.from_address, kind: row.receipt_status === '0' ? 'nothing' : 'received' }
  return { party: row.from_address, kind: 'nothing', doubt: row.input.length > 2 ? undefined : 'zero value' }
}

/** Anybody may have a token say that the wallet sent nothing, and whoever wrote a spam token may have it say anything. */
export const transferDealing = ({ from, to, amount, isSpam }: TransferLine, wallet: string): Dealing => {
  const isSent = from.address === wallet
  const other = isSent ? to?.address : from.address
  const party = other === undefined || other === zeroAddress ? null : other
  if (isSpam) return { party, kind: 'nothing', doubt: 'spam' }
  if (amount === '0') return { party, kind: 'nothing', doubt: 'zero value' }
  return { party, kind: isSent ? 'sent' : 'received' }
}
