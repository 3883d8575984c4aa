/*
 * Previews through the worker's loop (fetched, told by their bytes, decoded in processes of their own, written, noted) against
 * the bare work: the image library alone on the same bytes, each size from the original, as many at a time, nothing fetched,
 * nothing kept. The images come from a server in a process of its own. CPU is of all processes that take part, for each
 * image. Memory is the most that the worker held (the bare work ran in it before), and the most of one that decodes.
 *
 *   node tests/bench/evm-media.ts [images of each kind]
 */
import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { keepMedia } from '#lib/media/keep-media.ts'
import { createMediaRecords } from '#lib/media/media-records.ts'
import { previewSizes } from '#lib/media/preview-files.ts'
import { createOutbound } from '#lib/outbound/outbound.ts'
import { openStore } from '#lib/store/open.ts'
import { migrate } from '#lib/store/store.ts'
import { cpuSecondsOf, peakMemoryMegabytesOf } from './support/process-usage.ts'

const kinds = ['art.png', 'photo.jpg', 'pixels.png', 'drawing.svg', 'moving.gif', 'photo.webp'] as const
const [count = 60] = process.argv
  .slice(2)
  .filter((argument) => argument !== 'serve')
  .map(Number)
const decodedAtOnce = 2

const circles = (side: number): Buffer => {
  const inside = Array.from(
    { length: 200 },
    (_, i) =>
      `<circle cx="${(i * 137) % 1000}" cy="${(i * 71) % 1000}" r="${20 + (i % 80)}" fill="hsl(${i * 7},70%,50%)"/>`,
  )
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 1000 1000">${inside.join('')}</svg>`,
  )
}

const grain = async (side: number): Promise<Buffer> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const fine = sharp({ create: { width: side, height: side, channels: 3, background: '#000', noise } })
  const soft = await sharp(await fine.png().toBuffer())
    .blur(3)
    .png()
    .toBuffer()
  return await sharp(soft)
    .composite([{ input: circles(side), blend: 'soft-light' }])
    .png()
    .toBuffer()
}

async function makeFiles(): Promise<Record<(typeof kinds)[number], Buffer>> {
  const photo = await grain(2_000)
  const frames = await Promise.all([0, 60, 120].map((hue) => sharp(circles(400)).modulate({ hue }).png().toBuffer()))
  return {
    'art.png': await sharp(circles(1_200)).png().toBuffer(),
    'photo.jpg': await sharp(photo).jpeg({ quality: 88 }).toBuffer(),
    'pixels.png': await sharp(await grain(24))
      .resize(480, 480, { kernel: 'nearest' })
      .png()
      .toBuffer(),
    'drawing.svg': circles(1_000),
    'moving.gif': await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer(),
    'photo.webp': await sharp(photo).resize(1_000).webp().toBuffer(),
  }
}

/** Every image is another content: what differs stands behind its end, where decoders do not look. */
const numbered = (file: Buffer, id: string): Buffer =>
  Buffer.concat([file, Buffer.from(`<!--${id.padStart(6, '0')}-->`)])

if (process.argv.includes('serve')) {
  const files = await makeFiles()
  const server = createServer(({ url = '' }, response) => {
    const [, id = '', name = ''] = url.split('/')
    const kind = kinds.find((known) => known === name)
    if (kind) response.end(numbered(files[kind], id))
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address && typeof address === 'object') console.log(address.port)
  })
} else await measure()

async function measure(): Promise<void> {
  const server = spawn(process.execPath, [import.meta.filename, String(count), 'serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
  try {
    const [port] = await once(server.stdout, 'data')
    const base = `http://127.0.0.1:${Number(port)}`
    const files = await makeFiles()
    const table = []
    for (const kind of [...kinds, 'all'] as const) {
      const chosen = kind === 'all' ? kinds : [kind]
      const uris = chosen.flatMap((name) => Array.from({ length: count }, (_, id) => `${base}/${id}/${name}`))
      const bare = await bareWork(chosen.map((name) => files[name]))
      const kept = await keptWork(uris, join(folder, kind))
      table.push({
        kind,
        bytes: kind === 'all' ? '' : files[kind].length,
        'worker pictures/s': kept.perSecond,
        'bare pictures/s': bare.perSecond,
        'worker CPU ms': Math.round(kept.cpuMs / uris.length),
        'bare CPU ms': Math.round(bare.cpuMs / uris.length),
        'worker MB': kept.megabytes,
        'decoder MB': kept.decoderMegabytes,
      })
    }
    console.table(table)
  } finally {
    server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function bareWork(files: readonly Buffer[]) {
  sharp.cache(false)
  sharp.concurrency(1)
  const limit = pLimit(decodedAtOnce)
  const startedAt = performance.now()
  const before = process.cpuUsage()
  const pictures = files.flatMap((file) => Array.from({ length: count }, () => file))
  await Promise.all(
    pictures.map((file) =>
      limit(async () => {
        for (const side of Object.values(previewSizes))
          await sharp(file)
            .resize(side, side, { fit: 'inside', withoutEnlargement: true })
            .webp({ effort: 2 })
            .toBuffer()
      }),
    ),
  )
  return { perSecond: rate(pictures.length, startedAt), cpuMs: cpuMsSince(before) }
}

function rate(pictures: number, startedAt: number): number {
  return Math.round((10 * pictures) / ((performance.now() - startedAt) / 1_000)) / 10
}

async function keptWork(uris: readonly string[], folder: string) {
  const store = await openStore<EvmTables>(`sqlite:${folder}.db`)
  await migrate(store, evmMigrations)
  const records = createMediaRecords({ store, siteUrl: 'http://localhost', now: Date.now })
  await records(uris.map((uri) => ({ media_uri: uri, media_key: new Uint8Array(hash('sha256', uri, 'buffer')) })))
  const outbound = createOutbound({ allow: ['127.0.0.1'] })
  const stopped = new AbortController()
  const sources = { outbound, uriOptions: { ipfsGateways: [], arweaveGateway: undefined }, directory: folder }
  const log = { warn: (facts: object, text: string) => console.warn(text, facts) }
  let megabytes = 0
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, Math.round(process.memoryUsage.rss() / 2 ** 20))
  }, 50)
  const startedAt = performance.now()
  const before = process.cpuUsage()
  const keeping = keepMedia(store, sources, log, { signal: stopped.signal, options: { decodedAtOnce } })
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    const { rows } = await sql`select 1 from evm_media where due_at is not null limit 1`.execute(store.db)
    if (rows.length === 0) break
  }
  const perSecond = rate(uris.length, startedAt)
  clearInterval(watch)
  const decoders = decoderIds()
  const decoderMegabytes = Math.max(...decoders.map(peakMemoryMegabytesOf))
  const decoderMs = decoders.reduce((sum, id) => sum + 1_000 * cpuSecondsOf(id), 0)
  const cpuMs = cpuMsSince(before) + decoderMs
  stopped.abort()
  await keeping
  const { rows } = await sql<{ made: number }>`select count(*) as made from evm_media where status = 'success'`.execute(
    store.db,
  )
  if (Number(rows[0]?.made) !== uris.length) throw new Error(`only ${rows[0]?.made} of ${uris.length} have previews`)
  await outbound.close()
  await store.close()
  return { perSecond, cpuMs, megabytes, decoderMegabytes }
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** The processes that decode, which are children of this one. */
function decoderIds(): number[] {
  return readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter((id) => id !== '' && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('preview-process.ts'))
    .map(Number)
}
