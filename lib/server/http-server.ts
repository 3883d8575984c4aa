import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Room for four lists of 100 addresses in a query. */
const headerBytesMax = 64 * 1024

/** Slow clients are cut off: bodies here are at most 64 KiB, so both are generous. */
const headersTimeoutMs = 30_000
const requestTimeoutMs = 30_000
/** A connection on which nothing moves; longer than the slowest hosted answer takes. */
const idleSocketMs = 90_000
/** Longer than the 60 s of common reverse proxies, so that it is the proxy that closes an idle connection. */
const keepAliveMs = 65_000

/** A rest of a body above this closes its connection. */
const restBytesMax = 16 * 1024 * 1024

/**
 * Reads the rest of a body that was answered before its end: it would block the next request of its connection. `requestTimeoutMs`
 * bounds the time.
 */
const readRest = (request: IncomingMessage): void => {
  if (request.complete || request.destroyed) return
  let bytes = 0
  request.on('data', (part: Buffer) => {
    bytes += part.byteLength
    if (bytes > restBytesMax) request.socket.destroy()
  })
  request.resume()
}

const faults: Record<string, { status: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: `The request line and its headers must not be larger than ${headerBytesMax / 1_024} KiB.`,
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: '413 Payload Too Large', message: 'The chunk extensions are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'The request did not arrive in time.' },
}
const malformed = { status: '400 Bad Request', message: 'The request is not valid HTTP.' }

const rawAnswer = ({ status, message }: { status: string; message: string }, headers: string[] = []): string => {
  const body = JSON.stringify({ message })
  return [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    '',
    body,
  ].join('\r\n')
}

/** A plain HTTP server with bounds on headers and time, which answers requests that are no HTTP with a reason. */
export const createHttpServer = ({ acceptsUpgrades = false } = {}): Server => {
  const server = createServer({
    maxHeaderSize: headerBytesMax,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: 5_000,
    // A missing Host is refused by `checkTarget`, with a body.
    requireHostHeader: false,
    // A connection that is upgraded has left all of these bounds; only development has a use for one.
    shouldUpgradeCallback: () => acceptsUpgrades,
  })
  server.setTimeout(idleSocketMs)
  /** The answer that is being written on a connection: nothing may be written between its parts. */
  const answering = new WeakMap<Duplex, ServerResponse>()
  server.prependListener('request', ((request: IncomingMessage, response: ServerResponse) => {
    answering.set(request.socket, response)
    response.once('finish', () => readRest(request))
  }) satisfies RequestListener)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = answering.get(socket)
    const isFree = response === undefined || response.writableFinished || !response.headersSent
    if (socket.writable && isFree && error.code !== 'ECONNRESET')
      socket.end(rawAnswer(faults[error.code ?? ''] ?? malformed), () => socket.destroy())
    else socket.destroy()
  })
  server.on('connect', (_request, socket) => {
    const refused = { status: '405 Method Not Allowed', message: 'This server is not a proxy.' }
    socket.end(rawAnswer(refused, ['Allow: GET, HEAD, POST, OPTIONS']), () => socket.destroy())
  })
  return server
}
