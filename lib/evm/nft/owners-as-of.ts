import { type Kysely, type RawBuilder, sql } from 'kysely'
import { toHex } from '#lib/base/bytes.ts'
import { badParameter } from '#lib/base/errors.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NftStandard, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { isLeftIn } from '#lib/evm/query/left-out.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import {
  compareOwnerPlaces,
  joinTokenFacts,
  type OwnedToken,
  type OwnerList,
  type OwnerPosition,
  ownedTokens,
  pairKey,
  tokenFacts,
} from './owner-list.ts'

/** A token, or the balance that one owner has of an ERC1155 token: only its ERC1155 transfers change it. */
type Sought = { token_hash: Uint8Array; owner: Uint8Array | undefined }

/** Place and receiver of a transfer. */
type NewestMove = {
  changed_block: number
  changed_log: number
  changed_batch: number
  to_address: Uint8Array
}

/** Searches per statement: SQLite supports at most 500. */
const searchesPerStatement = 50
/** How many of a token's newest transfers are searched for an owner before the owner's own transfers are. */
const tokenTransfersMax = 1_000
/** More than can exist: a limit keeps the databases from reading a subquery's table by a different index. */
const allRows = 1_000_000_000

/** The newest transfer of each token up to and including a block; undefined if there is none. Every search is an index range. */
const newestMoves = async (
  db: Kysely<EvmTables>,
  chain: number,
  upTo: number,
  sought: readonly Sought[],
): Promise<(NewestMove | undefined)[]> => {
  const newest: (NewestMove | undefined)[] = sought.map(() => undefined)
  const run = async (numbers: readonly number[], searchOf: (one: Sought) => RawBuilder<unknown>) => {
    for (const batch of batchesOf(numbers, searchesPerStatement)) {
      const searches = batch.flatMap((number) => {
        const one = sought[number]
        return one ? [sql`select ${sql.lit(number)} as number, found.* from (${searchOf(one)}) as found`] : []
      })
      const { rows } = await sql<NewestMove & { number: number }>`${sql.join(searches, sql` union all `)}`.execute(db)
      for (const { number, ...row } of rows) newest[number] = row
    }
  }
  await run([...sought.keys()], (one) => inToken(chain, upTo, one))
  const left = [...sought.keys()].filter((number) => sought[number]?.owner && !newest[number])
  await run(left, (one) => inWallet(chain, upTo, one))
  return newest
}

const columns = sql`
  block_number as changed_block, log_index as changed_log, batch_index as changed_batch, to_address`
const newestFirst = sql`order by block_number desc, log_index desc, batch_index desc`
const newestChange = sql`order by changed_block desc, changed_log desc, changed_batch desc`

const inToken = (chain: number, upTo: number, { token_hash, owner }: Sought) => {
  const newest = (rows: number) => sql`
    select ${columns}, from_address, standard from evm_nft_transfers
    where chain = ${chain} and token_hash = ${token_hash} and block_number <= ${upTo} ${newestFirst} limit ${rows}`
  return owner
    ? sql`select changed_block, changed_log, changed_batch, to_address from (${newest(tokenTransfersMax)}) as newest
        where standard = 1155 and (from_address = ${owner} or to_address = ${owner}) ${newestChange} limit 1`
    : sql`select changed_block, changed_log, changed_batch, to_address from (${newest(1)}) as newest`
}

/** For a token that moves constantly, held by an owner who does not. */
const inWallet = (chain: number, upTo: number, { token_hash, owner }: Sought) => {
  const side = (column: string) => sql`
    select changed_block, changed_log, changed_batch, to_address from (
      select ${columns}, token_hash, standard from evm_nft_transfers
      where chain = ${chain} and ${sql.ref(column)} = ${owner} and block_number <= ${upTo}
      ${newestFirst} limit ${sql.lit(allRows)}
    ) as own where token_hash = ${token_hash} and standard = 1155 ${newestChange} limit 1`
  return sql`
    select * from (select * from (${side('from_address')}) as sent union all select * from (${side('to_address')}) as received) as own
    ${newestChange} limit 1`
}

/** A transfer with its token, and the current balances of its two sides. */
type Move = Omit<OwnedToken, 'owner' | 'changed_block' | 'changed_log' | 'changed_batch'> &
  Pick<NftTransferRow, 'from_address' | 'to_address' | 'amount'> & {
    moved_as: NftStandard
    sender_has: string | null
    receiver_has: string | null
  }

/** The transfers after a block that touched the list, oldest first; transfers and balances are read in one statement. */
const movesSince = async (db: Kysely<EvmTables>, list: OwnerList, block: number, rows: number): Promise<Move[]> => {
  const { chain, address } = list
  const touched = (column: string): RawBuilder<unknown> => sql`
    select * from evm_nft_transfers
    where chain = ${chain} and ${sql.ref(column)} = ${address} and block_number > ${block}
      ${isLeftIn(chain, list.leftOut)}`
  const order = sql`order by block_number, log_index, batch_index limit ${rows}`
  const moves =
    list.of === 'token_address'
      ? sql`${touched('token_address')} ${order}`
      : sql`select * from (${touched('from_address')} ${order}) as sent
          union all select * from (${touched('to_address')} and from_address <> ${address} ${order}) as received
          ${order}`
  const found = await sql<Move>`
    select m.from_address, m.to_address, m.amount, m.standard as moved_as,
      s.amount as sender_has, r.amount as receiver_has, ${tokenFacts}
    from (${moves}) as m
    ${joinTokenFacts(chain, 'm')}
    left join evm_nft_balances as s
      on s.chain = ${chain} and s.token_hash = m.token_hash and s.owner = m.from_address
    left join evm_nft_balances as r
      on r.chain = ${chain} and r.token_hash = m.token_hash and r.owner = m.to_address
    order by m.block_number, m.log_index, m.batch_index`.execute(db)
  return found.rows
}

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
  { before, rows }: { before: OwnerPosition; rows: number },
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
    .filter((row) => compareOwnerPlaces(row, before) < 0)
    .sort((a, b) => compareOwnerPlaces(b, a))
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
