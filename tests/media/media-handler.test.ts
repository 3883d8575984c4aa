import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toHex } from '#lib/base/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createMediaHandler, type MediaHandlerParts } from '#lib/media/media-handler.ts'
import type { Store } from '#lib/store/store.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { documentServer } from '#tests/support/document-server.ts'
import {
  filmOf,
  keepUntilDone,
  keyOf,
  lookAt,
  picture,
  recordsOf,
  sha256Hex,
  startMs,
  svg,
  testDirectories,
} from './media-fixture.ts'

const directory = testDirectories()
const film = filmOf(100_000)
const minuteMs = 60_000

type Answer = Awaited<ReturnType<typeof documentServer>>['answer']
let server: Awaited<ReturnType<typeof documentServer>>
/** A host that gives parts. */
const filmInParts: Answer = (request, response) => {
  const [, first = 0, last = film.length - 1] =
    /^bytes=(\d+)-(\d+)?/.exec(request.headers.range ?? '')?.map(Number) ?? []
  response.setHeader('content-type', 'text/html').setHeader('set-cookie', 'a=b')
  if (request.headers.range === undefined) return response.end(film)
  if (first >= film.length) return response.writeHead(416).end()
  const end = Number.isNaN(last) ? film.length - 1 : Math.min(last, film.length - 1)
  response.writeHead(206, {
    'content-range': `bytes ${first}-${end}/${film.length}`,
    'content-length': end - first + 1,
  })
  return response.end(film.subarray(first, end + 1))
}
beforeAll(async () => {
  server = await documentServer(filmInParts)
})
afterAll(() => server.close())

const uriOptions = { ipfsGateways: [], arweaveGateway: undefined }

/** A handler over these media, of which the worker has made what it makes. */
const served = async (
  store: Store<EvmTables>,
  uris: readonly string[],
  originals: Partial<MediaHandlerParts['originals']> = {},
) => {
  const folder = directory()
  const warnings: string[] = []
  const { outbound } = server
  await recordsOf(store, uris)
  await keepUntilDone(store, { outbound, uriOptions, directory: folder })
  const clock = { nowMs: startMs }
  const handle = createMediaHandler({
    ...{ store, directory: folder, originals: { outbound, uriOptions, ...originals } },
    log: { warn: (_, text) => warnings.push(text) },
    now: () => clock.nowMs,
  })
  const get = (path: string, init?: RequestInit) => handle(new Request(`http://site.example${path}`, init))
  return { get, folder, clock, warnings }
}
const originalOf = (uri: string): string => `/media/original/${toHex(keyOf(uri)).slice(2)}`
const dataUri = (type: string, body: Uint8Array): string =>
  `data:${type};base64,${Buffer.from(body).toString('base64')}`
const part = (range: string): RequestInit => ({ headers: { range } })

