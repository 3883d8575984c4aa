import type { Client } from '#lib/api/endpoint.ts'
import { renderPlainError } from '#lib/api/error-bodies.ts'
import { isServiceError, ServiceError } from '#lib/api/errors.ts'
import type { RequestFacts } from '#lib/api/serve.ts'
import type { Accounts } from '#lib/sign-in/accounts.ts'
import type { SignInApi } from '#lib/sign-in/contract/api.ts'
import { browserName, type Visitor } from '#lib/sign-in/visitor.ts'
import { createAccountActions } from './account-actions.ts'
import type { Action, Answered } from './action.ts'
import { createAttemptLimit } from './attempt-limits.ts'
import { createSessionCookie } from './cookies.ts'
import { createFlowActions } from './flow-actions.ts'
import { assertOwnPage } from './same-origin.ts'
import { siteOf } from './site.ts'

/*
 * What the sign-in page and the account page ask, below one path (`/api/session`). JSON both ways, cookies of the same
 * origin, errors `{ message, code, details?, request_id }`; nothing here is for other programs.
 *
 * Signing in takes two calls. The page connects a wallet, and on the click that follows
 *
 *   POST /start    { address, publicKey, network }         `toString()` of what the wallet gave
 *               -> { message, nonce, expiresInSeconds }    and the cookie that ties the challenge to this browser
 *
 * asks the wallet for `signMessage({ message, nonce, application: true })`, and sends what came back, unchanged:
 *
 *   POST /finish   { message: fullMessage, signature, next? }   `next` is the path to go back to
 *               -> { account: { address, network, signedInAt, expiresAt }, next }    and the session's cookie
 *
 * 400 after `/finish` means: start again (another challenge); 503: the same may be sent again. The rest:
 *
 *   GET  /me                    -> { account } or { account: null }
 *   POST /sign-out {}           POST /sign-out-everywhere {}
 *   GET  /sessions              POST /sessions/revoke { id }
 *   GET  /events                -> { events: [{ at, kind, subject, browser, ipNetwork }] }, the audit log
 *   GET  /keys                  POST /keys { name, perSecond?, scopes?, expiresAt? }  -> 201 with `key`, which is shown this once
 *   POST /keys/revoke { id }    GET  /keys/use?id=&hours=168  -> { use: [{ hour, requests }] }, hours without use left out
 *   GET  /notes                 POST /notes { kind, chain, subject, label, isWatched }   POST /notes/remove { kind, chain, subject }
 *   GET  /export                POST /delete { address }  (the account's own, to confirm)
 *
 * 401 `key_required` means that no one is signed in, 403 that the page is not of the configured address (`SITE_URL`).
 */

export type AccountHandlerParts = {
  siteUrl: string
  /** The own verifier or the hosted one, in process. */
  signIn: Client<SignInApi>
  accounts: Accounts
  /** Whom limits count a request for: the visitor's network. */
  visitorOf: (request: Request) => string
  /** Hears of every request once. No body, cookie, key or signature is among the facts. */
  observe: (facts: RequestFacts) => void
  /** Where it is mounted. */
  basePath?: string
  now?: () => number
  /** Requests a minute of one visitor's network, which may be a whole office. */
  limits?: { start: number; finish: number; change: number; read: number }
}

const defaultLimits = { start: 20, finish: 30, change: 120, read: 1_200 }

/** The face of accounts to our own pages: from a request to its answer. */
export const createAccountHandler = (parts: AccountHandlerParts): ((request: Request) => Promise<Response>) => {
  const { accounts, visitorOf, observe, basePath = '/api/session', now = Date.now, limits = defaultLimits } = parts
  const site = siteOf(parts.siteUrl)
  const sessionCookie = createSessionCookie(site)
  const actions = new Map(
    Object.entries({
      ...createFlowActions({ site, signIn: parts.signIn, accounts, sessionCookie }),
      ...createAccountActions({ accounts, sessionCookie, now }),
    }),
  )
  const takes = {
    start: createAttemptLimit(limits.start),
    finish: createAttemptLimit(limits.finish),
    change: createAttemptLimit(limits.change),
    read: createAttemptLimit(limits.read),
  }
  const limitOf = (method: string, path: string) => {
    if (method === 'GET') return takes.read
    if (path === '/start') return takes.start
    return path === '/finish' ? takes.finish : takes.change
  }

  const answer = async (request: Request, seen: Seen): Promise<Answered> => {
    const { pathname, searchParams: query } = new URL(request.url)
    const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : ''
    const name = `${request.method} ${path}`
    const action = actions.get(name)
    if (action === undefined) throw missing([...actions.keys()], path, seen)
    seen.endpoint = name
    assertOwnPage(request, site)
    await limitOf(request.method, path)(visitorOf(request))
    const token = sessionCookie.read(request)
    const session = token === undefined ? undefined : await accounts.sessions.find(token)
    const visitor: Visitor = {
      browser: browserName(request.headers.get('user-agent')),
      ipNetwork: visitorOf(request) || null,
    }
    return await run(action, { request, query, session, visitor })
  }

  return async (request) => {
    const startedAt = performance.now()
    const requestId = crypto.randomUUID()
    const seen: Seen = { headers: {} }
    let thrown: unknown
    const answered = await answer(request, seen).catch((error: unknown) => {
      thrown = error
      return failure(error, { request, requestId, seen })
    })
    const { status = 200, body, cookies = [], headers = {} } = answered
    const { endpoint } = seen
    const durationMs = performance.now() - startedAt
    observe({ requestId, method: request.method, endpoint, status, durationMs, error: thrown })
    const response = Response.json(body, {
      status,
      headers: {
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-request-id': requestId,
        ...seen.headers,
        ...headers,
      },
    })
    for (const cookie of cookies) response.headers.append('set-cookie', cookie)
    return response
  }
}

/** What comes to be known while a request is answered. */
type Seen = { endpoint?: string; headers: Record<string, string> }

const run = (
  action: Action,
  asked: Parameters<Extract<Action, { needsSession: false }>['run']>[0],
): Promise<Answered> => {
  if (!action.needsSession) return action.run(asked)
  const { session } = asked
  if (session === undefined) throw new ServiceError('key_required', 'You are not signed in here. Please sign in.')
  return action.run({ ...asked, session })
}

const missing = (names: readonly string[], path: string, seen: Seen): ServiceError => {
  const methods = names.filter((name) => path !== '' && name.endsWith(` ${path}`)).map((name) => name.split(' ')[0])
  if (methods.length === 0) return new ServiceError('not_found', 'There is nothing at this path.')
  seen.headers.allow = methods.join(', ')
  return new ServiceError('method_not_allowed', `This path accepts ${methods.join(' and ')}.`)
}

const clientClosedStatus = 499

type Failed = { status: number; body: unknown; cookies?: undefined; headers?: undefined }

const failure = (
  thrown: unknown,
  { request, requestId, seen }: { request: Request; requestId: string; seen: Seen },
): Failed => {
  if (request.signal.aborted) return { status: clientClosedStatus, body: null }
  const error = isServiceError(thrown)
    ? thrown
    : new ServiceError('internal', 'The server failed to answer. Its log has the reason under this request id.')
  if (error.retryAfterSeconds !== undefined) seen.headers['retry-after'] = String(Math.ceil(error.retryAfterSeconds))
  return { status: error.status, body: renderPlainError(error, requestId) }
}
