import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { Admit } from '#lib/api/serve/exchange.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { createLiveStream, createTipsWatch, type LiveStreamOptions, type Tips } from '#lib/gateway/live-stream.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const everyMs = 5

/** A database whose tips the test changes, and how often they were read. */
const database = (first: Tips) => {
  const state = { tips: first, version: 1, reads: 0, failure: undefined as unknown }
  const watch = createTipsWatch({
    read: async () => {
      state.reads += 1
      if (state.failure) throw state.failure
      return state.tips
    },
    version: () => String(state.version),
    onFailure: () => {},
    everyMs,
  })
  const set = (tips: Tips): void => {
    state.tips = tips
    state.version += 1
  }
  return { state, watch, set }
}

const admitted: Admit = async () => ({ headers: { 'x-rate-limit-limit': '20' }, caller: 'explorer' })

const serveOn = async (options: Omit<LiveStreamOptions, 'siteUrl' | 'admit'> & { admit?: Admit }) => {
  const live = createLiveStream({ admit: admitted, siteUrl: 'http://localhost', ...options })
  const server = createServer((request, response) => {
    live.answer(request, response).catch((thrown: unknown) => {
      if (!isServiceError(thrown)) throw thrown
      response.writeHead(thrown.status).end(thrown.message)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closing.push(() => {
    live.close()
    server.close()
    server.closeAllConnections()
  })
  return { live, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/explorer/live` }
}

type Event = { id: string; changed: Tips }

/** Connects, and collects the events that arrive. */
const connect = async (url: string, headers: Record<string, string> = {}) => {
  const request = get(url, { headers })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  response.on('error', () => {})
  const events = (): Event[] =>
    text
      .split('\n\n')
      .filter((block) => block.startsWith('id:'))
      .map((block) => {
        const [id = '', data = ''] = block.split('\n')
        return { id: id.slice('id: '.length), changed: JSON.parse(data.slice('data: '.length)) }
      })
  return { response, events, text: () => text, close: () => request.destroy() }
}

test('a client is told of where the chains are, then of each change, once', async () => {
  const { watch, set } = database({ eth: '1.aa', demo: '7.bb' })
  const { url } = await serveOn({ tips: watch })
  const { response, events } = await connect(url)
  expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  expect(response.headers['cache-control']).toBe('no-store')
  await expect.poll(() => events()).toEqual([{ id: 'eth=1.aa&demo=7.bb', changed: { eth: '1.aa', demo: '7.bb' } }])
  set({ eth: '2.cc', demo: '7.bb' })
  await expect.poll(() => events()).toHaveLength(2)
  // A reorg keeps the height.
  set({ eth: '2.dd', demo: '7.bb' })
  await expect.poll(() => events()).toHaveLength(3)
  expect(events().slice(1)).toEqual([
    { id: 'eth=2.cc&demo=7.bb', changed: { eth: '2.cc' } },
    { id: 'eth=2.dd&demo=7.bb', changed: { eth: '2.dd' } },
  ])
})

test.each([
  ['Last-Event-ID', (id: string) => ['', { 'last-event-id': id }] as const],
  ['since', (id: string) => [`?since=${encodeURIComponent(id)}`, {}] as const],
])('a client that connects again with %s is told of what it missed, and of nothing else', async (_, again) => {
  const { watch, set } = database({ eth: '1.aa', demo: '7.bb' })
  const { url } = await serveOn({ tips: watch })
  const first = await connect(url)
  await expect.poll(() => first.events()).toHaveLength(1)
  const id = first.events()[0]?.id ?? ''
  first.close()
  set({ eth: '1.aa', demo: '9.ee' })
  const [query, headers] = again(id)
  const second = await connect(url + query, headers)
  await expect.poll(() => second.events()).toEqual([{ id: 'eth=1.aa&demo=9.ee', changed: { demo: '9.ee' } }])
})

test('the database is read once for all clients, only after a change, and not without a client', async () => {
  const { state, watch, set } = database({ eth: '1.aa' })
  const { live, url } = await serveOn({ tips: watch })
  const clients = await Promise.all(Array.from({ length: 20 }, () => connect(url)))
  await expect.poll(() => clients.every(({ events }) => events().length === 1)).toBe(true)
  expect(state.reads).toBe(1)
  set({ eth: '2.bb' })
  await expect.poll(() => clients.every(({ events }) => events().length === 2)).toBe(true)
  expect(state.reads).toBe(2)
  for (const { close } of clients) close()
  await expect.poll(() => live.count()).toBe(0)
  await wait(4 * everyMs)
  set({ eth: '3.cc' })
  await wait(4 * everyMs)
  expect(state.reads).toBe(2)
})

test('a failure of the database is followed by the changes in the meantime', async () => {
  const { state, watch, set } = database({ eth: '1.aa' })
  const { url } = await serveOn({ tips: watch })
  const { events } = await connect(url)
  await expect.poll(() => events()).toHaveLength(1)
  state.failure = new Error('the database is away')
  set({ eth: '5.ff' })
  await expect.poll(() => state.reads).toBeGreaterThan(3)
  state.failure = undefined
  await expect.poll(() => events()[1]?.changed).toEqual({ eth: '5.ff' })
})

test('streams are limited for a visitor and for all, and a place is free again when one ends', async () => {
  const { watch } = database({ eth: '1.aa' })
  const { url, live } = await serveOn({ tips: watch, perVisitor: 2, inAll: 3 })
  const from = (address: string) => connect(url, { 'x-spyglass-address': address })
  const own = await Promise.all([from('203.0.113.1'), from('203.0.113.1')])
  expect((await from('203.0.113.1')).response.statusCode).toBe(429)
  const other = await from('203.0.113.2')
  expect(other.response.statusCode).toBe(200)
  expect((await from('203.0.113.3')).response.statusCode).toBe(503)
  own[0]?.close()
  await expect.poll(() => live.count()).toBe(2)
  expect((await from('203.0.113.1')).response.statusCode).toBe(200)
})

test('only admitted GET requests begin a stream', async () => {
  const { watch } = database({ eth: '1.aa' })
  const refused = new ServiceError('key_required', 'API KEY missing from x-api-key header')
  const { url, live } = await serveOn({
    tips: watch,
    admit: async (request) => ({
      headers: {},
      caller: 'anonymous',
      refused: request.headers.has('x-api-key') ? undefined : refused,
    }),
  })
  expect((await fetch(url)).status).toBe(401)
  expect((await fetch(url, { method: 'POST' })).status).toBe(405)
  expect(live.count()).toBe(0)
  expect((await connect(url, { 'x-api-key': 'tests' })).response.statusCode).toBe(200)
})

test('a quiet stream has heartbeats, and ends when the server stops', async () => {
  const { watch } = database({ eth: '1.aa' })
  const { url, live } = await serveOn({ tips: watch, heartbeatMs: 10 })
  const { response, text } = await connect(url)
  const heartbeats = () =>
    text()
      .split('\n\n')
      .filter((block) => block === ':')
  await expect.poll(() => heartbeats().length).toBeGreaterThan(2)
  live.close()
  await once(response, 'end')
})

test('a client that does not read is disconnected instead of filling memory', async () => {
  const { state, watch, set } = database({ eth: '1.aa' })
  const { url, live } = await serveOn({ tips: watch })
  const { response } = await connect(url)
  response.pause()
  const long = 'x'.repeat(200_000)
  for (let height = 2; live.count() > 0 && height < 200; height++) {
    const { reads } = state
    set({ eth: `${height}.${long}` })
    await expect.poll(() => live.count() === 0 || state.reads > reads, { interval: 2 }).toBe(true)
  }
  expect(live.count()).toBe(0)
})
