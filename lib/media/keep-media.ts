import { hash } from 'node:crypto'
import { systemClock } from '#lib/api/clock.ts'
import type { WarningLog } from '#lib/api/log.ts'
import { toHex } from '#lib/encoding/hex.ts'
import { logFailures } from '#lib/indexing/log-failures.ts'
import { runLane } from '#lib/indexing/run-lane.ts'
import type { WorkerOptions } from '#lib/indexing/worker-options.ts'
import { withHostRests } from '#lib/outbound/host-rests.ts'
import { setAsideWords } from '#lib/store/jobs/suspects.ts'
import type { Alongside, Store } from '#lib/store/store.ts'
import { type DueMedia, type MediaFacts, type MediaResult, mediaRowAfter } from './media-row.ts'
import type { MediaTables } from './media-tables.ts'
import { createPreviewFiles, type PreviewFiles } from './preview-files.ts'
import { createPreviewer, type Previewer } from './previewer.ts'
import { type MediaSources, type ReadMedia, readMedia } from './read-media.ts'
import { type ChangedMedia, dueMedia, sizeOfContent, uriOfMedia, writeMedia } from './stored-media.ts'

export type KeepMediaSources = MediaSources & {
  /** The folder of previews. */
  directory: string
}

export type KeepMediaOptions = WorkerOptions & {
  /** Media that are fetched at a time, and images that are decoded. */
  fetchedAtOnce?: number
  decodedAtOnce?: number
}

/**
 * Creates requested previews of every chain until `signal` ends it: reads the file, detects its type from its bytes,
 * decodes images in a separate process, and records the result. Never throws.
 */
export const keepMedia = async (
  store: Store<MediaTables>,
  { directory, ...sources }: KeepMediaSources,
  log: WarningLog,
  signal: AbortSignal,
  options: KeepMediaOptions = {},
): Promise<void> => {
  const { clock = systemClock, now = Date.now, pollMs = 1_000, fetchedAtOnce = 6, decodedAtOnce = 2 } = options
  const lane = options.watched?.lane(0, 'media')
  const clear: Alongside<ChangedMedia> = async (transaction, changes) =>
    await lane?.clearIn(transaction, changes.map(keyOfChange))
  const previewer = createPreviewer({ atOnce: decodedAtOnce })
  const files = createPreviewFiles(directory)
  const resting = { ...sources, outbound: withHostRests(sources.outbound, now) }

  const runOne = async (taken: DueMedia): Promise<ChangedMedia | undefined> => {
    let result: MediaResult
    try {
      result = await tryMedia(taken, store, { sources: resting, files, previewer }, signal)
    } catch (error) {
      log.warn({ err: error, media: toHex(taken.media_key) }, 'could not create or store previews')
      result = unkept
    }
    return signal.aborted ? undefined : { taken, row: mediaRowAfter(taken, result, now()) }
  }

  const stop = (): void => previewer.close()
  signal.addEventListener('abort', stop)
  await runLane<DueMedia, ChangedMedia>(
    {
      take: async (busy, countMax) => {
        const due = await dueMedia(store.db, now(), countMax + busy.size + (lane?.suspectCount ?? 0))
        const free = due.filter((row) => !busy.has(numberOf(row)))
        const { run, setAside } = lane?.admit(free, keyOfMedia, countMax) ?? {
          run: free.slice(0, countMax),
          setAside: [],
        }
        const keys = run.map(keyOfMedia)
        try {
          if (setAside.length > 0)
            await writeMedia(
              store,
              setAside.map((taken) => ({ taken, row: mediaRowAfter(taken, endedWorker, now()) })),
            )
        } catch (error) {
          await lane?.leave(keys)
          throw error
        }
        return run
      },
      keyOf: numberOf,
      run: async (taken) => {
        // The database is unavailable: the item is taken again later.
        const isNoted = await lane?.begin([keyOfMedia(taken)]).then(
          () => true,
          () => false,
        )
        return isNoted === false ? undefined : await runOne(taken)
      },
      write: async (changes) => {
        await writeMedia(store, changes, clear)
        await lane?.end(changes.map(keyOfChange))
      },
      isUrgent: (change) => lane?.isSuspect(keyOfChange(change)) ?? false,
      sizeOf: () => 1_024,
      onFailure: logFailures(log, {}, 'looking for media without previews failed'),
    },
    { clock, signal, atOnce: fetchedAtOnce, pollMs },
  )
  signal.removeEventListener('abort', stop)
  stop()
}

/** 48 bits of a hash: two rows with the same bits only wait for each other. */
const numberOf = ({ media_key }: DueMedia): number => Buffer.from(media_key).readUIntBE(0, 6)

const keyOfMedia = ({ media_key }: DueMedia): string => toHex(media_key)
const keyOfChange = ({ taken }: ChangedMedia): string => keyOfMedia(taken)

const endedWorker: MediaResult = { kind: 'fault', fault: { fault: 'unsupported_media', message: setAsideWords } }

type Parts = { sources: MediaSources; files: PreviewFiles; previewer: Previewer }

const tryMedia = async (
  { media_key }: DueMedia,
  { db }: Store<MediaTables>,
  { sources, files, previewer }: Parts,
  signal: AbortSignal,
): Promise<MediaResult> => {
  const uri = await uriOfMedia(db, media_key)
  const read = await readMedia(uri ?? '', sources, signal)
  if ('fault' in read) return { kind: 'fault', fault: read }
  const { category, mimetype } = read
  if (category !== 'image') return { kind: 'media', media: { category, mimetype, ...factsOf(read) } }

  const facts = factsOf(read)
  const contentHash = Buffer.from(facts.content_hash ?? []).toString('hex')
  const known = (await files.hasAll(contentHash)) ? await sizeOfContent(db, Buffer.from(contentHash, 'hex')) : undefined
  if (known) return { kind: 'media', media: { category, mimetype, ...facts, ...known } }
  const outcome = await previewer.make({ body: read.body, mimetype })
  if ('crashed' in outcome) return { kind: 'fault', fault: crashed(outcome.crashed) }
  if ('unreadable' in outcome)
    return { kind: 'fault', fault: { fault: 'unsupported_media', message: outcome.unreadable } }
  const { width, height, files: previews } = outcome.previews
  await files.write(contentHash, previews)
  return { kind: 'media', media: { category, mimetype, ...facts, width, height } }
}

const factsOf = ({ body, isWhole }: ReadMedia): MediaFacts => ({
  content_hash: isWhole ? new Uint8Array(hash('sha256', body, 'buffer')) : null,
  byte_count: isWhole ? body.length : null,
  width: null,
  height: null,
})

const crashed = (message: string) => ({ fault: 'temporarily_unavailable' as const, message })

const unkept: MediaResult = { kind: 'fault', fault: crashed('The previews could not be stored.') }
