import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Runs a `Request → Response` handler on a port of its own, over real HTTP. */
export const serveOnPort = async (handle: (request: Request) => Promise<Response>) => {
  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    const headers = new Headers()
    for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
    const body = parts.length > 0 ? Buffer.concat(parts) : undefined
    const response = await handle(
      new Request(`http://${incoming.headers.host}${incoming.url}`, { method: incoming.method, headers, body }),
    )
    outgoing
      .writeHead(response.status, Object.fromEntries(response.headers))
      .end(Buffer.from(await response.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
