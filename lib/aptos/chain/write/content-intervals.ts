import type { Kysely } from 'kysely'
import type { AptosContent, AptosTables } from '#lib/aptos/chain/tables.ts'
import { addRange, type BlockRange, coversRange, intersectRanges, subtractRanges } from '#lib/indexing/intervals.ts'
import { readAptosIntervals } from './stored-intervals.ts'

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
