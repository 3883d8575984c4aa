import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { renderNestError } from '#lib/api/error-bodies.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { createLogger } from '#lib/base/logger.ts'
import { familyMount } from '#lib/config/family.ts'
import { createGateway } from '#lib/gateway/gateway.ts'
import { createHosted } from '#lib/gateway/hosted.ts'
import { chargeVisit, runVisit } from '#lib/http/admit.ts'
import { createFront } from '#lib/http/front.ts'
import { createLimits, type Taken } from '#lib/http/limits.ts'
import { createInFlight, createVisitorBudget, type InFlightLimits } from '#lib/http/visitor-budget.ts'
import { createHttpServer } from '#lib/server/http-server.ts'
import { createPathFacts } from '#lib/server/systems/api-paths.ts'
import { json, startFaultyUpstream } from './faulty-upstream.ts'
import { lanternApi, paperLantern } from './lantern-api.ts'
import { visitOf } from './visit-of.ts'

/* The edge of a server over real HTTP; what stands behind it answers as a page of ours would. */

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>
const page: Answer = async (_, response) => response.end('a page')

/** Nothing is given back during a test, however slow the machine. */
const windowSeconds = 600

/** One family, with an API under `/api/lamp/` whose clients read errors in the format of NestJS. */
const { kindAt, ...pathFacts } = createPathFacts([
  {
    mounts: {
      lamp: familyMount({
        name: 'lamp',
        paths: ['/api/lamp/'],
        api: {},
        client: {},
        basePath: '/api/lamp',
        renderError: renderNestError,
      }),
    },
  },
])

/** One visitor may send `burst` requests. */
const start = async ({
  burst = 10,
  answer = page,
  inFlight,
  siteUrl = 'http://localhost',
}: {
  burst?: number
  answer?: Answer
  inFlight?: Partial<InFlightLimits>
  siteUrl?: string
} = {}) => {
  const limits = createLimits({ keyPerSecond: 1_000, anonymousPerSecond: burst / windowSeconds, windowSeconds })
  const front = createFront({
    siteUrl,
    trustedProxyHops: 0,
    withBudget: createVisitorBudget({ limits, enterFlight: createInFlight(inFlight), kindAt }),
    ...pathFacts,
    log: createLogger({ level: 'silent' }),
  })
  const server = createHttpServer()
  server.on('request', (request, response) => void front(request, response, { answer }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUps.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const get = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers, redirect: 'manual' })
  return { url, get }
}

const statuses = async (answers: Promise<Response>[]): Promise<number[]> =>
  (await Promise.all(answers)).map(({ status }) => status)
const times = <T>(count: number, each: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => each(index))
const count = (all: readonly number[], status: number): number => all.filter((one) => one === status).length

const rsc = { rsc: '1' }
const shell = { rsc: '1', 'next-router-prefetch': '1' }
const structure = { ...shell, 'next-router-segment-prefetch': '/_tree' }

