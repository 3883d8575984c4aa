import type { Accounts } from '#lib/account/accounts/accounts.ts'
import type { SignInApi } from '#lib/account/contract/api.ts'
import { browserName, type Visitor } from '#lib/account/visitor.ts'
import type { Client } from '#lib/api/endpoint.ts'
import { renderPlainError } from '#lib/api/error-bodies.ts'
import type { RequestFacts } from '#lib/api/serve/exchange.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { createAccountActions } from './account-actions.ts'
import type { Action, Answered } from './action.ts'
import { type AttemptCounting, createAttemptLimits } from './attempt-limits.ts'
import { createSessionCookie } from './cookies.ts'
import { createFlowActions } from './flow-actions.ts'
import { type Site, siteOf } from './site.ts'

/**
 * Asserts that one of our own pages sends this. Every browser sends the origin of a POST: one without, or with `null`
 * (a sandboxed frame), is refused. A read is refused only if the browser reports another site.
 */
const assertOwnPage = ({ method, headers }: Request, site: Site): void => {
  const stated = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  const isOwn =
    method === 'POST'
      ? origin === site.origin && (stated === null || stated === 'same-origin')
      : (origin === null || origin === site.origin) &&
        (stated === null || stated === 'same-origin' || stated === 'none')
  if (!isOwn) throw new ServiceError('forbidden', `Only pages of ${site.origin} may do this.`)
}

/*
 * Endpoints of the sign-in page and the account page, under one path (`/api/session`). JSON both ways, same-origin
 * cookies, errors `{ message, code, details?, request_id }`; not meant for other clients.
 *
 * Signing in takes two calls. The page connects a wallet and, on the next click,
 *
 *   POST /start    { address, publicKey, network }         `toString()` of the wallet's key
 *               -> { message, nonce, expiresInSeconds }    and the cookie that ties the challenge to this browser
 *
 * calls `signMessage({ message, nonce, application: true })` of the wallet, and sends the result unchanged:
 *
 *   POST /finish   { message: fullMessage, signature, next? }   `next` is the path to return to
 *               -> { account: { address, network, signedInAt, expiresAt }, next }    and the session's cookie
 *
 * Wallets of EVM chains sign the message with `personal_sign`:
 *
 *   POST /start/evm  { address, chainId }   POST /finish/evm  { message, signature, next? }   answers as above
 *
 * After `/finish`, 400 means to start again with a new challenge, 503 that the same body can be sent again. The rest:
 *
 *   GET  /me                    -> { account } or { account: null }
 *   POST /sign-out {}           POST /sign-out-everywhere {}
 *   GET  /sessions              POST /sessions/revoke { id }
 *   GET  /events                -> { events: [{ at, kind, subject, browser, ipNetwork }] }, the audit log
 *   GET  /keys                  POST /keys { name, perSecond?, scopes?, expiresAt? }  -> 201 with `key`, which is returned only here
 *   POST /keys/revoke { id }    GET  /keys/use?id=&hours=168  -> { use: [{ hour, requests }] }, without unused hours
 *   GET  /notes                 POST /notes { kind, chain, subject, label, isWatched }   POST /notes/remove { kind, chain, subject }
 *   GET  /export                POST /delete { address }  (the account's own, to confirm)
 *
 * 401 `key_required` means not signed in, 403 that the page is not served from `SITE_URL`.
 */

export type AccountHandlerParts = {
  siteUrl: string
  /** The own verifier or the hosted one, in process. */
  signIn: Client<SignInApi>
  accounts: Accounts
  /** The visitor's network, for rate limits. */
  visitorOf: (request: Request) => string
  /** Called once for every request. The facts contain no body, cookie, key or signature. */
  observe: (facts: RequestFacts) => void
  /** The path under which it is mounted. */
  basePath?: string
  now?: () => number
  /** How attempts are counted: processes over one database share the limits. */
  attempts?: AttemptCounting
  /** Requests per minute of one network, which may be a whole office. */
  limits?: { start: number; finish: number; change: number; read: number }
}

const defaultLimits = { start: 20, finish: 30, change: 120, read: 1_200 }

/** Serves the account endpoints for our own pages. */
export const createAccountHandler = (parts: AccountHandlerParts): ((request: Request) => Promise<Response>) => {
  const { accounts, visitorOf, observe, basePath = '/api/session', now = Date.now, limits = defaultLimits } = parts
  const site = siteOf(parts.siteUrl)
  const sessionCookie = createSessionCookie(site)
  const attemptLimit = createAttemptLimits(parts.attempts)
  const actions = new Map(
    Object.entries({
      ...createFlowActions({ site, signIn: parts.signIn, accounts, sessionCookie, limitOf: attemptLimit }),
      ...createAccountActions({ accounts, sessionCookie, now }),
    }),
  )
  const takes = {
    start: attemptLimit('start', limits.start),
    finish: attemptLimit('finish', limits.finish),
    change: attemptLimit('change', limits.change),
    read: attemptLimit('read', limits.read),
  }
  const limitOf = (method: string, path: string) => {
    if (method === 'GET') return takes.read
    if (path.startsWith('/start')) return takes.start
    return path.startsWith('/finish') ? takes.finish : takes.change
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

/** What becomes known while a request is handled. */
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
