import { zeroAddress } from '#lib/base/zero-address.ts'
import type { Dealing } from '#lib/format/look-alike.ts'
import type { TransferLine } from './transfer-line.ts'

/** Anyone may make a token emit a zero-value transfer from the wallet, and a spam token may emit anything. */
export const transferDealing = ({ from, to, amount, isSpam }: TransferLine, wallet: string): Dealing => {
  const isSent = from.address === wallet
  const other = isSent ? to?.address : from.address
  const party = !other || other === zeroAddress ? null : other
  const doubt = isSpam ? 'spam' : amount === '0' && 'zero value'
  return doubt ? { party, kind: 'nothing', doubt } : { party, kind: isSent ? 'sent' : 'received' }
}
