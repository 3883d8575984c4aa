import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AptosTables, AptosTokenOwnershipRow } from '#lib/aptos/chain/tables.ts'
import { toDigits } from '#lib/base/bytes.ts'

/** The position of a holding in its list: latest change first, then by token, property version and owner, all descending. */
export type HoldingPlace = { version: number; token: string; propertyVersion: string; owner: string }

export type OwnerHolding = AptosTokenOwnershipRow & {
  /** The newest version of the index when the row was read. */
  newest: number
}

export const holdingPlace = (row: AptosTokenOwnershipRow): HoldingPlace => ({
  version: row.last_transaction_version,
  token: toDigits(row.token_data_id_hash),
  propertyVersion: row.property_version,
  owner: toDigits(row.owner_address),
})

/** Above zero when `a` comes before `b`. */
export const compareHoldings = (a: HoldingPlace, b: HoldingPlace): number =>
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
  before: HoldingPlace | undefined,
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
const below = (token: Uint8Array, { version, token: placeToken, propertyVersion, owner }: HoldingPlace) => {
  const order = compareText(toDigits(token), placeToken)
  if (order !== 0) return sql`and o.last_transaction_version < ${order < 0 ? version + 1 : version}`
  return sql`and (o.last_transaction_version, o.property_version, o.owner_address) <
    (${version}, ${propertyVersion}, ${Buffer.from(owner, 'hex')})`
}

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
