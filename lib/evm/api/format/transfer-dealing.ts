import { zeroAddress } from '#lib/base/zero-address.ts'
import type { Dealing } from '#lib/format/look-alike.ts'

/** A transfer as lists show it and as the index has it. */
export type DealtTransfer = {
  from: { address: string }
  /** Null if it was destroyed. */
  to: { address: string } | null
  /** Null if the token has no amounts (ERC721). */
  amount: string | null
  isSpam: boolean
}

/** Anyone may make a token emit a zero-value transfer from the wallet, and a spam token may emit anything. */
export const transferDealing = ({ from, to, amount, isSpam }: DealtTransfer, wallet: string): Dealing => {
  const isSent = from.address === wallet
  const other = isSent ? to?.address : from.address
  const party = !other || other === zeroAddress ? null : other
  const doubt = isSpam ? 'spam' : amount === '0' && 'zero value'
  return doubt ? { party, kind: 'nothing', doubt } : { party, kind: isSent ? 'sent' : 'received' }
}
