import type { LookupAddress } from 'node:dns'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAllowedHosts } from '#lib/outbound/allowed-hosts.ts'
import { checkedConnector } from '#lib/outbound/checked-connector.ts'
import { createOutbound, type Outbound, type OutboundOptions } from '#lib/outbound/outbound.ts'
import { OutboundError } from '#lib/outbound/outbound-error.ts'

let server: Server
let base: string
let port: number
const open: Outbound[] = []
const paths: string[] = []
const headersSeen: IncomingMessage['headers'][] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void

beforeAll(async () => {
  server = createServer((request, response) => {
    paths.push(request.url ?? '')
    headersSeen.push(request.headers)
    answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
  base = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  for (const outbound of open) await outbound.close()
  server.closeAllConnections()
  server.close()
})

const outboundWith = (options: OutboundOptions = {}): Outbound => {
  const outbound = createOutbound({ allow: ['127.0.0.1'], ...options })
  open.push(outbound)
  return outbound
}

const faultOf = async (fetching: Promise<unknown>): Promise<string> => {
  const error = await fetching.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof OutboundError)) throw new Error(`not an OutboundError: ${String(error)}`)
  return error.fault
}

type Lookup = NonNullable<OutboundOptions['lookup']>

/** A resolver that answers each time with the next of these. */
const resolving = (...answers: string[][]): Lookup => {
  let turn = 0
  return ((_name: string, _options: unknown, done: (error: null, addresses: LookupAddress[]) => void) => {
    const addresses = answers[Math.min(turn++, answers.length - 1)] ?? []
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as Lookup
}

test('a body is returned with its type and final URL; no cookies or credentials are sent', async () => {
  answer = (_, response) => response.setHeader('content-type', 'Application/JSON; charset=utf-8').end('{"a":1}')
  const fetched = await outboundWith().fetch(`${base}/a.json?x=1`, { bytesMax: 100 })
  expect(fetched).toMatchObject({ url: `${base}/a.json?x=1`, contentType: 'application/json' })
  expect(Buffer.from(fetched.body).toString()).toBe('{"a":1}')
  const sent = headersSeen.at(-1) ?? {}
  expect(Object.keys(sent).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
})

const text = 'a text that is compressed '.repeat(50)
const gzip = gzipSync(text)
/** As object stores send what they keep, with the headers that somebody once gave them. */
const wrappings: [encoding: string, body: Buffer][] = [
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['GZIP', gzip],
  ['br', brotliCompressSync(text)],
  ['deflate', deflateSync(text)],
  ['deflate', deflateRawSync(text)],
  ['zstd', zstdCompressSync(text)],
  ['', gzip],
  ['identity', gzip],
  ['gzip', Buffer.from(text)],
  ['deflate', Buffer.from(`{${text}`)],
  ['aws-chunked', Buffer.from(text)],
  ['aws-chunked,gzip', gzip],
  ['utf-8', Buffer.from(text)],
  ['none', gzip],
  ['gzip, br', brotliCompressSync(gzip)],
  ['deflate, gzip', gzipSync(deflateSync(text))],
  ['', Buffer.from(text)],
]
test.each(wrappings)('a body with the encoding %j is unwrapped: %#', async (encoding, body) => {
  answer = (_, response) => {
    if (encoding) response.setHeader('content-encoding', encoding)
    // In parts, of which the first is a single byte.
    response.write(body.subarray(0, 1))
    setTimeout(() => response.end(body.subarray(1)), 20)
  }
  const fetched = await outboundWith().fetch(base, { bytesMax: 10_000 })
  expect(Buffer.from(fetched.body).toString().replace(/^\{/, '')).toBe(text)
})

test('an empty body is empty, whatever encoding it has', async () => {
  for (const encoding of ['', 'gzip', 'deflate']) {
    answer = (_, response) => response.setHeader('content-encoding', encoding || 'identity').end()
    expect((await outboundWith().fetch(base, { bytesMax: 10 })).body).toHaveLength(0)
  }
})

describe('refused URLs', () => {
  test.each([
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://127.0.0.1/',
    'data:text/plain,x',
    'not a url',
    'http://user:secret@example.com/',
    'http://example.com:22/',
    'http://example.com:8080/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://0/',
    `http://example.com/${'a'.repeat(9_000)}`,
  ])('%s', async (url) => {
    expect(await faultOf(outboundWith({ allow: [] }).fetch(url, { bytesMax: 10 }))).toBe('invalid_url')
  })

  test('a name that resolves to a private address, even among public ones', async () => {
    const outbound = outboundWith({ allow: [], lookup: resolving(['10.0.0.5'], ['192.168.0.1', '::1']) })
    expect(await faultOf(outbound.fetch('http://inside.example/', { bytesMax: 10 }))).toBe('invalid_url')
    expect(await faultOf(outbound.fetch('http://inside.example/', { bytesMax: 10 }))).toBe('invalid_url')
  })

  test('a name that resolves to a public address first and to a private one later', async () => {
    answer = (_, response) => response.end('secret')
    const before = paths.length
    // Each connection looks the name up once, and goes to the very address that was checked.
    const outbound = outboundWith({ allow: [], lookup: resolving(['192.0.2.1'], ['127.0.0.1']) })
    expect(await faultOf(outbound.fetch('http://rebound.example/', { bytesMax: 10, totalMs: 300 }))).not.toBe('')
    expect(await faultOf(outbound.fetch('http://rebound.example/', { bytesMax: 10 }))).toBe('invalid_url')
    expect(paths).toHaveLength(before)
  })

  test('a redirect to a private address, another scheme or another port', async () => {
    for (const target of ['http://169.254.169.254/', 'http://[::1]/', 'file:///etc/passwd', 'http://127.0.0.2/']) {
      answer = (_, response) => response.writeHead(302, { location: target }).end()
      expect(await faultOf(outboundWith().fetch(`${base}/`, { bytesMax: 10 }))).toBe('invalid_url')
    }
  })
})

test('an allowed host may be private; a port restricts it, a network allows all its addresses', async () => {
  answer = (_, response) => response.end('ok')
  for (const entry of ['127.0.0.1', `127.0.0.1:${port}`])
    expect((await outboundWith({ allow: [entry] }).fetch(`${base}/`, { bytesMax: 10 })).body).toHaveLength(2)
  const other = outboundWith({ allow: [`127.0.0.1:${port + 1}`] })
  expect(await faultOf(other.fetch(`${base}/`, { bytesMax: 10 }))).toBe('invalid_url')
  const network = outboundWith({ allow: ['127.0.0.0/8', `media.intranet:${port}`], lookup: resolving(['127.0.0.1']) })
  expect((await network.fetch(`http://media.intranet:${port}/`, { bytesMax: 10 })).body).toHaveLength(2)
})

describe('allowed private hosts', () => {
  const local = resolving(['127.0.0.1'])
  const all = ['127.0.0.1', '127.0.0.0/8']

  test('do not extend to names that resolve to them, directly or through a redirect', async () => {
    const outbound = outboundWith({ allow: all, lookup: local })
    expect(await faultOf(outbound.fetch('http://foreign.example/', { bytesMax: 10 }))).toBe('invalid_url')
    answer = (_, response) => response.writeHead(302, { location: 'http://foreign.example/' }).end()
    expect(await faultOf(outbound.fetch(`${base}/`, { bytesMax: 10 }))).toBe('invalid_url')
    const connect = checkedConnector({ connectTimeoutMs: 500, allowed: parseAllowedHosts(all), lookup: local })
    const target = { hostname: 'foreign.example', host: 'foreign.example', protocol: 'http:', port: String(port) }
    const failure = await new Promise((done) => connect(target, (...outcome) => done(outcome[0])))
    expect(failure).toMatchObject({ fault: 'invalid_url' })
  })

  test('with a port are refused on any other port, the default ones too', async () => {
    answer = (_, response) => response.end('ok')
    const narrowed = outboundWith({ allow: [`127.0.0.1:${port}`, `media.intranet:${port}`], lookup: local })
    for (const host of ['127.0.0.1', 'media.intranet']) {
      expect(await faultOf(narrowed.fetch(`http://${host}/`, { bytesMax: 10 }))).toBe('invalid_url')
      expect(await faultOf(narrowed.fetch(`http://${host}:${port + 1}/`, { bytesMax: 10 }))).toBe('invalid_url')
      expect((await narrowed.fetch(`http://${host}:${port}/`, { bytesMax: 10 })).body).toHaveLength(2)
    }
    const several = outboundWith({ allow: [`127.0.0.1:${port}`, '127.0.0.1:1', `10.0.0.0/8:${port}`] })
    expect((await several.fetch(`${base}/`, { bytesMax: 10 })).body).toHaveLength(2)
    expect(await faultOf(several.fetch(`http://10.0.0.1:${port + 1}/`, { bytesMax: 10 }))).toBe('invalid_url')
  })

  test('may resolve to any address, and to another one the second time', async () => {
    answer = (_, response) => response.end('ok')
    const moving = resolving(['127.0.0.2'], ['127.0.0.1'])
    const outbound = outboundWith({ allow: ['media.intranet'], lookup: moving })
    await faultOf(outbound.fetch(`http://media.intranet:${port}/`, { bytesMax: 10 }))
    expect((await outbound.fetch(`http://media.intranet:${port}/`, { bytesMax: 10 })).body).toHaveLength(2)
  })
})

test.each([
  ['10.1.2.3', '10.1.2.3', 80, true],
  ['10.1.2.3:8080', '10.1.2.3', 80, false],
  ['[FD00::0001]:8080', 'fd00::1', 8_080, true],
  ['fd00::1', 'fd00::1', 9, true],
  ['fd00::/8', 'fd12::1', 9, true],
  ['[fd00::]/8:443', 'fd12::1', 80, false],
  ['Media.Intranet', 'media.intranet', 80, true],
  ['media.intranet', 'other.media.intranet', 80, false],
  ['0x7f.1', '127.0.0.1', 80, true],
])('%s allows %s at port %i: %s', (entry, host, at, isAllowed) => {
  expect(parseAllowedHosts([entry]).hasHost(host, at)).toBe(isAllowed)
})

test.each([
  '',
  'http://x',
  'x/8',
  '10.0.0.0/33',
  'x:0',
  'x:65536',
  'x:y',
  '[fd00::1',
  'a b',
  'user@x',
  '::1::2',
  ':80',
])('%j is an invalid entry', (entry) => {
  expect(() => parseAllowedHosts([entry])).toThrow('is not a')
})

test('redirects are followed three times, and a loop is abandoned', async () => {
  answer = (request, response) => {
    const step = Number(request.url?.slice(1))
    if (step < 3) response.writeHead(302, { location: `/${step + 1}` }).end()
    else response.end('there')
  }
  expect((await outboundWith().fetch(`${base}/0`, { bytesMax: 10 })).url).toBe(`${base}/3`)
  answer = (_, response) => response.writeHead(301, { location: '/again' }).end()
  expect(await faultOf(outboundWith().fetch(`${base}/`, { bytesMax: 10 }))).toBe('host_unavailable')
})

describe('limits', () => {
  test('a body over the limit, declared or not', async () => {
    answer = (_, response) => response.end(Buffer.alloc(101))
    expect(await faultOf(outboundWith().fetch(`${base}/`, { bytesMax: 100 }))).toBe('unsupported_media')
    answer = (_, response) => {
      response.write(Buffer.alloc(60))
      response.end(Buffer.alloc(60))
    }
    expect(await faultOf(outboundWith().fetch(`${base}/`, { bytesMax: 100 }))).toBe('unsupported_media')
  })

  test('a small body that decompresses to a huge one', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024))
    answer = (_, response) => response.setHeader('content-encoding', 'gzip').end(bomb)
    const before = process.memoryUsage().rss
    expect(await faultOf(outboundWith().fetch(`${base}/`, { bytesMax: 1024 * 1024 }))).toBe('unsupported_media')
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
  })

  test('invalid compression', async () => {
    for (const [encoding, body] of [
      ['gzip', Buffer.concat([gzip.subarray(0, 20), Buffer.from('not gzip any more')])],
      ['br', Buffer.from('not Brotli at all')],
      ['deflate', Buffer.from('xx neither frame nor text')],
    ] as const) {
      answer = (_, response) => response.setHeader('content-encoding', encoding).end(body)
      expect(await faultOf(outboundWith().fetch(base, { bytesMax: 1_000 }))).toBe('unsupported_media')
    }
  })

  test('endless headers', async () => {
    answer = (_, response) => response.setHeader('x-long', 'a'.repeat(20_000)).end('x')
    expect(await faultOf(outboundWith().fetch(`${base}/`, { bytesMax: 100 }))).not.toBe('')
  })
})

test('a slow drip ends at the timeout of the whole fetch', async () => {
  answer = (_, response) => {
    const drip = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(drip))
  }
  const fetching = outboundWith().fetch(`${base}/`, { bytesMax: 1_000_000, totalMs: 200 })
  expect(await faultOf(fetching)).toBe('temporarily_unavailable')
})

