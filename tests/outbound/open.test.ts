import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOutbound, type Outbound } from '#lib/outbound/outbound.ts'
import { OutboundError } from '#lib/outbound/outbound-error.ts'

let server: Server
let base: string
let outbound: Outbound
let answer: (request: IncomingMessage, response: ServerResponse) => void
const closedEarly: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    response.on('close', () => response.writableEnded || closedEarly.push(request.url ?? ''))
    answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  outbound = createOutbound({ allow: ['127.0.0.1'], concurrencyPerHost: 2 })
})
afterAll(async () => {
  await outbound.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => closedEarly.splice(0))

const bounds = { bytesMax: 100, totalMs: 5_000 }
const faultOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof OutboundError ? error.fault : `not an OutboundError: ${String(error)}`
}

describe('an opened body', () => {
  test('is the whole body or the requested range', async () => {
    answer = ({ headers }, response) => {
      expect(headers['accept-encoding']).toBe('identity')
      if (headers.range === undefined) return response.setHeader('content-length', 5).end('abcde')
      return response.writeHead(206, { 'content-range': 'bytes 1-2/5' }).end('bc')
    }
    const whole = await outbound.open(`${base}/`, bounds)
    expect([whole.length, whole.part, await text(whole.body)]).toEqual([5, undefined, 'abcde'])
    const part = await outbound.open(`${base}/`, { ...bounds, range: 'bytes=1-2' })
    expect([part.part, await text(part.body)]).toEqual([{ first: 1, last: 2, of: 5 }, 'bc'])
  })

  test('is refused with an unrequested or unknown range', async () => {
    answer = (_, response) => response.writeHead(206, { 'content-range': 'bytes 1-2/5' }).end('bc')
    expect(await faultOf(outbound.open(`${base}/`, bounds))).toBe('host_unavailable')
    for (const range of ['', 'bytes 1-2/*', 'bytes 3-2/5', 'bytes 1-9/5', 'bytes 1-2/5, bytes 3-4/5']) {
      answer = (_, response) => response.writeHead(206, { 'content-range': range }).end('bc')
      expect(await faultOf(outbound.open(`${base}/`, { ...bounds, range: 'bytes=1-2' }))).toBe('host_unavailable')
    }
  })

  test('ends above its limit, with or without a declared length', async () => {
    answer = (_, response) => response.end(Buffer.alloc(101))
    expect(await faultOf(outbound.open(`${base}/`, bounds))).toBe('unsupported_media')
    answer = (_, response) => {
      response.write(Buffer.alloc(60))
      response.end(Buffer.alloc(60))
    }
    expect(await faultOf(text((await outbound.open(`${base}/`, bounds)).body))).toBe('unsupported_media')
  })

  test('obeys the same restrictions as fetch, at the first URL and after a redirect', async () => {
    expect(await faultOf(createOutbound().open(`${base}/`, bounds))).toBe('invalid_url')
    expect(await faultOf(outbound.open('file:///etc/passwd', bounds))).toBe('invalid_url')
    answer = (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    expect(await faultOf(outbound.open(`${base}/`, bounds))).toBe('invalid_url')
  })

  test('of a silent or dripping host ends at its timeout', async () => {
    answer = () => {}
    expect(await faultOf(outbound.open(`${base}/`, { ...bounds, openMs: 100 }))).toBe('temporarily_unavailable')
    answer = (_, response) => response.write('a')
    const opened = await outbound.open(`${base}/`, { ...bounds, totalMs: 200 })
    await expect(text(opened.body)).rejects.toThrow()
  })

  test('keeps its slot; a caller that waits too long for one is refused, and closing a body frees it', async () => {
    answer = (_, response) => response.write('a')
    const open = await Promise.all([1, 2].map(() => outbound.open(`${base}/`, bounds)))
    expect(await faultOf(outbound.open(`${base}/`, { ...bounds, openMs: 100 }))).toBe('temporarily_unavailable')
    for (const { body } of open) body.destroy()
    const next = await outbound.open(`${base}/`, bounds)
    next.body.destroy()
  })

  test('ends when its caller aborts', async () => {
    answer = (_, response) => response.write('a')
    const caller = new AbortController()
    const opened = await outbound.open(`${base}/gone`, { ...bounds, signal: caller.signal })
    caller.abort()
    await expect(text(opened.body)).rejects.toThrow()
    await expect.poll(() => closedEarly).toContain('/gone')
    expect(await faultOf(outbound.open(`${base}/`, { ...bounds, signal: caller.signal }))).toBe(
      'temporarily_unavailable',
    )
  })
})

describe('a body whose beginning can be enough', () => {
  const large = Buffer.alloc(1024 * 1024, 'a')
  const isEnough = (start: Uint8Array) => start[0] === 'a'.charCodeAt(0)

  test('is closed once it is enough, however long it is', async () => {
    for (const encoded of [false, true]) {
      answer = (_, response) => {
        if (encoded) response.setHeader('content-encoding', 'gzip')
        response.write(encoded ? gzipSync(large) : large)
      }
      const fetched = await outbound.fetch(`${base}/start`, { bytesMax: 64 * 1024, isEnough })
      expect(fetched.isCut).toBe(true)
      expect(fetched.body.length).toBeGreaterThanOrEqual(4_096)
      await expect.poll(() => closedEarly).toContain('/start')
    }
  })

  test('is read in full if it is not, up to its limit', async () => {
    answer = (_, response) => response.end(Buffer.alloc(50_000, 'b'))
    const fetched = await outbound.fetch(`${base}/`, { bytesMax: 64 * 1024, isEnough })
    expect([fetched.isCut, fetched.body.length]).toEqual([false, 50_000])
    expect(await faultOf(outbound.fetch(`${base}/`, { bytesMax: 40_000, isEnough }))).toBe('unsupported_media')
    answer = (_, response) => response.end('aa')
    expect((await outbound.fetch(`${base}/`, { bytesMax: 100, isEnough })).isCut).toBe(false)
  })
})
