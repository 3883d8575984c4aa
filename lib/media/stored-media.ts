import { type Kysely, sql } from 'kysely'
import type { Alongside, Store } from '#lib/store/store.ts'
import type { DueMedia, TriedMedia } from './media-row.ts'
import type { MediaTables } from './media-tables.ts'
import type { Size } from './preview-sizes.ts'

/**
 * Rows that are due at `now` (unix milliseconds), longest waiting first. Their URIs may be long, so they are read one
 * by one.
 */
export const dueMedia = async (db: Kysely<MediaTables>, now: number, countMax: number): Promise<DueMedia[]> => {
  const { rows } = await sql<DueMedia>`
    select media_key, status, failures, error, due_at from evm_media
    where due_at <= ${now} order by due_at limit ${countMax}`.execute(db)
  return rows
}

export const uriOfMedia = async (db: Kysely<MediaTables>, mediaKey: Uint8Array): Promise<string | undefined> => {
  const row = await db.selectFrom('evm_media').select('uri').where('media_key', '=', mediaKey).executeTakeFirst()
  return row?.uri
}

/** The size of an image with existing previews; undefined if unknown. */
export const sizeOfContent = async (db: Kysely<MediaTables>, contentHash: Uint8Array): Promise<Size | undefined> => {
  const row = await db
    .selectFrom('evm_media')
    .select(['width', 'height'])
    .where('content_hash', '=', contentHash)
    .where('status', '=', 'success')
    .executeTakeFirst()
  return row?.width && row.height ? { width: row.width, height: row.height } : undefined
}

export type ChangedMedia = { taken: DueMedia; row: TriedMedia }

/**
 * Writes the results of attempts, in one transaction with the writes of `alongside`; rows that became due again
 * meanwhile stay due.
 */
export const writeMedia = (
  { db }: Store<MediaTables>,
  changes: readonly ChangedMedia[],
  alongside?: Alongside<ChangedMedia>,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    for (const { taken, row } of changes.toSorted((a, b) => Buffer.compare(a.taken.media_key, b.taken.media_key)))
      await transaction
        .updateTable('evm_media')
        .set(row)
        .where('media_key', '=', taken.media_key)
        .where('due_at', '=', taken.due_at)
        .execute()
    await alongside?.(transaction, changes)
  })

/** Minimum time before the same previews are made again: a folder that loses files must not cause endless work. */
const againMs = 60_000

/** Requests the previews of a content again whose files are missing. `now` in unix milliseconds. */
export const makeAgain = async (db: Kysely<MediaTables>, contentHash: Uint8Array, now: number): Promise<void> => {
  const isGone = sql<boolean>`content_hash = ${contentHash} and status = 'success' and due_at is null
    and updated_at <= ${now - againMs}`
  // Most requests for missing previews name content that never existed: they must not wait for the database's single writer.
  const row = await db.selectFrom('evm_media').select('media_key').where(isGone).limit(1).executeTakeFirst()
  if (!row) return
  await db.updateTable('evm_media').set({ status: 'processing', due_at: now, updated_at: now }).where(isGone).execute()
}

/** Queues media for the worker. */
export const wantMedia = async (
  db: Kysely<MediaTables>,
  media: readonly { media_uri: string; media_key: Uint8Array }[],
  now: number,
): Promise<void> => {
  const values = media
    .toSorted((a, b) => Buffer.compare(a.media_key, b.media_key))
    .map(({ media_uri, media_key }) => sql`(${media_key}, ${media_uri}, 'processing', ${now}, ${now}, 0)`)
  await sql`insert into evm_media (media_key, uri, status, updated_at, due_at, failures)
    values ${sql.join(values)} on conflict (media_key) do nothing`.execute(db)
}
