import type { Kysely } from 'kysely'
import { badParameter } from '#lib/base/errors.ts'
import { toHex } from '#lib/evm/chain/decode/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { type Move, movesSince } from './moves-since.ts'
import { newestMoves } from './newest-moves.ts'
import { ownedTokens } from './owned-tokens.ts'
import { comparePlaces, type OwnedToken, type OwnerList, type OwnerPlace, pairKey } from './owner-list.ts'

/** Maximum number of transfers since page 1; each later page reads them all. */
const movesMax = 5_000

/**
 * The list below `before` as of block `snapshot`, which is not below the position of `before`: unchanged records are
 * read from the index; changed ones are reconstructed from the transfers. @throws invalid_request naming `cursor` if
 * too much has changed since.
 */
export const ownersAsOf = async (
  db: Kysely<EvmTables>,
  list: OwnerList,
  snapshot: number,
  before: OwnerPlace,
  rows: number,
): Promise<OwnedToken[]> => {
  // In this order, a block stored in between cannot hide a record from both; duplicates are taken from the second.
  const unchanged = await ownedTokens(db, list, before, rows)
  const moves = await movesSince(db, list, snapshot, movesMax + 1)
  if (moves.length === 0) return unchanged
  if (moves.length > movesMax)
    throw badParameter(
      'cursor',
      'has expired because the list changed too much since its first page: start again without it',
    )
  const touched = touchedPairs(list, moves)
  const earlier = await pairsAsOf(db, list, snapshot, touched)
  return [
    ...unchanged.filter((row) => !touched.has(pairKey(row, row.owner)) && !touched.has(tokenKey(row))),
    ...earlier,
  ]
    .filter((row) => comparePlaces(row, before) < 0)
    .sort((a, b) => comparePlaces(b, a))
    .slice(0, rows)
}

/** A token with a single owner, or one owner's balance of a shared token: `amount` is the balance before the moves. */
type Touched = { token: Move; owner: Uint8Array | undefined; amount: bigint }

const tokenKey = ({ token_hash }: Pick<Move, 'token_hash'>): string => toHex(token_hash)

/** The distinct records affected by the moves. */
const touchedPairs = (list: OwnerList, moves: readonly Move[]): Map<string, Touched> => {
  const touched = new Map<string, Touched>()
  const contracts = list.contracts && new Set(list.contracts.map(toHex))
  for (const move of moves) {
    if (contracts && !contracts.has(toHex(move.token_address))) continue
    if (move.standard !== 1155) {
      touched.set(tokenKey(move), { token: move, owner: undefined, amount: 1n })
      continue
    }
    // In contracts that implement both standards, movements of the other standard do not change balances.
    if (move.moved_as !== 1155) continue
    const amount = BigInt(move.amount)
    const sides = [
      { owner: move.from_address, has: move.sender_has, lost: amount },
      { owner: move.to_address, has: move.receiver_has, lost: -amount },
    ]
    for (const { owner, has, lost } of sides) {
      if (isZero(owner) || (list.of === 'owner' && Buffer.compare(owner, list.address) !== 0)) continue
      const key = pairKey(move, owner)
      const { amount: before } = touched.get(key) ?? { amount: BigInt(has ?? 0) }
      touched.set(key, { token: move, owner, amount: before + lost })
    }
  }
  return touched
}

const isZero = (address: Uint8Array): boolean => address.every((byte) => byte === 0)

/** The pairs that were in the list at block `snapshot`, with their position at that block. */
const pairsAsOf = async (
  db: Kysely<EvmTables>,
  list: OwnerList,
  snapshot: number,
  touched: Map<string, Touched>,
): Promise<OwnedToken[]> => {
  const held = [...touched.values()].filter(({ amount }) => amount > 0n)
  const sought = held.map(({ token, owner }) => ({ token_hash: token.token_hash, owner }))
  const newest = await newestMoves(db, list.chain, snapshot, sought)
  return held.flatMap(({ token, owner: known, amount }, index) => {
    const move = newest[index]
    const owner = known ?? move?.to_address
    if (!move || !owner || isZero(owner)) return []
    if (list.of === 'owner' && Buffer.compare(owner, list.address) !== 0) return []
    const { changed_block, changed_log, changed_batch } = move
    return [{ ...token, owner, amount: String(amount), changed_block, changed_log, changed_batch }]
  })
}
