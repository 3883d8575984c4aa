import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createLogger } from '#lib/base/logger.ts'
import { createHosted, createUpstreamAgent, type HostedOptions } from '#lib/gateway/hosted.ts'
import { type Fault, json, startFaultyUpstream } from './faulty-upstream.ts'
import { lanternApi, lanternPage, paperLantern } from './lantern-api.ts'

const apiKey = 'Server-Held-Key-0123456789'

let upstream: Awaited<ReturnType<typeof startFaultyUpstream>>
let elsewhere: typeof upstream
const agent = createUpstreamAgent()
beforeAll(async () => {
  upstream = await startFaultyUpstream()
  elsewhere = await startFaultyUpstream()
})
afterAll(async () => {
  await agent.destroy()
  await Promise.all([upstream.close(), elsewhere.close()])
})

const waits: number[] = []
const start = (fault: Fault, options: Partial<HostedOptions> = {}) => {
  upstream.failWith(fault)
  elsewhere.failWith(json(paperLantern))
  waits.length = 0
  return createHosted(lanternApi, {
    baseUrl: upstream.baseUrl,
    apiKey,
    dispatcher: agent,
    // No test waits: what is checked is how long it would have been.
    wait: async (ms) => void waits.push(ms),
    random: () => 0.5,
    ...options,
  })
}
const paper = { id: 'paper' }
const lightPaper = { id: 'paper', match: 'long' }

/** Fails `times` times, then answers. */
const failing =
  (times: number, fault: Fault): Fault =>
  (response, request, count) =>
    (count < times ? fault : json(paperLantern))(response, request, count)

describe('a call', () => {
  test("sends the contract's request with the server's key, and nothing else of the caller's", async () => {
    const hosted = start(json(lanternPage))
    expect(await hosted.lanterns({ tags: ['red', 'a b'], limit: 100 })).toEqual(lanternPage)
    expect(upstream.seen).toMatchObject([
      {
        method: 'GET',
        url: '/v1/lanterns?tags%5B%5D=red&tags%5B%5D=a+b&limit=100',
        headers: { 'x-api-key': apiKey, authorization: `Bearer ${apiKey}`, accept: 'application/json' },
      },
    ])
    expect(upstream.seen[0]?.headers.cookie).toBeUndefined()
    await start(json(paperLantern, 201)).light(lightPaper)
    expect(upstream.seen).toMatchObject([{ method: 'POST', url: '/v1/lanterns/paper/light', body: '{"match":"long"}' }])
  })

  test('for an unsupported chain is chain_not_served, and not sent', async () => {
    const hosted = start(json(paperLantern), {
      refuse: ({ id }) => (id === 'local' ? 'The hosted service does not serve local.' : undefined),
    })
    await expect(hosted.lantern({ id: 'local' })).rejects.toMatchObject({ code: 'chain_not_served' })
    expect(upstream.seen).toEqual([])
    expect(await hosted.lantern(paper)).toEqual(paperLantern)
  })

  test('reuses connections', async () => {
    const hosted = start(json(paperLantern))
    const ports = new Set<number | undefined>()
    upstream.failWith((response, request, times) => {
      ports.add(request.socket.remotePort)
      json(paperLantern)(response, request, times)
    })
    for (let call = 0; call < 20; call += 1) await hosted.lantern(paper)
    expect(ports.size).toBeLessThanOrEqual(2)
  })
})

