import { rmSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoDocument } from '#lib/demo/archive.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import type { KeepMediaSources } from '#lib/media/keep-media.ts'
import { createMediaRecords } from '#lib/media/media-records.ts'
import { countingStore } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { documentServer } from '#tests/support/document-server.ts'
import {
  claimedPng,
  filmOf,
  keepUntilDone,
  keyOf,
  picture,
  recordsOf,
  sha256Hex,
  siteUrl,
  startMs,
  svg,
  testDirectories,
} from './media-fixture.ts'

const directory = testDirectories()
const minuteMs = 60_000
const at = (ms: number): string => new Date(ms).toISOString()

/** What the server has, by path: the answer is said to be of `type`, whatever it is. */
const files = new Map<string, { type: string; body: Uint8Array }>()
let server: Awaited<ReturnType<typeof documentServer>>
let statusOf: (path: string) => number = () => 200
beforeAll(async () => {
  server = await documentServer(({ url = '' }, response) => {
    const file = files.get(url)
    const status = file ? statusOf(url) : 404
    response
      .writeHead(status, { 'content-type': file?.type ?? 'text/plain' })
      .end(status === 200 ? file?.body : undefined)
  })
})
afterAll(() => server.close())

const serve = (path: string, body: Uint8Array, type = 'image/png'): string => {
  files.set(path, { type, body })
  return `${server.base}${path}`
}
const sourcesIn = (folder: string): KeepMediaSources => ({
  outbound: server.outbound,
  uriOptions: { ipfsGateways: [`${server.base}/ipfs/`], arweaveGateway: undefined },
  directory: folder,
})

