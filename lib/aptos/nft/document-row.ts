import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { NormalizedMetadata } from '#lib/api/token-metadata.ts'
import type { AptosDocumentRow, AptosTables } from '#lib/aptos/chain/tables.ts'
import { afterFault, type MediaTables } from '#lib/media/media-tables.ts'
import { wantMedia } from '#lib/media/preview-files.ts'
import { normalizeMetadata } from '#lib/metadata/normalize-metadata.ts'
import type { ParsedDocument } from '#lib/metadata/parse-document.ts'
import type { FetchFault } from '#lib/outbound/fetch-fault.ts'
import { asTables } from '#lib/store/as-tables.ts'
import type { Alongside, Store } from '#lib/store/store.ts'

/** The state that decides the next step of a row. */
export type DueDocument = Pick<AptosDocumentRow, 'document_key' | 'status' | 'failures'> & { due_at: number }

/** Result of an attempt. */
export type AptosDocumentResult = { document: ParsedDocument; uri: string } | FetchFault

type TriedDocument = Omit<AptosDocumentRow, 'document_key' | 'uri'>

/** Lists read the image URI of each of their rows: one with the image inside must not be larger. */
const mediaUriMax = 64 * 1024
const nameMax = 1_000
const descriptionMax = 10_000
const linkMax = 2_048
const attributesLengthMax = 64 * 1024

/** The key of a URI's document, and of its media. */
export const uriKey = (uri: string): Uint8Array => new Uint8Array(hash('sha256', uri, 'buffer'))

/** The columns of a row after a try at `now` (unix milliseconds). */
export const documentRowAfter = (row: DueDocument, result: AptosDocumentResult, now: number): TriedDocument => {
  if (!('document' in result)) return { ...nothing, ...afterFault(row, result, now) }
  const metadata = normalizeMetadata(result.document.value, result.uri)
  const media = metadata.image ?? metadata.animation_url
  const isTooLong = media !== null && media.length > mediaUriMax
  const media_uri = isTooLong ? null : media
  return {
    ...{ status: 'success', updated_at: now, due_at: null, failures: 0 },
    error: isTooLong ? 'The image inside the document is larger than 64 KiB.' : null,
    media_uri,
    media_key: media_uri === null ? null : uriKey(media_uri),
    metadata: JSON.stringify(bounded(metadata)),
  }
}

const nothing = { media_uri: null, media_key: null, metadata: null }

/** The document is untrusted: what is stored and shown of it is limited. */
const bounded = ({ name, description, attributes, ...links }: NormalizedMetadata): NormalizedMetadata => ({
  name: cut(name, nameMax),
  description: cut(description, descriptionMax),
  animation_url: short(links.animation_url),
  external_link: short(links.external_link),
  image: short(links.image),
  attributes: withinLength(attributes ?? []),
})

const cut = (text: string | null, lengthMax: number): string | null =>
  text === null ? null : text.slice(0, lengthMax).toWellFormed()

/** A URI is whole or left out. */
const short = (uri: string | null): string | null => (uri !== null && uri.length <= linkMax ? uri : null)

const withinLength = (attributes: NonNullable<NormalizedMetadata['attributes']>) => {
  let length = 0
  return attributes.filter((attribute) => {
    length += JSON.stringify(attribute).length
    return length <= attributesLengthMax
  })
}

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
