import { zeroAddress } from '#components/evm/parts/transfers/transfer-line.ts'
import type { TokenMove } from './token-moves.ts'

type NetChange = { token: string; standard: TokenMove['standard']; tokenId: string | null; change: bigint }

/** The change of one address's balance in the transaction. */
export type AddressChanges = { address: string; changes: NetChange[] }

/**
 * All movements added up, per address and token; zero changes are omitted, and so are addresses without changes. In
 * order of first appearance.
 */
export const netChanges = (moves: readonly TokenMove[]): AddressChanges[] => {
  const byAddress = new Map<string, Map<string, NetChange>>()
  const add = (address: string, move: TokenMove, amount: bigint) => {
    if (address === zeroAddress) return
    const changes = byAddress.get(address) ?? new Map<string, NetChange>()
    byAddress.set(address, changes)
    const { token, standard, tokenId } = move
    const key = `${token} ${tokenId}`
    const known = changes.get(key) ?? { token, standard, tokenId, change: 0n }
    changes.set(key, { ...known, change: known.change + amount })
  }
  for (const move of moves) {
    add(move.from, move, -move.amount)
    add(move.to, move, move.amount)
  }
  return [...byAddress]
    .map(([address, changes]) => ({
      address,
      changes: [...changes.values()].filter(({ change }) => change !== 0n),
    }))
    .filter(({ changes }) => changes.length > 0)
}
