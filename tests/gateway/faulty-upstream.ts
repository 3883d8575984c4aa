import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the upstream answers its n-th request (from 0). */
export type Fault = (response: ServerResponse, request: IncomingMessage, times: number) => void

/** A real HTTP server that fails on command and remembers what it was sent. */
export const startFaultyUpstream = async () => {
  const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
  let fault: Fault = (response) => response.end('{}')
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { method = '', url = '', headers } = request
    seen.push({ method, url, headers, body: Buffer.concat(parts).toString() })
    fault(response, request, seen.length - 1)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    failWith: (next: Fault) => {
      fault = next
      seen.length = 0
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Fault =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
