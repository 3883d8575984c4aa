import { zeroAddress } from '#lib/base/zero-address.ts'
import { coin, type Move } from './moves.ts'

export type NetChange = Pick<Move, 'token' | 'standard' | 'tokenId'> & { change: bigint }

/** The change of one address's balance in the transaction. */
export type AddressChanges = { address: string; changes: NetChange[] }

/**
 * All movements added up, per address and token, without fees; zero changes are omitted, and so are addresses without changes. In
 * order of first appearance.
 */
export const netChanges = (moves: readonly Move[]): AddressChanges[] => {
  const byAddress = new Map<string, Map<string, NetChange>>()
  const add = (address: string, move: Move, amount: bigint) => {
    // Minted and destroyed tokens are nobody's; coin may be sent to the zero address.
    if (address === zeroAddress && move.token !== coin) return
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
