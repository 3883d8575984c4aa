import { createServer, type IncomingMessage } from 'node:http'
import next from 'next'
import { loadConfig } from '#lib/config.ts'
import { setVisitorAddress } from '#lib/gateway/visitor-address.ts'
import { listen } from '#lib/listen.ts'
import { systems } from '#lib/systems.ts'

/*
 * The web process: Next.js behind a plain Node server, because only here is the visitor's real address known. A
 * header of that name from outside is replaced; a forwarded address is believed for TRUST_PROXY hops only.
 */

const { host, port, siteUrl, trustedProxyHops, demo } = loadConfig()

const { sessions, close } = await systems()

/** Pages get the explorer's own session, which lets them call the API without a key. What the API and previews answer never sets it. */
const needsSession = ({ url = '/', headers: { cookie = '' } }: IncomingMessage): boolean =>
  !/^\/(api|media|_next)\//.test(url) && sessions.needsCookie(new Request(siteUrl, { headers: { cookie } }))

const server = createServer()
// `npm run dev` serves the sources as they are and reloads pages over the same server.
const app = next({ dev: process.argv.includes('--dev'), hostname: host, port, httpServer: server })
await app.prepare()
const handle = app.getRequestHandler()

server.on('request', (request, response) => {
  setVisitorAddress(request, trustedProxyHops)
  if (needsSession(request)) response.setHeader('set-cookie', sessions.cookie())
  void handle(request, response)
})
listen(server, { host, port, ready: `ready on ${siteUrl}${demo ? ' with the demo ledger' : ''}`, close })