describe.each(dialects)('previews on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test("the first request returns processing and later ones the result, in the API's format", async () => {
    const store = await createStore()
    const body = await picture('png', 800, 400)
    const uri = serve('/wide.png', body, 'text/html')
    expect(await recordsOf(store, [uri])).toEqual([
      { status: 'processing', updatedAt: at(startMs), original_media_url: uri },
    ])
    await keepUntilDone(store, sourcesIn(directory()), { nowMs: startMs + 20 })
    const [record] = await recordsOf(store, [uri], startMs + 900)
    const hash = sha256Hex(body)
    const preview = (name: string, width: number, height: number) => ({
      ...{ height, width, url: `${siteUrl}/media/${hash}/${name}.webp` },
    })
    expect(record).toEqual({
      media_collection: {
        low: preview('low', 100, 50),
        medium: preview('medium', 250, 125),
        high: preview('high', 500, 250),
      },
      category: 'image',
      mimetype: 'image/png',
      parent_hash: `0x${hash}`,
      status: 'success',
      updatedAt: at(startMs + 20),
      original_media_url: uri,
    })
    const example = evmApi.nftMetadata.example.output
    expect(() => evmApi.nftMetadata.output.parse({ ...example, media: record })).not.toThrow()
  })

  test('a page of media takes one statement to read and one to queue new items', async () => {
    const counted = countingStore(await createStore())
    const records = createMediaRecords({ store: counted.store, siteUrl, now: () => startMs })
    const rows = Array.from({ length: 100 }, (_, index) => `ipfs://x/${index % 60}`).map((uri) => ({
      ...{ media_uri: uri, media_key: keyOf(uri) },
    }))
    expect((await records([...rows, { media_uri: null, media_key: null }])).size).toBe(60)
    expect(counted.statements()).toBe(2)
    await records(rows)
    expect(counted.statements()).toBe(3)
    expect(await records([])).toEqual(new Map())
    expect(counted.statements()).toBe(3)
  })

  test('tokens with the same content share its previews, which are made once', async () => {
    const store = await createStore()
    const folder = directory()
    const body = await picture('jpeg', 60, 60)
    const uris = [serve('/a.jpg', body), `data:image/jpeg;base64,${body.toString('base64')}`]
    await recordsOf(store, uris)
    await keepUntilDone(store, sourcesIn(folder))
    const [one, other] = await recordsOf(store, uris)
    expect(one).toMatchObject({ status: 'success', mimetype: 'image/jpeg' })
    expect(other).toEqual({ ...one, original_media_url: uris[1] })
    const hash = sha256Hex(body)
    expect(await readdir(folder, { recursive: true })).toEqual(
      expect.arrayContaining([`${hash.slice(0, 2)}/${hash}/low.webp`, `${hash.slice(0, 2)}/${hash}/high.webp`]),
    )
    const file = `${folder}/${hash.slice(0, 2)}/${hash}/low.webp`
    const made = statSync(file).mtimeMs
    const third = serve('/again.jpg', body)
    await recordsOf(store, [third])
    await keepUntilDone(store, sourcesIn(folder))
    expect(statSync(file).mtimeMs).toBe(made)
    expect((await recordsOf(store, [third]))[0]).toEqual({ ...one, original_media_url: third })
    // Known, but no longer on disk: they are made again.
    rmSync(folder, { recursive: true })
    const fourth = serve('/anew.jpg', body)
    await recordsOf(store, [fourth])
    await keepUntilDone(store, sourcesIn(folder))
    expect(statSync(file).size).toBeGreaterThan(0)
  })

  test('films and sounds are identified and read no further; an SVG inside the document is drawn', async () => {
    const store = await createStore()
    const film = serve('/film.mp4', filmOf(40 * 1024 * 1024), 'application/octet-stream')
    const sound = `data:audio/mpeg;base64,${Buffer.from('ID3\x04 and so on').toString('base64')}`
    const drawing = `data:image/svg+xml;utf8,${svg('<rect width="9" height="9"/>')}`
    await recordsOf(store, [film, sound, drawing])
    await keepUntilDone(store, sourcesIn(directory()))
    const records = await recordsOf(store, [film, sound, drawing])
    expect(records).toMatchObject([
      { status: 'success', category: 'video', mimetype: 'video/mp4', media_collection: null, parent_hash: null },
      { status: 'success', category: 'audio', mimetype: 'audio/mpeg', media_collection: null },
      { status: 'success', category: 'image', mimetype: 'image/svg+xml' },
    ])
    expect(records[2]?.media_collection?.high).toMatchObject({ width: 500, height: 250 })
  })

  test('built-in media need no network', async () => {
    const store = await createStore()
    const folder = 'ipfs://bafybeih56j5docet5hv7ttxvrilj7ybalpowvaozaoll5e2ghhrhkebkvy'
    const document = await demoDocument(`${folder}/1.json`)
    const { image } = JSON.parse(Buffer.from(document?.body ?? []).toString())
    await recordsOf(store, [image])
    const asked = server.paths.length
    await keepUntilDone(store, { ...sourcesIn(directory()), localDocument: demoDocument })
    expect((await recordsOf(store, [image]))[0]).toMatchObject({ status: 'success', category: 'image' })
    expect(server.paths).toHaveLength(asked)
  })

  test('each failure ends in a status with only its own fields', async () => {
    const store = await createStore()
    const laughs =
      '<!DOCTYPE svg [<!ENTITY a "ha">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">&a;</svg>'
    const faults = {
      unsupported_media: [
        serve('/page.png', Buffer.from('<!doctype html><html>no picture</html>')),
        serve('/huge.png', claimedPng(100_000, 100_000, 1)),
        serve('/cut.png', (await picture('png', 200, 200)).subarray(0, 70)),
        serve('/large.png', Buffer.concat([await picture('png', 9, 9), Buffer.alloc(30 * 1024 * 1024)])),
        serve('/laughs.svg', Buffer.from(laughs), 'image/svg+xml'),
        'data:text/html,<script>alert(1)</script>',
      ],
      invalid_url: [
        'http://169.254.169.254/latest/meta-data/a.png',
        'file:///etc/passwd',
        'http://user:secret@example.com/a.png',
        'nowhere at all',
        `ar://${'a'.repeat(43)}`,
      ],
      host_unavailable: [`${server.base}/missing.png`, 'http://127.0.0.1:1/a.png'],
      temporarily_unavailable: [serve('/busy.png', new Uint8Array())],
    }
    statusOf = (path) => (path === '/busy.png' ? 503 : 200)
    for (const [status, uris] of Object.entries(faults)) {
      await recordsOf(store, uris)
      await keepUntilDone(store, sourcesIn(directory()))
      expect(await recordsOf(store, uris)).toEqual(
        uris.map((uri) => ({ status, updatedAt: at(startMs), original_media_url: uri })),
      )
    }
    statusOf = () => 200
    const due = await store.db
      .selectFrom('evm_media')
      .select(['uri', 'due_at'])
      .where('due_at', 'is not', null)
      .execute()
    expect(due.map(({ uri }) => uri).sort()).toEqual(
      [...faults.host_unavailable, ...faults.temporarily_unavailable].sort(),
    )
  })

  test('a transient failure is retried with growing delays', async () => {
    const store = await createStore()
    const uri = serve('/late.mp4', filmOf(1_000))
    await recordsOf(store, [uri])
    statusOf = () => 500
    const dueAfter = async (nowMs: number): Promise<number> => {
      await keepUntilDone(store, sourcesIn(directory()), { nowMs })
      const { due_at } = await store.db.selectFrom('evm_media').select('due_at').executeTakeFirstOrThrow()
      return ((due_at ?? 0) - nowMs) / minuteMs
    }
    expect(await dueAfter(startMs)).toBe(1)
    expect(await dueAfter(startMs + minuteMs)).toBe(2)
    expect(await dueAfter(startMs + 3 * minuteMs)).toBe(4)
    statusOf = () => 200
    await keepUntilDone(store, sourcesIn(directory()), { nowMs: startMs + 7 * minuteMs })
    expect((await recordsOf(store, [uri]))[0]).toMatchObject({ status: 'success' })
  })

  test('a slow host hits its own timeout, and delays no other', async () => {
    const store = await createStore()
    const slow = await documentServer((_, response) => {
      const drip = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(drip))
    })
    const uris = [`${slow.base}/drip.png`, serve('/quick.mp4', filmOf(1_000))]
    await recordsOf(store, uris)
    await keepUntilDone(store, { ...sourcesIn(directory()), fetchMs: 300 })
    const states = (await recordsOf(store, uris)).map((record) => record?.status)
    expect(states).toEqual(['temporarily_unavailable', 'success'])
    await slow.close()
  })

  test('an unwritable folder is logged, and retried', async () => {
    const store = await createStore()
    const uri = serve('/kept.png', await picture('png', 9, 9))
    await recordsOf(store, [uri])
    const warnings = await keepUntilDone(store, sourcesIn('/dev/null/media'))
    expect(warnings).toEqual(['could not create or store previews'])
    expect((await recordsOf(store, [uri]))[0]?.status).toBe('temporarily_unavailable')
  })
})