describe('a response of the hosted service', () => {
  test.each([
    [400, { message: 'id is not a lantern' }, 'invalid_request', 'id is not a lantern'],
    [400, { statusCode: 400, message: ['a is bad', 'b is bad'] }, 'invalid_request', 'a is bad; b is bad'],
    [404, { message: 'No lantern with that id' }, 'not_found', 'No lantern with that id'],
    [401, { message: 'Invalid key' }, 'upstream_failed', "The hosted service refused the server's key."],
    [403, {}, 'upstream_failed', "The hosted service refused the server's key."],
    [424, {}, 'upstream_failed', "The hosted service refused the server's key."],
    [418, {}, 'upstream_failed', 'The hosted service responded with 418.'],
    [304, undefined, 'upstream_failed', 'The hosted service responded with 304.'],
    [501, { message: 'stack at db.ts' }, 'upstream_failed', 'The hosted service responded with 501.'],
    [503, { code: 'not_available', message: 'Not indexed.' }, 'not_available', 'Not indexed.'],
  ] as const)('%i %j is %s', async (status, body, code, message) => {
    await expect(start(json(body, status)).lantern(paper)).rejects.toMatchObject({ code, message })
    expect(upstream.seen).toHaveLength(1)
  })

  test('with invalid parameters is passed on only if it has our error format', async () => {
    const details = [{ name: 'id', message: 'is too long' }, 7, { name: 1 }, null]
    const hosted = start(json({ message: 'id is too long', details }, 400))
    await expect(hosted.lantern(paper)).rejects.toMatchObject({ details: [{ name: 'id', message: 'is too long' }] })
  })

  test('without content is not_found for a single record', async () => {
    for (const fault of [json({}), json(null), json(''), json([]), ((response) => response.end()) satisfies Fault])
      await expect(start(fault).lantern(paper)).rejects.toMatchObject({ code: 'not_found' })
    await expect(start((response) => response.writeHead(204).end()).lantern(paper)).rejects.toMatchObject({
      code: 'not_found',
    })
    for (const list of [json({}), json(null)])
      await expect(start(list).lanterns({ limit: 1 })).rejects.toMatchObject({ code: 'upstream_failed' })
    await expect(start(json({}, 201)).light(lightPaper)).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  test('that a list does not exist lets the next source try', async () => {
    const hosted = start(json({ message: 'Cannot GET /v1/lanterns' }, 404))
    await expect(hosted.lanterns({ limit: 1 })).rejects.toMatchObject({ code: 'not_available' })
  })

  test('is read leniently: numbers as text, text as numbers, and missing nulls', async () => {
    const hosted = start(json({ id: 'paper', glow: 12, size: '3', lit: 'true' }))
    expect(await hosted.lantern(paper)).toEqual({ id: 'paper', glow: '12', size: 3, lit: true, note: null })
  })

  test('in another shape, as HTML, or truncated is upstream_failed', async () => {
    const html: Fault = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Hello</html>')
    const cut: Fault = (response) => response.end('{"id":"paper","glow":')
    for (const fault of [json({ id: 7, glow: {} }), json([paperLantern]), html, cut])
      await expect(start(fault).lantern(paper)).rejects.toMatchObject({ code: 'upstream_failed' })
    const error = await start((response) => response.writeHead(400).end('<html>Hello</html>'))
      .lantern(paper)
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'invalid_request', message: 'The server responded with 400.' })
  })
})