describe('the budget of a visitor', () => {
  test("is shared by pages, their router data, original media and operators' documents", async () => {
    const { get } = await start()
    const paths: [string, Record<string, string>?][] = [
      ['/eth/address/0x1', { accept: 'text/html' }],
      ['/eth/address/0x1?_rsc=x', rsc],
      ['/compare?a=x'],
      ['/media/original/ab'],
      ['/api/metrics'],
      ['/api/openapi.json'],
      ['/api/nosuch'],
      ['/_next/image?url=x'],
      ['/nosuch'],
      ['/'],
    ]
    expect(await statuses(paths.map((each) => get(...each)))).toEqual(paths.map(() => 200))
    for (const each of paths) expect((await get(...each)).status, each[0]).toBe(429)
  })

  test('is not charged for page assets or health', async () => {
    const { get } = await start({ burst: 2 })
    const free = ['/_next/static/chunks/a.js', '/icon.svg', '/robots.txt', '/api/health']
    expect(await statuses(times(40, (index) => get(free[index % free.length] ?? '')))).toEqual(times(40, () => 200))
    expect(await statuses([get('/'), get('/')])).toEqual([200, 200])
    expect((await get('/_next/static/..%2f..%2f')).status).toBe(429)
  })

  test('allows a gallery of a hundred previews, but not a flood of them', async () => {
    const { get } = await start({ burst: 10 })
    const gallery = await statuses(times(100, (index) => get(`/media/${index}/low.webp`)))
    expect(count(gallery, 200)).toBe(100)
    expect(count(await statuses(times(150, (index) => get(`/media/${index}/low.webp`))), 429)).toBeGreaterThan(0)
  })

  test('refuses prefetches when only half is left, so that the next click is served', async () => {
    const { get } = await start({ burst: 10 })
    const prefetched = await statuses(times(60, () => get('/eth/block/1?_rsc=x', structure)))
    expect(count(prefetched, 200)).toBe(20)
    expect(count(prefetched, 429)).toBe(40)
    expect(await statuses(times(5, () => get('/eth/block/1')))).toEqual(times(5, () => 200))
  })

  test('is not charged for prefetches of shells, for which nothing is rendered', async () => {
    const { get } = await start({ burst: 2 })
    expect(await statuses(times(40, () => get('/eth/block/1?_rsc=x', shell)))).toEqual(times(40, () => 200))
    expect(await statuses([get('/'), get('/')])).toEqual([200, 200])
  })

  test('is exceeded in the format that the client expects', async () => {
    const { get } = await start({ burst: 2 })
    await statuses([get('/'), get('/')])
    const asPage = await get('/eth/address/0x1?a=<b>', { accept: 'text/html,*/*', cookie: 'theme=dark' })
    expect([asPage.status, asPage.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
    expect(Number(asPage.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(asPage.headers.get('cache-control')).toBe('no-store')
    const html = await asPage.text()
    expect(html).toMatch(/Try again in \d+ seconds?\./)
    expect(html).toContain('color-scheme: dark')
    expect(html).not.toContain('<b>')
    expect(html).not.toContain('<script')
    const asData = await get('/eth/address/0x1', rsc)
    expect([asData.status, asData.headers.get('content-type')]).toEqual([429, 'text/plain; charset=utf-8'])
    expect(asData.headers.get('retry-after')).toMatch(/^\d+$/)
    const asApi = await get('/api/metrics')
    expect(await asApi.json()).toMatchObject({ code: 'rate_limited', message: 'Rate Limit exceeded' })
  })

  test("leaves the API of a family to its handler, and uses that API's error format", async () => {
    const { get } = await start({
      burst: 1,
      answer: async ({ url = '' }, response) => {
        if (url.endsWith('/off')) throw new ServiceError('not_available', 'The lamp is off.')
        response.end('a lamp')
      },
    })
    expect(await statuses(times(8, () => get('/api/lamp/head')))).toEqual(times(8, () => 200))
    expect(await (await get('/api/lamp/off')).json()).toMatchObject({ statusCode: 503, message: 'The lamp is off.' })
    const other = await (await get('/api/lamps/off')).json()
    expect(other).toMatchObject({ code: 'not_available' })
    expect(other).not.toHaveProperty('statusCode')
  })

  test('only links back to this site', async () => {
    const { get } = await start({ burst: 2 })
    await statuses([get('/'), get('/')])
    const html = await (await get('//evil.example/x', { accept: 'text/html' })).text()
    expect(html).not.toMatch(/href="(?:https?:)?\/\/evil/)
  })

  /** Eight questions of our own services, as a page asks them. */
  const askEight: Answer = async (_, response) => {
    const lanterns = createGateway(lanternApi, [{ name: 'index', service: { lantern: async () => paperLantern } }])
    for (let asked = 0; asked < 8; asked++) await lanterns.lantern({ id: 'paper' })
    response.end('a page')
  }

  test('is charged for in-process calls of its pages', async () => {
    const { get } = await start({ burst: 10, answer: askEight })
    const answers: number[] = []
    for (let asked = 0; asked < 10; asked++) answers.push((await get('/')).status)
    // Three requests' worth each, and ten at once.
    expect(answers).toEqual([200, 200, 200, 200, ...times(6, () => 429)])
  })

  test('is not charged for calls of the health check', async () => {
    const { get } = await start({ burst: 2, answer: askEight })
    for (let asked = 0; asked < 4; asked++) await get('/api/health')
    expect((await get('/')).status).toBe(200)
  })
})

describe('calls to other servers', () => {
  const startHosted = async () => {
    const upstream = await startFaultyUpstream()
    cleanUps.push(upstream.close)
    upstream.failWith(json(paperLantern))
    const service = createHosted(lanternApi, {
      baseUrl: upstream.baseUrl,
      apiKey: 'the-key-of-the-server',
      spend: chargeVisit,
    })
    return { upstream, lanterns: createGateway(lanternApi, [{ name: 'hosted', service }]) }
  }
  const wait = <T>(all: Promise<T>[]) => Promise.all(all.map((one) => one.catch((error: unknown) => error)))

  test('are charged to the visitor whose page makes them, so 100 pages make no more than the budget', async () => {
    const { upstream, lanterns } = await startHosted()
    const { get } = await start({
      burst: 20,
      answer: async (_, response) => {
        const answers = await wait(times(3, () => lanterns.lantern({ id: crypto.randomUUID() })))
        const refused = answers.find((each) => isServiceError(each))
        response.end(isServiceError(refused) ? refused.code : 'a page')
      },
    })
    const answers = await statuses(times(100, () => get('/')))
    expect(count(answers, 429)).toBeGreaterThanOrEqual(80)
    expect(upstream.seen.length).toBeLessThan(20)
    expect(upstream.seen.length).toBeGreaterThan(0)
  })

  test('that their visitor cannot pay for are made for another one with the same request', async () => {
    const lanterns = createGateway(lanternApi, [
      {
        name: 'hosted',
        service: {
          lantern: async () => {
            await chargeVisit()
            return paperLantern
          },
        },
      },
    ])
    const refused = new ServiceError('rate_limited', 'Rate Limit exceeded')
    const ask = (taken: Taken) =>
      runVisit({ ...visitOf(), pay: async () => taken }, () => lanterns.lantern({ id: 'paper' }))
    const [poor, rich] = await Promise.allSettled([ask({ headers: {}, refused }), ask({ headers: {} })])
    expect(poor).toMatchObject({ status: 'rejected', reason: { code: 'rate_limited' } })
    expect(rich).toMatchObject({ status: 'fulfilled', value: { id: 'paper' } })
  })
})

describe('concurrent requests', () => {
  /** Answers when told to. */
  const startSlow = async (inFlight: Partial<InFlightLimits>) => {
    const held: ServerResponse[] = []
    const server = await start({
      burst: 2_000,
      inFlight,
      answer: async (_, response) => void held.push(response),
    })
    return { ...server, held }
  }

  test('of one visitor are limited; others wait in order, and are told when to retry', async () => {
    const { get, held } = await startSlow({ perVisitor: 2, queuedPerVisitor: 2, waitMs: 60_000 })
    const answers = times(5, (index) => get(`/${index}`))
    const refused = await Promise.race(answers)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(held).toHaveLength(2)
    for (let ended = 0; ended < 4; ended++) {
      await expect.poll(() => held.length).toBeGreaterThan(ended)
      held[ended]?.end()
    }
    expect((await statuses(answers)).sort()).toEqual([200, 200, 200, 200, 429])
  })

  test('of all visitors are limited, and those that wait too long are told that the server is busy', async () => {
    const { get, held } = await startSlow({ inAll: 1, waitMs: 50 })
    const first = get('/')
    await expect.poll(() => held.length).toBe(1)
    const refused = await get('/', { accept: 'text/html' })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await refused.text()).toContain('The server is busy')
    held[0]?.end()
    expect((await first).status).toBe(200)
  })

  test('that are aborted free their slot', async () => {
    const { url, get, held } = await startSlow({ perVisitor: 1, queuedPerVisitor: 1, waitMs: 60_000 })
    const left = httpRequest(url)
    left.on('error', () => undefined)
    left.end()
    await expect.poll(() => held.length).toBe(1)
    const next = get('/')
    left.destroy()
    await expect.poll(() => held.length).toBe(2)
    held[1]?.end()
    expect((await next).status).toBe(200)
  })
})