describe.each(dialects)('media on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('a preview is immutable, has a fixed type, and cannot execute anything', async () => {
    const body = await picture('png', 800, 400)
    const { get } = await served(await createStore(), [dataUri('text/html', body)])
    const path = `/media/${sha256Hex(body)}/medium.webp`
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'access-control-allow-origin': '*',
    })
    const file = new Uint8Array(await answer.arrayBuffer())
    expect(answer.headers.get('content-length')).toBe(String(file.length))
    expect(await lookAt(file)).toMatchObject({ width: 250, height: 125 })

    const head = await get(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(file.length), ''])
    const etag = answer.headers.get('etag') ?? ''
    for (const known of [etag, `"other", W/${etag}`]) {
      const unchanged = await get(path, { headers: { 'if-none-match': known } })
      expect([unchanged.status, unchanged.headers.get('etag'), await unchanged.text()]).toEqual([304, etag, ''])
    }
    expect((await get(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    expect((await get(path, { method: 'POST' })).status).toBe(405)
    expect((await get(path, { method: 'OPTIONS' })).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })

  test('every path outside the exact format is 404', async () => {
    const body = await picture('png', 9, 9)
    const { get } = await served(await createStore(), [dataUri('image/png', body)])
    const hash = sha256Hex(body)
    for (const path of [
      '/media/',
      `/media/${hash}`,
      `/media/${hash}/low.png`,
      `/media/${hash}/low.webp/`,
      `/media/${hash}/low.webp.0a1b2c`,
      `/media/${hash}/toString.webp`,
      `/media/${hash.toUpperCase()}/low.webp`,
      `/media/${hash.slice(2)}/low.webp`,
      `/media/${'0'.repeat(64)}/low.webp`,
      '/media/../../etc/passwd',
      '/media/..%2f..%2fetc%2fpasswd',
      `/media/${hash}/..%2f${hash}%2flow.webp`,
      `/media//${hash}/low.webp`,
      `/media/${hash}/low.webp%00`,
      `/media/original/${hash}`,
      '/media/original/',
    ])
      expect((await get(path)).status, path).toBe(404)
  })

  test('a preview whose file is missing is made again, at most once a minute', async () => {
    const store = await createStore()
    const body = await picture('png', 9, 9)
    const uri = dataUri('image/png', body)
    const { get, folder, clock } = await served(store, [uri])
    const path = `/media/${sha256Hex(body)}/low.webp`
    rmSync(folder, { recursive: true })
    expect((await get(path)).status).toBe(404)
    expect((await recordsOf(store, [uri]))[0]?.status).toBe('success')
    clock.nowMs += minuteMs
    expect((await get(path)).status).toBe(404)
    expect((await recordsOf(store, [uri]))[0]).toMatchObject({ status: 'processing' })
    const sources = { outbound: server.outbound, uriOptions, directory: folder }
    await keepUntilDone(store, sources, { nowMs: clock.nowMs })
    expect((await get(path)).status).toBe(200)
  })

  test('a film is streamed whole and in ranges, with the type detected from its bytes', async () => {
    server.answer = filmInParts
    const uri = `${server.base}/film.mp4`
    const { get } = await served(await createStore(), [uri])
    const whole = await get(originalOf(uri))
    expect(whole.status).toBe(200)
    expect(whole.headers.get('content-type')).toBe('video/mp4')
    expect(whole.headers.get('set-cookie')).toBeNull()
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    expect(whole.headers.get('content-security-policy')).toContain('sandbox')
    expect(Buffer.compare(Buffer.from(await whole.arrayBuffer()), film)).toBe(0)

    const middle = await get(originalOf(uri), part('bytes=10-19'))
    expect([middle.status, middle.headers.get('content-range'), middle.headers.get('content-length')]).toEqual([
      ...[206, `bytes 10-19/${film.length}`, '10'],
    ])
    expect(Buffer.from(await middle.arrayBuffer())).toEqual(film.subarray(10, 20))
    const rest = await get(originalOf(uri), part(`bytes=${film.length - 5}-`))
    expect([rest.status, (await rest.arrayBuffer()).byteLength]).toEqual([206, 5])
    expect((await get(originalOf(uri), part(`bytes=${film.length}-`))).status).toBe(416)
    const several = await get(originalOf(uri), part('bytes=0-1,5-6'))
    expect([several.status, (await several.arrayBuffer()).byteLength]).toEqual([200, film.length])
    const head = await get(originalOf(uri), { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'video/mp4', ''])
  })

  test('raster images and embedded data are served; SVGs and unknown keys are not', async () => {
    const sound = Buffer.from('ID3\x04 and so on')
    const uris = {
      png: dataUri('image/png', await picture('png', 9, 9)),
      sound: dataUri('audio/mpeg', sound),
      svg: dataUri('image/svg+xml', svg('<script>alert(1)</script>')),
      tiff: dataUri('image/tiff', await picture('tiff', 9, 9)),
      html: dataUri('image/png', Buffer.from('<html>')),
    }
    const { get } = await served(await createStore(), Object.values(uris))
    const statusOf = async (uri: string) => (await get(originalOf(uri))).status
    expect(await statusOf(uris.png)).toBe(200)
    for (const uri of [uris.svg, uris.tiff, uris.html, 'data:,never asked for']) expect(await statusOf(uri)).toBe(404)
    const some = await get(originalOf(uris.sound), part('bytes=-2'))
    expect([some.status, some.headers.get('content-range'), await some.text()]).toEqual([
      ...[206, `bytes ${sound.length - 2}-${sound.length - 1}/${sound.length}`, 'on'],
    ])
    expect((await get(originalOf(uris.sound), part(`bytes=${sound.length}-`))).status).toBe(416)
  })

  test('a host that fails, sends too much or sends compressed data gives an error without its text', async () => {
    server.answer = filmInParts
    const uri = `${server.base}/film.mp4`
    const { get } = await served(await createStore(), [uri])
    const answers: [Answer, number][] = [
      [(_, response) => response.writeHead(404).end('secret words'), 502],
      [(_, response) => response.writeHead(503).end('secret words'), 503],
      [(_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(), 502],
      [(_, response) => response.writeHead(200, { 'content-length': 300 * 2 ** 20 }).end(), 502],
      [(_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('secret words'), 502],
    ]
    for (const [answer, status] of answers) {
      server.answer = answer
      const refused = await get(originalOf(uri))
      expect(refused.status).toBe(status)
      expect(refused.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(await refused.text()).not.toContain('secret')
    }
    server.answer = filmInParts
  })

  test('concurrent streams are limited in total and per visitor, and a finished one frees its slot', async () => {
    server.answer = filmInParts
    const uri = `${server.base}/film.mp4`
    const visitorOf = (request: Request) => request.headers.get('x-visitor') ?? ''
    const { get } = await served(await createStore(), [uri], { visitorOf, atOnce: 3, atOncePerVisitor: 2 })
    const ask = (visitor: string) => get(originalOf(uri), { headers: { 'x-visitor': visitor } })
    // It stays open: nothing reads it, and it is never finished.
    server.answer = (_, response) => response.writeHead(200).write(film)
    const [first, second] = [await ask('a'), await ask('a')]
    expect([first.status, second.status, (await ask('a')).status]).toEqual([200, 200, 503])
    const third = await ask('b')
    expect([third.status, (await ask('c')).status]).toEqual([200, 503])
    await first.body?.cancel()
    await expect.poll(async () => (await ask('c')).status).toBe(200)
    await second.body?.cancel()
    await third.body?.cancel()
    server.answer = filmInParts
  })
})