describe('a transient failure', () => {
  test('is retried twice with growing, jittered delays', async () => {
    for (const status of [408, 429, 500, 502, 503, 504]) {
      const hosted = start(failing(2, json({}, status)))
      expect(await hosted.lantern(paper)).toEqual(paperLantern)
      expect(waits).toEqual([100, 200])
    }
    const hosted = start(failing(2, (response) => response.socket?.destroy()))
    expect(await hosted.lantern(paper)).toEqual(paperLantern)
  })

  test('that persists is reported after the third attempt', async () => {
    const told = (fault: Fault) => expect(start(fault).lantern(paper)).rejects
    await told(json({}, 500)).toMatchObject({
      code: 'upstream_failed',
      message: 'The hosted service responded with 500.',
    })
    expect(upstream.seen).toHaveLength(3)
    await told(json({}, 504)).toMatchObject({ code: 'upstream_timeout' })
    await told((response) => response.socket?.destroy()).toMatchObject({ code: 'upstream_failed' })
    expect(upstream.seen).toHaveLength(3)
  })

  test('in the middle of a body is retried in the same way', async () => {
    const breaking: Fault = (response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"id":')
      setImmediate(() => response.socket?.destroy())
    }
    expect(await start(failing(1, breaking)).lantern(paper)).toEqual(paperLantern)
  })

  test('never repeats a POST, unless no connection was made', async () => {
    for (const fault of [json({}, 503), json({}, 429), ((response) => response.socket?.destroy()) satisfies Fault]) {
      await expect(start(fault).light(lightPaper)).rejects.toThrow()
      expect(upstream.seen).toHaveLength(1)
    }
    const gone = await startFaultyUpstream()
    await gone.close()
    const hosted = start(json(paperLantern), { baseUrl: gone.baseUrl })
    await expect(hosted.light(lightPaper)).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(waits).toHaveLength(2)
  })

  test('with Retry-After is waited for up to some seconds, and otherwise passed to the caller', async () => {
    const later = (seconds: string) => json({}, 429, { 'retry-after': seconds })
    expect(await start(failing(1, later('2'))).lantern(paper)).toEqual(paperLantern)
    expect(waits).toEqual([2_000])
    await expect(start(later('60')).lantern(paper)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 60,
    })
    expect(upstream.seen).toHaveLength(1)
    const inOneMinute = new Date(Date.now() + 60_000).toUTCString()
    await expect(start(later(inOneMinute)).lantern(paper)).rejects.toMatchObject({ code: 'rate_limited' })
    expect(waits).toEqual([])
  })
})

describe('the limits', () => {
  const silent: Fault = () => undefined
  const dripping: Fault = (response) => {
    response.writeHead(200).write('{')
  }

  test('on time end an attempt and the whole call, whether nothing arrives or only a part', async () => {
    // Long enough that a busy machine has sent the request, or answered it, by then.
    const limitMs = 1_000
    for (const fault of [silent, dripping]) {
      const one = start(fault, { limits: { attemptMs: limitMs, retriesMax: 0 } })
      await expect(one.lantern(paper)).rejects.toMatchObject({ code: 'upstream_timeout' })
      const total = start(fault, { limits: { attemptMs: 15_000, totalMs: limitMs } })
      await expect(total.lantern(paper)).rejects.toMatchObject({ code: 'upstream_timeout' })
      expect(upstream.seen).toHaveLength(1)
    }
    expect(await start(failing(1, silent), { limits: { attemptMs: limitMs } }).lantern(paper)).toEqual(paperLantern)
  })

  test('on time include the delays between attempts', async () => {
    const hosted = start(json({}, 503), {
      limits: { totalMs: 20 },
      wait: (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error()))),
    })
    await expect(hosted.lantern(paper)).rejects.toMatchObject({ code: 'upstream_timeout' })
  })

  test("do not matter for a caller who leaves: the call ends with the caller's reason", async () => {
    const leaving = new AbortController()
    const call = start(silent).lantern(paper, { signal: leaving.signal })
    leaving.abort(new Error('left'))
    await expect(call).rejects.toThrow('left')
  })

  test('on size apply to the streamed body, and after decompression', async () => {
    // A connection that an earlier test left, and that the server closes now, would be a fault to try again.
    const dispatcher = createUpstreamAgent()
    onTestFinished(() => dispatcher.destroy())
    let written = 0
    const endless: Fault = (response) => {
      response.writeHead(200)
      const block = Buffer.alloc(64 * 1024, 0x20)
      const write = (): void => {
        while (!response.destroyed && response.write(block)) written += block.length
        if (!response.destroyed) response.once('drain', write)
      }
      write()
    }
    const limits = { bytesMax: 1024 * 1024 }
    const tooMuch = { code: 'upstream_failed', message: 'The response of the hosted service is too large.' }
    await expect(start(endless, { limits, dispatcher }).lantern(paper)).rejects.toMatchObject(tooMuch)
    expect(written).toBeLessThan(16 * 1024 * 1024)
    expect(upstream.seen).toHaveLength(1)

    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20))
    expect(bomb.length).toBeLessThan(limits.bytesMax)
    const packed: Fault = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    await expect(start(packed, { limits, dispatcher }).lantern(paper)).rejects.toMatchObject(tooMuch)
  })
})

