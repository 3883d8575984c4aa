import { type RawBuilder, sql } from 'kysely'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import { toBytes } from '#lib/base/bytes.ts'
import type { ActivityRange } from './activity-ranges.ts'

/*
 * Conditions on activities, named `t`. Written as `case`, so that no planner uses them to choose another index than the
 * plan's; a null side matches no wallet.
 */

const sides = ['from_address', 'to_address'] as const

export const idBytes = (id: string): Uint8Array => toBytes(`0x${id}`)

/** The allowed values minus the excluded ones; undefined without a list of allowed values. */
export const withoutIds = (
  included: readonly string[] | undefined,
  excluded: readonly string[] = [],
): string[] | undefined =>
  included?.length ? [...new Set(included)].filter((one) => !excluded.includes(one)) : undefined

/** A wallet's activities: those that it sent and those that it received. */
export const walletRanges = (addresses: readonly string[]): ActivityRange[] =>
  addresses.map(toBytes32).flatMap((value) => sides.map((column) => ({ column, value })))

export const collectionRanges = (ids: readonly string[]): ActivityRange[] =>
  ids.map((id) => ({ column: 'collection_data_id_hash', value: idBytes(id) }))

export const ofWallets = (addresses: readonly string[]): RawBuilder<unknown> => passes(someSide(addresses), true)
export const notOfWallets = (addresses: readonly string[]): RawBuilder<unknown>[] =>
  addresses.length ? [passes(someSide(addresses), false)] : []

export const inCollections = (ids: readonly string[]): RawBuilder<unknown> => passes(inList(ids), true)
export const notInCollections = (ids: readonly string[]): RawBuilder<unknown>[] =>
  ids.length ? [passes(inList(ids), false)] : []

const someSide = (addresses: readonly string[]): RawBuilder<unknown> => {
  const values = sql.join(addresses.map(toBytes32))
  return sql.join(
    sides.map((side) => sql`${sql.ref(`t.${side}`)} in (${values})`),
    sql` or `,
  )
}

const inList = (ids: readonly string[]): RawBuilder<unknown> =>
  sql`t.collection_data_id_hash in (${sql.join(ids.map(idBytes))})`

const passes = (condition: RawBuilder<unknown>, isWanted: boolean): RawBuilder<unknown> =>
  sql`case when ${condition} then ${sql.lit(isWanted ? 1 : 0)} else ${sql.lit(isWanted ? 0 : 1)} end = 1`
