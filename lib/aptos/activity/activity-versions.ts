import type { Kysely } from 'kysely'
import { type RawBuilder, sql } from 'kysely'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import { gasFeeIndex } from '#lib/aptos/chain/decode/fungible/decode-fungible.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'

type Activities = { chainId: number; address: string; onlyReceived: boolean }

/** Rows read of each table in one step, and the steps of one request. */
const rowsMax = 500
const stepsMax = 8

/** Versions, newest first, and the version to continue below; undefined at the end. */
export type VersionPage = { versions: number[]; next: number | undefined }

/** The versions below `before` in which an account was active: bounded work, however many of them it sent itself. */
export const activityVersions = async (
  db: Kysely<AptosTables>,
  wanted: Activities,
  before: number | undefined,
  count: number,
): Promise<VersionPage> => {
  const versions: number[] = []
  let below = before
  for (let step = 0; step < stepsMax; step++) {
    const part = await candidates(db, wanted, below)
    const kept = wanted.onlyReceived ? await sentByOthers(db, wanted, part.versions) : part.versions
    for (const version of kept) {
      if (versions.length === count) return { versions, next: versions.at(-1) }
      versions.push(version)
    }
    if (part.next === undefined) return { versions, next: undefined }
    below = part.next
  }
  return { versions, next: below }
}

/** The newest versions of each of the account's indexes, merged down to the point to which all of them were read. */
const candidates = async (
  db: Kysely<AptosTables>,
  { chainId, address }: Activities,
  before: number | undefined,
): Promise<VersionPage> => {
  const id = toBytes32(address)
  const below = before === undefined ? sql`` : sql`and transaction_version < ${before}`
  const leg = (table: string, column: string, condition: RawBuilder<unknown>) =>
    sql<{ version: number }>`select transaction_version as version from ${sql.table(table)}
      where chain_id = ${chainId} and ${sql.ref(column)} = ${id} ${condition} ${below}
      order by transaction_version desc, event_index desc limit ${rowsMax}`.execute(db)
  const legs = await Promise.all([
    leg('aptos_asset_activities', 'owner_address', sql`and owner_address is not null`),
    leg('aptos_token_activities', 'from_address', sql``),
    leg('aptos_token_activities', 'to_address', sql``),
  ])
  // A list that was cut says nothing below its last version; that one is in it.
  const floor = Math.max(-1, ...legs.map(({ rows }) => (rows.length < rowsMax ? -1 : (rows.at(-1)?.version ?? -1))))
  const all = new Set(legs.flatMap(({ rows }) => rows.map(({ version }) => version)))
  const versions = [...all].filter((version) => version >= floor).sort((a, b) => b - a)
  return { versions, next: floor < 0 ? undefined : floor }
}

/** The gas fee of a transaction is a row of its sender. */
const sentByOthers = async (
  db: Kysely<AptosTables>,
  { chainId, address }: Activities,
  versions: readonly number[],
): Promise<number[]> => {
  if (versions.length === 0) return []
  const sent = await db
    .selectFrom('aptos_asset_activities')
    .select('transaction_version')
    .where('chain_id', '=', chainId)
    .where('transaction_version', 'in', versions)
    .where('event_index', '=', gasFeeIndex)
    .where('owner_address', '=', toBytes32(address))
    .execute()
  const own = new Set(sent.map((row) => row.transaction_version))
  return versions.filter((version) => !own.has(version))
}
