import { randomBytes } from 'node:crypto'
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { toDigits } from '#lib/base/bytes.ts'
import type { Alongside, Store } from '#lib/store/store.ts'
import type { DueMedia, MediaTables, TriedMedia } from './media-tables.ts'

/** The longer side of each preview, in pixels. */
export const previewSizes = { low: 100, medium: 250, high: 500 } as const

export type PreviewName = keyof typeof previewSizes
const previewNames = ['low', 'medium', 'high'] as const satisfies readonly PreviewName[]

/**
 * WebP, lossy with transparency: 4 to 180 times smaller than PNG for shaded images, never larger (measured), in about
 * the same time; every current browser supports it.
 */
const previewExtension = 'webp'
export const previewMimetype = 'image/webp'

export type Size = { width: number; height: number }

/** The size of an image within a square of `side`: keeps its aspect ratio, is never enlarged, and has no empty side. */
export const fittedSize = ({ width, height }: Size, side: number): Size => {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Previews on disk, by the sha256 of their original: `<first 2 hex digits>/<64 hex digits>/low.webp`. The folder
 * contains nothing else and may be removed at any time: previews are recreated on request.
 */
export type PreviewFiles = {
  /** Undefined if there is none. */
  read(contentHash: string, name: PreviewName): Promise<Buffer | undefined>
  hasAll(contentHash: string): Promise<boolean>
  /** Each file appears complete or not at all. */
  write(contentHash: string, files: Readonly<Record<PreviewName, Uint8Array>>): Promise<void>
}

export const createPreviewFiles = (directory: string): PreviewFiles => {
  const folderOf = (contentHash: string): string =>
    join(/* turbopackIgnore: true */ directory, contentHash.slice(0, 2), contentHash)
  const pathOf = (contentHash: string, name: PreviewName): string =>
    join(/* turbopackIgnore: true */ folderOf(contentHash), `${name}.${previewExtension}`)

  return {
    read: async (contentHash, name) => {
      try {
        return await readFile(/* turbopackIgnore: true */ pathOf(contentHash, name))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    hasAll: async (contentHash) => {
      try {
        await Promise.all(previewNames.map((name) => access(pathOf(contentHash, name))))
        return true
      } catch {
        return false
      }
    },
    write: async (contentHash, files) => {
      await mkdir(folderOf(contentHash), { recursive: true, mode: 0o700 })
      await Promise.all(
        previewNames.map(async (name) => {
          const path = pathOf(contentHash, name)
          const draft = `${path}.${toDigits(randomBytes(6))}`
          try {
            await writeFile(draft, files[name], { mode: 0o600 })
            await rename(draft, path)
          } catch (error) {
            await rm(draft, { force: true })
            throw error
          }
        }),
      )
    },
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

/** Hex digits without 0x. */
export type MediaPath =
  | { kind: 'preview'; contentHash: string; name: PreviewName }
  /** The media themselves, by the sha256 of their URI. */
  | { kind: 'original'; mediaKey: string }

export const previewPath = (contentHash: string, name: PreviewName): string =>
  `/media/${contentHash}/${name}.${previewExtension}`

const previewPattern = new RegExp(`^/media/([0-9a-f]{64})/(${previewNames.join('|')})\\.${previewExtension}$`)
const originalPattern = /^\/media\/original\/([0-9a-f]{64})$/

/** Parses a media path; undefined for any other path. */
export const parseMediaPath = (path: string): MediaPath | undefined => {
  const [, contentHash, found] = previewPattern.exec(path) ?? []
  const name = previewNames.find((known) => known === found)
  if (contentHash !== undefined && name !== undefined) return { kind: 'preview', contentHash, name }
  const mediaKey = originalPattern.exec(path)?.[1]
  return mediaKey === undefined ? undefined : { kind: 'original', mediaKey }
}

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
