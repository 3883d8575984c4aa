import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll } from 'vitest'
import { toHex } from '#lib/base/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { type KeepMediaOptions, type KeepMediaSources, keepMedia } from '#lib/media/keep-media.ts'
import { createMediaRecords } from '#lib/media/media-records.ts'
import type { Store } from '#lib/store/store.ts'

export const startMs = 1_700_000_000_000
export const siteUrl = 'https://explorer.example'

/** A folder of its own for each test, removed after the file's tests. */
export const testDirectories = (): (() => string) => {
  const root = mkdtempSync(join(tmpdir(), 'spyglass-media-'))
  let count = 0
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  return () => join(root, String(++count))
}

export const keyOf = (uri: string): Uint8Array => new Uint8Array(hash('sha256', uri, 'buffer'))
export const sha256Hex = (body: Uint8Array): string => hash('sha256', body)

/** What a page that shows tokens with these media would show of them, in the same order. */
export const recordsOf = async (store: Store<EvmTables>, uris: readonly string[], now = startMs) => {
  const records = createMediaRecords({ store, siteUrl, now: () => now })
  const found = await records(uris.map((uri) => ({ media_uri: uri, media_key: keyOf(uri) })))
  return uris.map((uri) => found.get(toHex(keyOf(uri))))
}

/** Runs the worker's loop until nothing is due any more. */
export const keepUntilDone = async (
  store: Store<EvmTables>,
  sources: KeepMediaSources,
  options: KeepMediaOptions & { nowMs?: number } = {},
): Promise<string[]> => {
  const { nowMs = startMs, ...rest } = options
  const warnings: string[] = []
  const stopped = new AbortController()
  const log = { warn: (_: object, text: string) => warnings.push(text) }
  const keeping = keepMedia(store, sources, log, {
    signal: stopped.signal,
    options: { now: () => nowMs, pollMs: 10, ...rest },
  })
  for (;;) {
    await wait(10)
    const due = await store.db
      .selectFrom('evm_media')
      .select('media_key')
      .where('due_at', '<=', nowMs)
      .executeTakeFirst()
    if (!due) break
  }
  stopped.abort()
  await keeping
  return warnings
}

const red = { r: 200, g: 30, b: 30 }

/** A plain image of a size. */
export const picture = (
  format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'tiff',
  width: number,
  height: number,
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: red } })
    [format]()
    .toBuffer()

/** Red at first, blue then. */
export const animation = async (format: 'gif' | 'webp', side: number): Promise<Buffer> => {
  const frames = [red, { r: 20, g: 30, b: 200 }].map((background) =>
    sharp({ create: { width: side, height: side, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  return await sharp(await Promise.all(frames), { join: { animated: true } })
    [format]({ delay: [100, 100] })
    .toBuffer()
}

export const svg = (inside: string, attributes = 'width="300" height="150"'): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`)

/** A PNG that claims a size, with the (black) pixels of its first rows only. */
export const claimedPng = (width: number, height: number, rows: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = 2
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc((1 + width * 3) * rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const pngChunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** The start of an MP4 file, and nothing behind it that plays. */
export const filmOf = (bytes: number): Buffer => {
  const film = Buffer.alloc(bytes, 7)
  film.writeUInt32BE(24, 0)
  film.write('ftypisom', 4, 'latin1')
  film.write('isommp41', 16, 'latin1')
  return film
}

/** The colour in the middle, and the size. */
export const lookAt = async (file: Uint8Array) => {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = 4 * (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2))
  return { width: info.width, height: info.height, colour: [...data.subarray(at, at + 4)] }
}

/** Whether two colours are the same to the eye: previews are not exact. */
export const isLike = (seen: readonly number[], expected: readonly number[]): boolean =>
  expected.every((value, index) => Math.abs(value - (seen[index] ?? -255)) <= 6)
