import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AptosTables, AptosTokenActivityRow, AptosTokenOwnershipRow } from '#lib/aptos/chain/tables.ts'
import { toDigits } from '#lib/base/bytes.ts'
import { badParameter } from '#lib/base/errors.ts'
import { type ActivityRange, readActivities } from './activity-ranges.ts'

/** The position of a holding in its list: latest change first, then by token, property version and owner, all descending. */
export type HoldingPosition = { version: number; token: string; propertyVersion: string; owner: string }

type OwnerHolding = AptosTokenOwnershipRow & {
  /** The newest version of the index when the row was read. */
  newest: number
}

export const holdingPosition = (row: AptosTokenOwnershipRow): HoldingPosition => ({
  version: row.last_transaction_version,
  token: toDigits(row.token_data_id_hash),
  propertyVersion: row.property_version,
  owner: toDigits(row.owner_address),
})

/** Above zero when `a` comes before `b`. */
const compareHoldings = (a: HoldingPosition, b: HoldingPosition): number =>
  a.version - b.version ||
  compareText(a.token, b.token) ||
  compareText(a.propertyVersion, b.propertyVersion) ||
  compareText(a.owner, b.owner)

/**
 * A query for the owners of these tokens, below a place, at most `rows`. Each token is a range of one index, and the
 * ranges are merged; the place within a token's range is given.
 */
export const heldRowsOfTokens = (
  chainId: number,
  tokens: readonly Uint8Array[],
  before: HoldingPosition | undefined,
  rows: number,
): RawBuilder<OwnerHolding> => {
  const each = tokens.map(
    (token) => sql`select * from (select o.* from aptos_token_ownerships as o
      where o.chain_id = ${chainId} and o.token_data_id_hash = ${token} and o.amount <> '0'
        ${before ? below(token, before) : sql``}
      order by ${latestFirst('o')}) as one`,
  )
  return sql<OwnerHolding>`
    select held.*, coalesce((select max(last_version) from aptos_intervals where chain_id = ${chainId}), 0) as newest
    from (${sql.join(each, sql` union all `)}) as held order by ${latestFirst('held')} limit ${rows}`
}

const latestFirst = (name: string): RawBuilder<unknown> =>
  sql.raw(
    ['last_transaction_version', 'token_data_id_hash', 'property_version', 'owner_address']
      .map((column) => `${name}.${column} desc`)
      .join(', '),
  )

export const holdingsOfTokens = async (
  db: Kysely<AptosTables>,
  ...list: Parameters<typeof heldRowsOfTokens>
): Promise<OwnerHolding[]> => (await heldRowsOfTokens(...list).execute(db)).rows

/** The position without its token, which is constant in the range, so that the index's own columns are compared. */
const below = (token: Uint8Array, { version, token: placeToken, propertyVersion, owner }: HoldingPosition) => {
  const order = compareText(toDigits(token), placeToken)
  if (order !== 0) return sql`and o.last_transaction_version < ${order < 0 ? version + 1 : version}`
  return sql`and (o.last_transaction_version, o.property_version, o.owner_address) <
    (${version}, ${propertyVersion}, ${Buffer.from(owner, 'hex')})`
}

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Maximum number of activities of a list's tokens since page 1, and how far back a token's are read. */
const movesMax = 2_000
const earlierMax = 5_000

/**
 * Holdings of the tokens below `before` as they were at version `snapshot`: unchanged ones are read from their index;
 * changed ones are reconstructed from the activities before and after. @throws invalid_request naming `cursor` if too
 * much has changed since.
 */
export const holdingsAsOf = async (
  db: Kysely<AptosTables>,
  chainId: number,
  tokens: readonly Uint8Array[],
  { snapshot, before, rows }: { snapshot: number; before: HoldingPosition; rows: number },
): Promise<OwnerHolding[]> => {
  // In this order, a version stored in between cannot hide a holding from both; duplicates are taken from the second.
  const unchanged = await holdingsOfTokens(db, chainId, tokens, before, rows)
  const since = { version: snapshot + 1, event: 0 }
  const query = { chainId, ranges: tokenRanges(tokens), before: undefined, floor: since }
  const moves = await readActivities(db, query, movesMax + 1)
  if (!moves.length) return unchanged
  if (moves.length > movesMax) throw changedTooMuch()
  const touched = await storedPairs(db, chainId, moves, snapshot)
  // Read again: includes everything that the rows reflect, up to their own version.
  const allMoves = await readActivities(db, query, 2 * movesMax)
  const earlier = await changedHoldings(db, chainId, allMoves, { touched, snapshot })
  const isEarlier = new Set(earlier.map(pairOfRow))
  const page = [...unchanged.filter((row) => !isEarlier.has(pairOfRow(row))), ...earlier]
    .filter((row) => compareHoldings(holdingPosition(row), before) < 0)
    .toSorted((a, b) => compareHoldings(holdingPosition(b), holdingPosition(a)))
    .slice(0, rows)
  return await Promise.all(page.map((row) => withProperties(db, row)))
}

