import type { EvmTransactionMoves } from '#lib/evm/transaction/contract.ts'

/** The `token` of the chain's own coin. */
export const coin = 'native'

/** An amount or token that changed hands. */
export type Move = {
  /** Null for the coin, which no log reports. */
  logIndex: string | null
  standard: 'native' | 'ERC20' | 'ERC721' | 'ERC1155'
  /** `coin`, or the address of the contract. */
  token: string
  /** The zero address for a mint. */
  from: string
  /** The zero address where it was destroyed. */
  to: string
  /** Null for what has no ids. */
  tokenId: string | null
  amount: bigint
  /** Coin was wrapped into this token or unwrapped; the contract keeps the other side. */
  isWrapping: boolean
}

/** A movement as `evmTransactionMoves` gives it. */
export const moveOf = (move: EvmTransactionMoves['moves'][number]): Move => ({
  // An NFT older than the standards moves as one of ERC721 does.
  standard: move.standard ?? 'ERC721',
  logIndex: move.log_index,
  token: move.token_address ?? coin,
  from: move.from_address,
  to: move.to_address,
  tokenId: move.token_id,
  amount: BigInt(move.amount),
  isWrapping: move.is_wrapping,
})

export type MoveCounts = { mints: number; burns: number; transfers: number }

/** A movement that a log reports. */
type TokenMove = Move & { logIndex: string }
export const tokenMoves = (moves: readonly Move[]): TokenMove[] =>
  moves.filter((move): move is TokenMove => move.logIndex !== null)

/** How many movements of tokens a transaction has, listed or not. */
export const tokenMoveCount = ({ moves, counts }: { moves: readonly Move[]; counts?: MoveCounts }): number =>
  counts ? counts.mints + counts.burns + counts.transfers : tokenMoves(moves).length

/** The coin that a call moved. */
export const coinMove = (from: string, to: string, amount: bigint): Move => ({
  ...{ logIndex: null, standard: 'native', token: coin, from, to, tokenId: null, amount, isWrapping: false },
})
