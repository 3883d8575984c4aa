import { once } from 'node:events'
import { connect } from 'node:net'

/** The response to bytes that no HTTP library would send; the server closes the connection. */
export const sendRaw = async (url: string, text: string): Promise<string> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  // A server that refuses early may close the connection before everything is sent.
  socket.on('error', () => undefined)
  socket.write(text)
  let answer = ''
  socket.on('data', (chunk: Buffer) => {
    answer += chunk
  })
  await once(socket, 'close')
  return answer
}

const head = 'Host: localhost\r\nConnection: close\r\n'

/** Requests that no handler can serve, with their accepted statuses. */
export const malformedRequests: readonly [name: string, text: string, statuses: readonly number[]][] = [
  ['an escape that is not UTF-8', `GET /%ff HTTP/1.1\r\n${head}\r\n`, [400]],
  ['half an escape', `GET /demo/% HTTP/1.1\r\n${head}\r\n`, [400]],
  ['half an escape below /api', `GET /api/v2/%E0%A4%A HTTP/1.1\r\n${head}\r\n`, [400]],
  ['NUL in a path', `GET /demo/tx/%00 HTTP/1.1\r\n${head}\r\n`, [400]],
  ['two slashes', `GET // HTTP/1.1\r\n${head}\r\n`, [400]],
  ['two slashes and a host', `GET //evil.example/x HTTP/1.1\r\n${head}\r\n`, [400]],
  ['an absolute target with two slashes', `GET http://localhost//a HTTP/1.1\r\n${head}\r\n`, [400]],
  ['a backslash after a slash', `GET /\\ HTTP/1.1\r\n${head}\r\n`, [400]],
  ['an absolute target that is no URL', `GET http://[ HTTP/1.1\r\n${head}\r\n`, [400]],
  ['NUL as it is', `GET /a\0b HTTP/1.1\r\n${head}\r\n`, [400]],
  ['a path of 20,000 characters', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${head}\r\n`, [400]],
  ['TRACE', `TRACE / HTTP/1.1\r\n${head}\r\n`, [405]],
  ['TRACE below /api', `TRACE /api/health HTTP/1.1\r\n${head}\r\n`, [405]],
  ['CONNECT', `CONNECT localhost:1 HTTP/1.1\r\n${head}\r\n`, [405]],
  ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${head}\r\n`, [400]],
  ['GET *', `GET * HTTP/1.1\r\n${head}\r\n`, [400]],
  ['another scheme', `GET ftp://localhost/ HTTP/1.1\r\n${head}\r\n`, [400]],
  ['an absolute target without a host', `GET http:// HTTP/1.1\r\n${head}\r\n`, [400]],
  ['a Host that is no host', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', [400]],
  ['a Host with a path', 'GET / HTTP/1.1\r\nHost: evil.example/x\r\nConnection: close\r\n\r\n', [400]],
  ['a Host with a user', 'GET / HTTP/1.1\r\nHost: me@evil.example\r\nConnection: close\r\n\r\n', [400]],
  ['a Host with a port that is none', 'GET / HTTP/1.1\r\nHost: localhost:99999\r\nConnection: close\r\n\r\n', [400]],
  ['an empty Host', 'GET / HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n', [400]],
  ['two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', [400]],
  ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', [400]],
  ['POST to a page', `POST / HTTP/1.1\r\n${head}Content-Length: 2\r\n\r\nab`, [405, 404]],
  ['POST to a static file', `POST /icon.svg HTTP/1.1\r\n${head}Content-Length: 2\r\n\r\nab`, [405, 404]],
  ['a method of WebDAV', `PROPFIND / HTTP/1.1\r\n${head}\r\n`, [405]],
  ['a method that is none', `FOO / HTTP/1.1\r\n${head}\r\n`, [400]],
  ['headers above 64 KiB', `GET / HTTP/1.1\r\n${head}X-A: ${'a'.repeat(66_000)}\r\n\r\n`, [431]],
  ['a chunk without a size', `POST /api/auth/x HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`, [400]],
  [
    'two lengths of one body',
    `POST /api/auth/x HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`,
    [400],
  ],
  ['a length that is none', `POST /api/auth/x HTTP/1.1\r\n${head}Content-Length: two\r\n\r\n`, [400]],
  [
    'a state of the router that is none',
    `GET /docs HTTP/1.1\r\n${head}RSC: 1\r\nNext-Router-State-Tree: %ff\r\n\r\n`,
    [400],
  ],
  ['no HTTP at all', 'hello\r\n\r\n', [400]],
]

const statusOf = (answer: string): number => Number(answer.split(' ', 2)[1])

/** Status and body of a response. */
export const rawAnswer = async (url: string, text: string): Promise<{ status: number; body: string }> => {
  const answer = await sendRaw(url, text)
  return { status: statusOf(answer), body: answer.slice(answer.indexOf('\r\n\r\n') + 4) }
}

const seedOf = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2 ** 31, 7)

/** Parts of fuzzed URLs that are difficult to parse. */
const pieces = [
  ...[
    '%',
    '%%',
    '%f',
    '%ff',
    '%00',
    '%C0%80',
    '%ED%A0%80',
    '%2e%2e',
    '%2f',
    '%5c',
    '..',
    '.',
    '//',
    '\\',
    ';',
    '@',
    ':',
  ],
  ...['*', '|', '^', '`', '{', '}', '<', '>', '"', "'", '$', '[0]', '[]', '[999999999]', '=', '&', '?', '#', '_rsc=x'],
  ...['eth', 'demo', 'address', 'tx', 'api', 'v2', 'media', 'original', '_next', 'static', 'image', 'data', 'compare'],
  ...[
    '0x',
    '1e9',
    '-1',
    '9'.repeat(30),
    'NaN',
    'null',
    '__proto__',
    'constructor',
    'toString',
    '.json',
    '.png',
    '.csv',
  ],
  ...['chain=', 'limit=', 'cursor=', 'a'.repeat(500), '0xd2378898c87f72de22eb67673fd23889796c694e', '\u00e9', '~', '+'],
]
const methods = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'DELETE', 'TRACE', 'PATCH', 'PROPFIND']
const extraHeaders = [
  ...[
    'RSC: 1',
    'Next-Router-State-Tree: %ff',
    'Next-Router-State-Tree: [1]',
    'Next-Router-Prefetch: 1',
    'Next-Action: x',
  ],
  ...[
    'Next-Router-Segment-Prefetch: /../x',
    'Cookie: theme=%ff; time=%',
    'Accept: text/markdown',
    'Accept-Encoding: ;q=x',
  ],
  ...[
    'Range: bytes=5-1',
    'If-None-Match: "',
    'X-Forwarded-For: %00,,',
    'X-Forwarded-Host: %%',
    'x-middleware-subrequest: a',
  ],
  ...['x-matched-path: /%ff', 'x-invoke-path: /%ff', 'x-nextjs-data: 1', 'Accept: text/html', 'X-Request-Id: \u00e9'],
]

/** A deterministic list of requests: random URLs with every kind of method and header. */
export const fuzzedRequests = (count: number): string[] => {
  let state = seedOf('requests')
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
  const pick = (from: readonly string[]): string => from[next(from.length)] ?? ''
  return Array.from({ length: count }, () => {
    const target = `/${Array.from({ length: 1 + next(6) }, () => pick(pieces)).join(pick(['/', '', '?', '&']))}`
    const headers = Array.from({ length: next(3) }, () => `${pick(extraHeaders)}\r\n`).join('')
    return `${pick(methods)} ${target} HTTP/1.1\r\n${head}${headers}\r\n`
  })
}
