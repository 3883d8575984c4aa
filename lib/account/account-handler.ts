import { type AccountApi, accountApi } from '#lib/account/contract/account-api.ts'
import type { SignInApi } from '#lib/account/contract/api.ts'
import { accountRoot } from '#lib/account/contract/root.ts'
import { parsingClient } from '#lib/api/client/client.ts'
import type { Client } from '#lib/api/endpoint.ts'
import { renderPlainError } from '#lib/api/error-bodies.ts'
import type { Route } from '#lib/api/route.ts'
import type { Exchange, RequestFacts } from '#lib/api/serve/exchange.ts'
import { serve } from '#lib/api/serve/serve.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { Accounts } from './accounts.ts'
import { accountActions, createSessionCookie, type PageVisit, type SignInSite, siteOf } from './cookies.ts'
import { type AttemptCounting, createAttemptLimits, createFlowActions } from './flow-actions.ts'
import { browserName } from './visitor.ts'

/**
 * Asserts that one of our own pages sends this. Every browser sends the origin of a POST: one without, or with `null`
 * (a sandboxed frame), is refused. A read is refused only if the browser reports another site.
 */
const assertOwnPage = ({ method, headers }: Request, site: SignInSite): void => {
  const stated = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  const isOwn =
    method === 'POST'
      ? origin === site.origin && (stated === null || stated === 'same-origin')
      : (origin === null || origin === site.origin) &&
        (stated === null || stated === 'same-origin' || stated === 'none')
  if (!isOwn) throw new ServiceError('forbidden', `Only pages of ${site.origin} may do this.`)
}

export type AccountHandlerParts = {
  siteUrl: string
  /** The own verifier or the hosted one, in process. */
  signIn: Client<SignInApi>
  accounts: Accounts
  /** The visitor's network, for rate limits. */
  visitorOf: (request: Request) => string
  /** Called once for every request. The facts contain no body, cookie, key or signature. */
  observe: (facts: RequestFacts) => void
  now?: () => number
  /** How attempts are counted: processes over one database share the limits. */
  attempts?: AttemptCounting
  /** Requests per minute of one network, which may be a whole office. */
  limits?: { start: number; finish: number; change: number; read: number }
}

const defaultLimits = { start: 20, finish: 30, change: 120, read: 1_200 }

/** Serves the account's endpoints to our own pages. */
export const createAccountHandler = (parts: AccountHandlerParts): ((request: Request) => Promise<Response>) => {
  const { accounts, visitorOf, observe, now = Date.now, limits = defaultLimits } = parts
  const site = siteOf(parts.siteUrl)
  const sessionCookie = createSessionCookie(site)
  const limitOf = createAttemptLimits(parts.attempts)
  const flowActions = createFlowActions({ site, signIn: parts.signIn, accounts, sessionCookie, limitOf })
  const takes = {
    start: limitOf('start', limits.start),
    finish: limitOf('finish', limits.finish),
    change: limitOf('change', limits.change),
    read: limitOf('read', limits.read),
  }
  const take = (method: string, path: string) => {
    if (method === 'GET') return takes.read
    return path.startsWith('/start') ? takes.start : path.startsWith('/finish') ? takes.finish : takes.change
  }

  const enterPage = async ({ request, cookies }: Exchange, { method, path }: Route): Promise<Client<AccountApi>> => {
    assertOwnPage(request, site)
    await take(method, path)(visitorOf(request))
    const token = sessionCookie.read(request)
    const visit: PageVisit = {
      request,
      session: token === undefined ? undefined : await accounts.sessions.find(token),
      visitor: {
        browser: browserName(request.headers.get('user-agent')),
        ipNetwork: visitorOf(request) || null,
      },
      setCookie: (cookie) => void cookies.push(cookie),
    }
    return parsingClient(accountApi, {
      ...flowActions(visit),
      ...accountActions({ accounts, sessionCookie, now }, visit),
    })
  }

  return serve(accountApi, enterPage, {
    basePath: accountRoot.basePath,
    renderError: renderPlainError,
    observe,
    // Pages of other sites cannot read an answer.
    headers: {},
    bodyBytesMax,
  })
}

/** The longest body is a message with its signature. */
const bodyBytesMax = 16 * 1_024
