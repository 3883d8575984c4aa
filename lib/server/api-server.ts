import { getRequestListener, RequestError } from '@hono/node-server'
import { renderPlainError } from '#lib/api/error-bodies.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { loadConfig } from '#lib/config/config.ts'
import { compressResponse } from '#lib/http/compression.ts'
import { createFront } from '#lib/http/front.ts'
import { createHttpServer } from './http-server.ts'
import { listen } from './listen.ts'
import { startProcess } from './start-process.ts'
import { systems } from './systems.ts'

/*
 * The API without pages, on a plain Node server: the same handlers that web mounts in Next.js, with a fraction of the
 * work per request. It runs as a separate process with its own PORT and needs no build.
 */

const {
  config: { host, port, siteUrl, trustedProxyHops },
  handle,
  live,
  corsOrigins,
  withBudget,
  pathFacts,
  log,
  close,
} = await startProcess('api', async () => {
  const config = loadConfig()
  const { handle, live, corsOrigins, withBudget, pathFacts, log, close } = await systems('api')
  return { config, handle, live, corsOrigins, withBudget, pathFacts, log, close }
})

/**
 * Responds to requests that could not be parsed (e.g. an impossible `Host`), and to errors that a handler should have
 * caught.
 */
const answerFailure = (thrown: unknown): Response => {
  const isRequestFault = thrown instanceof RequestError
  const error = isRequestFault
    ? new ServiceError('invalid_request', 'The URL or Host header of the request is not valid.')
    : new ServiceError(
        'internal',
        'Something went wrong on our side. The server log has the cause under this request id.',
      )
  const requestId = crypto.randomUUID()
  if (!isRequestFault) log.error({ requestId, err: thrown }, 'a bug')
  return Response.json(renderPlainError(error, requestId), { status: error.status })
}

const answer = getRequestListener(handle, { hostname: host, errorHandler: answerFailure })
const front = createFront({ siteUrl, trustedProxyHops, corsOrigins, withBudget, ...pathFacts, log })
const server = createHttpServer()
server.on('request', (request, response) => {
  void front(request, response, {
    // Endpoint responses are already compressed; documents and exports are not.
    answer: async (asked, given) => {
      if (live.isAt(asked)) return await live.answer(asked, given)
      compressResponse(asked, given)
      return await answer(asked, given)
    },
  })
})
listen(server, { host, port, ready: `the API is ready on http://${host}:${port}/api`, stopping: live.close, close })
