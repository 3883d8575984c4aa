import { zeroAddress } from '#lib/base/zero-address.ts'
import type {
  HistoryErc20Transfer,
  HistoryNftTransfer,
  HistoryTransaction,
  NativeTransfer,
} from '#lib/evm/api/records/wallet-history.ts'
import { type Dealing, type Evidence, suspicionOf } from '#lib/format/look-alike.ts'

/** Why a transaction is folded: anyone can write it into the history of a wallet. */
export type FoldedReason = 'imitating an address' | 'zero value' | 'spam'

type HistoryMove = HistoryErc20Transfer | HistoryNftTransfer | NativeTransfer

/** The wallet's relation to the other side of a transfer in its history. */
export const historyDealing = (move: HistoryMove, isSigned: boolean): Dealing => {
  const { direction } = move
  const other = direction === 'incoming' ? move.from_address : move.to_address
  const party = other === zeroAddress ? null : other
  if (isSigned) return { party, kind: 'sent' }
  if ('possible_spam' in move && move.possible_spam) return { party, kind: 'nothing', doubt: 'spam' }
  if (historyAmount(move) === '0') return { party, kind: 'nothing', doubt: 'zero value' }
  return { party, kind: direction === 'incoming' ? 'received' : 'sent' }
}

/** In the smallest unit; of NFTs how many. */
export const historyAmount = (move: HistoryMove): string => String('amount' in move ? move.amount : move.value)

type Moved = Pick<HistoryTransaction, 'from_address' | 'erc20_transfers' | 'nft_transfers' | 'native_transfers'>

/** The same of each transfer of a transaction. */
export const historyDealings = (transaction: Moved, wallet: string): Dealing[] => {
  const { from_address, erc20_transfers, nft_transfers, native_transfers } = transaction
  return [...native_transfers, ...erc20_transfers, ...nft_transfers].map((move) =>
    historyDealing(move, from_address === wallet),
  )
}

/** Transactions are folded that the wallet did not sign, and that only moved nothing or spam, or imitate an address. */
export const foldedReason = (
  evidence: Evidence,
  dealings: readonly Dealing[],
): { reason: FoldedReason; imitates: string | null } | undefined => {
  const suspicions = dealings.flatMap((dealing) => suspicionOf(evidence, dealing) ?? [])
  const [first] = suspicions
  if (!first || suspicions.length < dealings.length || !suspicions.every(({ isFolded }) => isFolded)) return undefined
  const imitated = suspicions.find((one) => one.imitated)?.imitated
  if (imitated) return { reason: 'imitating an address', imitates: imitated.address }
  return first.doubt && { reason: first.doubt, imitates: null }
}
