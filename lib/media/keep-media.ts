import { hash } from 'node:crypto'
import { toDigits, toHex } from '#lib/base/bytes.ts'
import { systemClock } from '#lib/base/clock.ts'
import type { WarningLog } from '#lib/base/log.ts'
import { logFailures } from '#lib/indexing/log-failures.ts'
import { runDueWork } from '#lib/indexing/run-due-work.ts'
import type { WorkerOptions } from '#lib/indexing/worker-options.ts'
import { type FetchFault, firstAnswer, withHostRests } from '#lib/outbound/fetch-fault.ts'
import type { Outbound } from '#lib/outbound/outbound.ts'
import { readUri, type UriOptions } from '#lib/outbound/token-uri.ts'
import { setAsideWords } from '#lib/store/attempts/attempts-table.ts'
import type { Store } from '#lib/store/store.ts'
import { type DueMedia, type MediaFacts, type MediaResult, type MediaTables, mediaRowAfter } from './media-tables.ts'
import {
  type ChangedMedia,
  createPreviewFiles,
  dueMedia,
  type PreviewFiles,
  sizeOfContent,
  uriOfMedia,
  writeMedia,
} from './preview-files.ts'
import { createPreviewer, type Previewer } from './previewer.ts'
import { type MediaKind, sniffMedia } from './sniff-media.ts'

/** Sources of images, videos and audio. */
type MediaSources = {
  outbound: Pick<Outbound, 'fetch'>
  uriOptions: Omit<UriOptions, 'substitute'>
  /** Files bundled with the product, by their URI; checked before fetching. */
  localDocument?: (uri: string) => Promise<{ body: Uint8Array } | undefined>
  /** Time limit of one source, including redirects and body; default 20 s. */
  fetchMs?: number
}

/** For videos and audio, only the start is fetched. */
type ReadMedia = MediaKind & { body: Uint8Array; isWhole: boolean }

const mediaBytesMax = 25 * 1024 * 1024
const fetchMsDefault = 20_000
const accept = 'image/*, video/*, audio/*'

/**
 * Reads the media of a URI and detects their type from the bytes. Bounded in size and time; failures are returned,
 * never thrown.
 */
const readMedia = async (
  uri: string,
  { outbound, uriOptions, localDocument, fetchMs = fetchMsDefault }: MediaSources,
  signal?: AbortSignal,
): Promise<ReadMedia | FetchFault> => {
  const local = await localDocument?.(uri.trim())
  if (local) return kindOf(local.body, true)
  const target = readUri(uri, uriOptions)
  if (target.kind === 'invalid') return invalid
  if (target.kind === 'inline') return kindOf(target.body, true)
  const read = async (url: string) => {
    const limits = { bytesMax: mediaBytesMax, totalMs: fetchMs, accept, signal, isEnough: isNoPicture }
    const { body, isCut } = await outbound.fetch(url, limits)
    return kindOf(body, !isCut)
  }
  return (await firstAnswer(target.urls, read, signal)) ?? invalid
}

const invalid: FetchFault = { fault: 'invalid_url', message: 'The URI scheme is not supported.' }

/** Previews are only made for images: of other media only the start is needed. */
const isNoPicture = (start: Uint8Array): boolean => sniffMedia(start)?.category !== 'image'

const kindOf = (body: Uint8Array, isWhole: boolean): ReadMedia | FetchFault => {
  const kind = sniffMedia(body)
  if (!kind) return { fault: 'unsupported_media', message: 'The file is not an image, a video or audio.' }
  return { ...kind, body, isWhole }
}

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
  { signal, options = {} }: { signal: AbortSignal; options?: KeepMediaOptions },
): Promise<void> => {
  const { clock = systemClock, now = Date.now, pollMs = 1_000, fetchedAtOnce = 6, decodedAtOnce = 2 } = options
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
  await runDueWork<DueMedia, ChangedMedia>(
    {
      due: (countMax) => dueMedia(store.db, now(), countMax),
      hashOf: ({ media_key }) => media_key,
      rowOf: ({ taken }) => taken,
      run: runOne,
      write: (changes, alongside) => writeMedia(store, changes, alongside),
      asSetAside: (taken) => ({ taken, row: mediaRowAfter(taken, endedWorker, now()) }),
      sizeOf: () => 1_024,
      onFailure: logFailures(log, {}, 'looking for media without previews failed'),
    },
    options.attempts?.of(0, 'media'),
    { clock, signal, atOnce: fetchedAtOnce, pollMs },
  )
  signal.removeEventListener('abort', stop)
  stop()
}

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
  const contentHash = toDigits(facts.content_hash ?? new Uint8Array())
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