describe('a redirect', () => {
  const to =
    (location: string | (() => string), status = 302): Fault =>
    (response) =>
      response.writeHead(status, { location: typeof location === 'string' ? location : location() }).end()

  test('within the same origin is followed at most three times', async () => {
    const hops = (times: number) => failing(times, to('/v2/lanterns/paper'))
    expect(await start(hops(3)).lantern(paper)).toEqual(paperLantern)
    expect(upstream.seen.map(({ url }) => url).slice(1)).toEqual(Array(3).fill('/v2/lanterns/paper'))
    expect(upstream.seen.at(-1)?.headers['x-api-key']).toBe(apiKey)
    await expect(start(to('/v1/lanterns/paper')).lantern(paper)).rejects.toMatchObject({
      message: 'The hosted service redirected too often.',
    })
    expect(upstream.seen).toHaveLength(4)
  })

  test('to any other origin is never followed, since the key is sent along', async () => {
    const locations = [
      () => `${elsewhere.baseUrl}/v1/lanterns/paper`,
      () => elsewhere.baseUrl.replace('http:', ''),
      () => upstream.baseUrl.replace('http:', 'https:'),
      () => upstream.baseUrl.replace('127.0.0.1', 'localhost'),
      'file:///etc/passwd',
      'http://[',
    ]
    for (const location of locations) {
      await expect(start(to(location)).lantern(paper)).rejects.toMatchObject({ code: 'upstream_failed' })
      expect(upstream.seen).toHaveLength(1)
    }
    expect(elsewhere.seen).toEqual([])
  })

  test('of a POST is followed only if it stays a POST', async () => {
    const hosted = start((response, request, times) =>
      (times === 0 ? to('/v2/light', 307) : json(paperLantern))(response, request, times),
    )
    await hosted.light(lightPaper)
    expect(upstream.seen).toMatchObject([
      { method: 'POST' },
      { method: 'POST', url: '/v2/light', body: '{"match":"long"}' },
    ])
    await expect(start(to('/v2/light', 303)).light(lightPaper)).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(upstream.seen).toHaveLength(1)
  })
})

describe("the server's key", () => {
  test('is in no error, response or log line, however the upstream repeats it', async () => {
    const lines: string[] = []
    const log = createLogger({ level: 'debug', destination: { write: (line) => void lines.push(line) } })
    const echoes: Fault[] = [
      json({ message: `key ${apiKey} is not valid` }, 401),
      json({ message: `bad ${apiKey.toUpperCase()}` }, 400),
      json({ message: 'bad', details: [{ name: apiKey, message: apiKey }] }, 400),
      (response) => response.writeHead(400).end(`{"message":"\\u0053${apiKey.slice(1)}"}`),
      (response) => response.writeHead(500).end(`<pre>X-API-Key: ${encodeURIComponent(apiKey)}</pre>`),
      (response) => response.writeHead(200).end(`not JSON ${apiKey}`),
      json({ ...paperLantern, glow: apiKey }),
      (response) => response.writeHead(302, { location: `https://elsewhere.test/?key=${apiKey}` }).end(),
      json({ ...paperLantern, note: `Bearer ${apiKey}` }),
    ]
    for (const echo of echoes) {
      const outcome = await start(echo, { log })
        .lantern(paper)
        .catch((error: unknown) => error)
      log.info({ outcome, err: outcome instanceof Error ? outcome : undefined })
    }
    expect(lines.length).toBeGreaterThan(echoes.length)
    expect(lines.join('').toLowerCase()).not.toContain(apiKey.toLowerCase())
    expect(lines.join('')).toContain('[redacted]')
  })

  test('is refused at the start, without being shown, if it is not a valid header value', () => {
    for (const bad of ['line\nbreak-in-key', 'short', 'clé-with-accents'])
      expect(() => start(json({}), { apiKey: bad })).toThrow(/^(?!.*(line|short|clé)).*printable characters/)
  })
})
