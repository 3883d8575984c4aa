import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import next from 'next'
import { loadConfig } from '#lib/config/config.ts'
import { compressResponse } from '#lib/http/compression.ts'
import { explainFailure } from '#lib/http/failed-page.ts'
import { createFront, dataSecurityPolicy, pageSecurityPolicy, threadSecurityPolicy } from '#lib/http/front.ts'
import { takeLinkTime } from '#lib/http/link-time.ts'
import { prefetchKind } from '#lib/http/prefetch.ts'
import { failedPageText } from '#lib/http/refused-page.ts'
import { isStaticFile } from '#lib/http/request-kind.ts'
import { linkedAddress, pageAddressHeader, pageDataAddress } from '#lib/pages/page-address.ts'
import { programFolder } from '#lib/process/program-folder.ts'
import { currentBuild, ownBuild, pagesOf } from './build/builds.ts'
import { setPagesFolder } from './build/pages-folder.ts'
import { createHttpServer } from './http-server.ts'
import { listen } from './listen.ts'
import { startProcess } from './start-process.ts'
import { systems } from './systems.ts'

/*
 * The web process: Next.js behind a plain Node server, because only the server knows the visitor's real address. A
 * header of that name from a client is replaced; a forwarded address is trusted for TRUST_PROXY hops only.
 */

/** Everything but data, and the files that pages are made of. */
const isPage = ({ url = '/' }: IncomingMessage): boolean => !/^\/(api|media|_next)\//.test(url)

/** Whether Next.js starts a worker thread of a page with this request. */
const isThread = ({ url = '/' }: IncomingMessage): boolean =>
  /^\/_next\/static\/(?:[^/?]+\/)*turbopack-worker-[^/?]+\.js/.test(url)

/**
 * Pages set the explorer's own session, which lets them call the API without a key. API and preview responses never set
 * it.
 */
const needsSession = ({ headers: { cookie = '' } }: IncomingMessage): boolean =>
  sessions.needsCookie(new Request(siteUrl, { headers: { cookie } }))

const nonceBytes = 16

/** Next.js takes the nonce of a page from the request's own header, so a header of that name from a client is replaced. */
const setSecurityPolicy = (request: IncomingMessage, response: ServerResponse, nonce: string): void => {
  const policy = isPage(request)
    ? pageSecurityPolicy(nonce, { development })
    : isThread(request)
      ? threadSecurityPolicy
      : dataSecurityPolicy
  request.headers['content-security-policy'] = policy
  delete request.headers['content-security-policy-report-only']
  response.setHeader('content-security-policy', policy)
}

// `npm run dev` serves the sources directly and reloads pages over the same server.
const development = process.argv.includes('--dev')
const server = createHttpServer({ acceptsUpgrades: development })
const { config, handle, composed } = await startProcess(
  'web',
  async () => {
    const config = loadConfig()
    const composed = await systems()
    if (!development) setPagesFolder(pagesOf(ownBuild ?? currentBuild()))
    const app = next({
      dir: programFolder,
      dev: development,
      hostname: config.host,
      port: config.port,
      httpServer: server,
    })
    await app.prepare()
    return { config, composed, handle: app.getRequestHandler() }
  },
  { development },
)
const { sessions, live, sharedPages, pageStatus, requireDatabase, close } = composed
const { host, port, siteUrl, trustedProxyHops, demo } = config

const front = createFront({ ...composed, ...composed.pathFacts, siteUrl, trustedProxyHops })

const prepare = (request: IncomingMessage): void => {
  const { url = '/' } = request
  request.url = pageDataAddress(url, request.headers.accept) ?? linkedAddress(url) ?? url
}

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  // A hovered link calls neither the database nor the hosted service: the router works without the shell.
  if (isPage(request) && prefetchKind(request.headers) === 'shell') return void response.writeHead(204).end()
  if (isPage(request) && !isStaticFile(request.url)) await requireDatabase(request.url)
  // No character of this alphabet is written differently in HTML or JSON.
  const nonce = randomBytes(nonceBytes).toString('base64url')
  setSecurityPolicy(request, response, nonce)
  if (live.isAt(request)) return live.answer(request, response)
  compressResponse(request, response)
  if (isPage(request)) {
    const { url: address = '/' } = request
    request.headers[pageAddressHeader] = address
    takeLinkTime(request, response)
    if (needsSession(request)) response.appendHeader('set-cookie', sessions.cookie())
    if (!development && !isStaticFile(address) && sharedPages.send(request, response, { address, nonce })) return
  }
  // For any other status than 200 the client's router would reload the document instead of showing the page.
  if (request.headers.rsc !== undefined) return handle(request, response)
  if (isPage(request)) explainFailure(response, () => failedPageText({ request, nonce }))
  return pageStatus.run(response, () => handle(request, response))
}

server.on('request', (request, response) => void front(request, response, { prepare, answer }))
listen(server, {
  host,
  port,
  ready: `ready on ${siteUrl}${demo ? ' with the demo ledger' : ''}`,
  stopping: live.close,
  close,
})