/** A holding that ended keeps no properties: those of its property version moved to the next owner. */
const withProperties = async (db: Kysely<AptosTables>, row: OwnerHolding): Promise<OwnerHolding> => {
  if (row.token_properties !== null || row.token_standard === 'v2') return row
  const next = await db
    .selectFrom('aptos_token_ownerships')
    .select('token_properties')
    .where('chain_id', '=', row.chain_id)
    .where('token_data_id_hash', '=', row.token_data_id_hash)
    .where('amount', '<>', sql.lit('0'))
    .where('property_version', '=', row.property_version)
    .orderBy('last_transaction_version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { ...row, token_properties: next?.token_properties ?? null }
}

/** The holdings in these rows as they were at the snapshot, before these moves; without those that did not exist then. */
const changedHoldings = async (
  db: Kysely<AptosTables>,
  chainId: number,
  moves: readonly AptosTokenActivityRow[],
  { touched, snapshot }: { touched: readonly OwnerHolding[]; snapshot: number },
): Promise<OwnerHolding[]> => {
  const changes = moves.flatMap((move) =>
    changesOf(move).map(([owner, amount]) => ({
      pair: pairOf(move, owner),
      amount,
      version: move.transaction_version,
    })),
  )
  const byPair = Map.groupBy(changes, ({ pair }) => pair)
  const amountBefore = (row: OwnerHolding): bigint =>
    (byPair.get(pairOfRow(row)) ?? [])
      .filter(({ version }) => version <= row.last_transaction_version)
      .reduce((amount, change) => amount - change.amount, BigInt(row.amount))
  const tokens = new Map(touched.map((row) => [toDigits(row.token_data_id_hash), row.token_data_id_hash]))

  const last = new Map<string, AptosTokenActivityRow>()
  for (const token of tokens.values()) {
    const before = { version: snapshot + 1, event: 0 }
    const earlier = await readActivities(db, { chainId, ranges: tokenRanges([token]), before }, earlierMax)
    for (const activity of earlier)
      for (const [owner] of changesOf(activity)) {
        const pair = pairOf(activity, owner)
        if (!last.has(pair)) last.set(pair, activity)
      }
    const isWhole = earlier.length < earlierMax
    if (
      !isWhole &&
      touched.some((row) => toDigits(row.token_data_id_hash) === toDigits(token) && !last.has(pairOfRow(row)))
    )
      throw changedTooMuch()
  }
  return touched.flatMap((row) => {
    const change = last.get(pairOfRow(row))
    const amount = amountBefore(row)
    if (!change || amount <= 0n) return []
    return [
      {
        ...row,
        amount: amount.toString(),
        last_transaction_version: change.transaction_version,
        last_transaction_timestamp: change.transaction_timestamp,
      },
    ]
  })
}

const ownersAtOnce = 500

/** The rows of these holdings that changed after the snapshot, including ended ones, by primary key. */
const storedPairs = async (
  db: Kysely<AptosTables>,
  chainId: number,
  moves: readonly AptosTokenActivityRow[],
  snapshot: number,
): Promise<OwnerHolding[]> => {
  const rows: OwnerHolding[] = []
  const touched = new Map(
    moves.flatMap((move) => changesOf(move).map(([owner]) => [pairOf(move, owner), { move, owner }])),
  )
  for (const holders of Map.groupBy(touched.values(), ({ move }) => pairOf(move, new Uint8Array())).values())
    for (let at = 0; at < holders.length; at += ownersAtOnce) {
      const some = holders.slice(at, at + ownersAtOnce)
      const [first] = some
      if (!first) continue
      const found = await sql<OwnerHolding>`select o.*, ${snapshot} as newest from aptos_token_ownerships as o
        where o.chain_id = ${chainId} and o.token_data_id_hash = ${first.move.token_data_id_hash}
          and o.property_version = ${first.move.property_version}
          and o.owner_address in (${sql.join(some.map(({ owner }) => owner))})`.execute(db)
      rows.push(...found.rows.filter((row) => row.last_transaction_version > snapshot))
    }
  return rows
}

const tokenRanges = (tokens: readonly Uint8Array[]): ActivityRange[] =>
  tokens.map((value) => ({ column: 'token_data_id_hash', value }))

const leaving = /::(WithdrawEvent|TokenWithdraw|Transfer|TransferEvent)$|^0x4::collection::Burn/
const arriving = /::(DepositEvent|TokenDeposit|Transfer|TransferEvent)$/
const minted = /^0x4::collection::Mint/
const changedInPlace = /^0x3::token::Mutate/

/** The holding that an activity changes, and by how much. Other activities are accompanied by a withdrawal or deposit. */
const changesOf = (activity: AptosTokenActivityRow): [owner: Uint8Array, amount: bigint][] => {
  const { transfer_type: type, from_address: from, to_address: to } = activity
  const amount = BigInt(activity.token_amount)
  const changes: [owner: Uint8Array, amount: bigint][] = []
  if (from && leaving.test(type)) changes.push([from, -amount])
  if (from && minted.test(type)) changes.push([from, amount])
  if (from && changedInPlace.test(type)) changes.push([from, 0n])
  if (to && arriving.test(type)) changes.push([to, amount])
  return changes
}

type Pair = { token_data_id_hash: Uint8Array; property_version: string }

const pairOf = ({ token_data_id_hash, property_version }: Pair, owner: Uint8Array): string =>
  `${toDigits(token_data_id_hash)} ${property_version} ${toDigits(owner)}`
const pairOfRow = (row: Pair & { owner_address: Uint8Array }): string => pairOf(row, row.owner_address)

const changedTooMuch = () =>
  badParameter('cursor', 'has expired because the list changed too much since its first page: start again without it')
