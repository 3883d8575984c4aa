import { zeroAddress } from '#lib/base/zero-address.ts'
import type { Dealing } from '#lib/format/look-alike.ts'
import type { TransferLine } from './transfer-line.ts'

/** Anyone may make a token emit a zero-value transfer from the wallet, and a spam token may emit anything. */
export const transferDealing = ({ from, to, amount, isSpam }: TransferLine, wallet: string): Dealing => {
  const isSent = from.address === wallet
  const other = isSent ? to?.address : from.address
  const party = other === undefined || other === zeroAddress ? null : other
  if (isSpam) return { party, kind: 'nothing', doubt: 'spam' }
  if (amount === '0') return { party, kind: 'nothing', doubt: 'zero value' }
  return { party, kind: isSent ? 'sent' : 'received' }
}