test.each([
  [404, 'host_unavailable'],
  [410, 'host_unavailable'],
  [403, 'host_unavailable'],
  [429, 'temporarily_unavailable'],
  [500, 'temporarily_unavailable'],
  [503, 'temporarily_unavailable'],
])('status %i is %s', async (status, fault) => {
  answer = (_, response) => response.writeHead(status, { 'retry-after': '7' }).end()
  const fetching = outboundWith().fetch(`${base}/`, { bytesMax: 10 })
  expect(await faultOf(fetching)).toBe(fault)
})

test('a closed port and a name that does not exist', async () => {
  const closed = outboundWith({ allow: ['127.0.0.1:1'] })
  expect(await faultOf(closed.fetch('http://127.0.0.1:1/', { bytesMax: 10 }))).toBe('host_unavailable')
  const lookup = ((_: string, __: unknown, done: (error: Error) => void) =>
    done(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))) as unknown as Lookup
  expect(await faultOf(outboundWith({ lookup }).fetch('http://nowhere.example/', { bytesMax: 10 }))).toBe(
    'host_unavailable',
  )
})

test('concurrent fetches, in total and per host', async () => {
  let now = 0
  let most = 0
  answer = (_, response) => {
    most = Math.max(most, ++now)
    setTimeout(() => {
      now--
      response.end('x')
    }, 10)
  }
  const outbound = outboundWith({ concurrency: 32, concurrencyPerHost: 3 })
  await Promise.all(Array.from({ length: 20 }, () => outbound.fetch(`${base}/`, { bytesMax: 10 })))
  expect(most).toBe(3)
})
