import type { Kysely } from 'kysely'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import type { AptosContent, AptosTables } from '#lib/aptos/chain/tables.ts'
import { toHex } from '#lib/base/bytes.ts'
import { addRange, type BlockRange, coversRange, intersectRanges, subtractRanges } from '#lib/indexing/intervals.ts'

/** Versions first..last are stored; `hash` is that of the transaction at the end. */
type StoredInterval = BlockRange & { hash: string }

/** The versions of a network that are stored, as disjoint intervals in ascending order. */
export const readAptosIntervals = async (db: Kysely<AptosTables>, chainId: number): Promise<StoredInterval[]> => {
  const rows = await db
    .selectFrom('aptos_intervals')
    .select(['first_version', 'last_version', 'last_hash'])
    .where('chain_id', '=', chainId)
    .orderBy('first_version')
    .execute()
  return rows.map((row) => ({ first: row.first_version, last: row.last_version, hash: toHex(row.last_hash) }))
}

/** Replaces all intervals of the network: there are few, one for each configured start. */
export const writeAptosIntervals = async (
  db: Kysely<AptosTables>,
  chainId: number,
  intervals: readonly StoredInterval[],
): Promise<void> => {
  await db.deleteFrom('aptos_intervals').where('chain_id', '=', chainId).execute()
  if (!intervals.length) return
  await db
    .insertInto('aptos_intervals')
    .values(
      intervals.map(({ first, last, hash }) => ({
        chain_id: chainId,
        first_version: first,
        last_version: last,
        last_hash: toBytes32(hash),
      })),
    )
    .execute()
}

/** Adds an interval and joins it with its neighbours: Aptos has no reorgs. */
export const withInterval = (intervals: readonly StoredInterval[], added: StoredInterval): StoredInterval[] => {
  const hashes = new Map([...intervals, added].map(({ last, hash }) => [last, hash]))
  return addRange(intervals, added).map((range) => ({ ...range, hash: hashes.get(range.last) ?? added.hash }))
}

/** The versions of a network that are stored with a content, as disjoint ranges in ascending order. */
export const contentRanges = async (
  db: Kysely<AptosTables>,
  chainId: number,
  content: AptosContent,
): Promise<BlockRange[]> => {
  const rows = await db
    .selectFrom('aptos_content_intervals')
    .select(['first_version', 'last_version'])
    .where('chain_id', '=', chainId)
    .where('content', '=', content)
    .orderBy('first_version')
    .execute()
  return rows.map((row) => ({ first: row.first_version, last: row.last_version }))
}

/** Records that these versions are stored with the content; `stored` are the ranges so far. */
export const addContentRange = async (
  db: Kysely<AptosTables>,
  { chainId, content, stored }: { chainId: number; content: AptosContent; stored: readonly BlockRange[] },
  added: BlockRange,
): Promise<void> => {
  if (coversRange(stored, added)) return
  await db
    .deleteFrom('aptos_content_intervals')
    .where('chain_id', '=', chainId)
    .where('content', '=', content)
    .execute()
  const rows = addRange(stored, added).map(({ first, last }) => ({
    chain_id: chainId,
    content,
    first_version: first,
    last_version: last,
  }))
  await db.insertInto('aptos_content_intervals').values(rows).execute()
}

/** Stored versions that have all of these contents. */
export const versionsWith = async (
  db: Kysely<AptosTables>,
  chainId: number,
  contents: readonly AptosContent[],
): Promise<BlockRange[]> => {
  let ranges: BlockRange[] = (await readAptosIntervals(db, chainId)).map(({ first, last }) => ({ first, last }))
  for (const content of contents) ranges = intersectRanges(ranges, await contentRanges(db, chainId, content))
  return ranges
}

/** Stored versions that lack one of these contents: they were indexed without it. */
export const versionsWithout = async (
  db: Kysely<AptosTables>,
  chainId: number,
  contents: readonly AptosContent[],
): Promise<BlockRange[]> =>
  subtractRanges(await readAptosIntervals(db, chainId), await versionsWith(db, chainId, contents))
