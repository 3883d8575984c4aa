import { type Kysely, sql } from 'kysely'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import type { MediaTables } from '#lib/media/media-tables.ts'
import { wantMedia } from '#lib/media/stored-media.ts'
import { asTables } from '#lib/store/as-tables.ts'
import type { Alongside, Store } from '#lib/store/store.ts'
import { type DueDocument, type TriedDocument, uriKey } from './document-row.ts'

/** Rows that are due at `now` (unix milliseconds), longest waiting first. */
export const dueDocuments = async (db: Kysely<AptosTables>, now: number, countMax: number): Promise<DueDocument[]> => {
  const { rows } = await sql<DueDocument>`
    select document_key, status, failures, due_at from aptos_documents
    where due_at <= ${now} order by due_at limit ${countMax}`.execute(db)
  return rows
}

export const uriOfDocument = async (db: Kysely<AptosTables>, key: Uint8Array): Promise<string | undefined> => {
  const row = await db.selectFrom('aptos_documents').select('uri').where('document_key', '=', key).executeTakeFirst()
  return row?.uri
}

/** A document that somebody asks for, at the earliest at `dueAt` (unix milliseconds). */
export type WantedDocument = { uri: string; dueAt: number }

/** Queues documents for the worker. One that is queued for later, and was not tried yet, becomes due earlier. */
export const wantAptosDocuments = async (
  db: Kysely<AptosTables>,
  wanted: readonly WantedDocument[],
  now: number,
): Promise<void> => {
  const values = wanted
    .map(({ uri, dueAt }) => ({ uri, dueAt, key: uriKey(uri) }))
    .toSorted((a, b) => Buffer.compare(a.key, b.key))
    .map(({ uri, dueAt, key }) => sql`(${key}, ${uri}, 'processing', ${now}, ${dueAt}, 0)`)
  await sql`insert into aptos_documents (document_key, uri, status, updated_at, due_at, failures)
    values ${sql.join(values)} on conflict (document_key) do update set due_at = excluded.due_at
    where aptos_documents.due_at > excluded.due_at and aptos_documents.status = 'processing'
      and aptos_documents.failures = 0`.execute(db)
}

export type ChangedDocument = { taken: DueDocument; row: TriedDocument }

/**
 * Writes the results of attempts, in one transaction with the writes of `alongside`, and queues the media that the
 * documents name: somebody asked for them.
 */
export const writeDocuments = (
  { db }: Store<AptosTables & MediaTables>,
  changes: readonly ChangedDocument[],
  now: number,
  alongside?: Alongside<ChangedDocument>,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const sorted = changes.toSorted((a, b) => Buffer.compare(a.taken.document_key, b.taken.document_key))
    for (const { taken, row } of sorted)
      await transaction
        .updateTable('aptos_documents')
        .set(row)
        .where('document_key', '=', taken.document_key)
        .where('due_at', '=', taken.due_at)
        .execute()
    const media = sorted.flatMap(({ row: { media_uri, media_key } }) =>
      media_uri !== null && media_key !== null ? { media_uri, media_key } : [],
    )
    if (media.length > 0) await wantMedia(asTables<MediaTables>(transaction), media, now)
    await alongside?.(transaction, changes)
  })
