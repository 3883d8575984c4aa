import { isIP } from 'node:net'
import type { CorsOrigins } from '#lib/api/serve/exchange.ts'
import { ServiceError } from '#lib/base/errors.ts'

/** Where the server is reached, and whose pages may call it besides its own. */
export type CallerRules = { siteUrl: string; corsOrigins: CorsOrigins }

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** A page of another site may have its own name resolve to this server: only with names that no one else can own is that impossible. */
const isOwnHost = (hostname: string, siteUrl: string): boolean =>
  hostname === new URL(siteUrl).hostname ||
  loopback.includes(hostname) ||
  isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 ||
  !hostname.includes('.')

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

/**
 * Refuses requests that a page of another site sent, and those under a name that is not this server's. `CORS_ORIGINS=*` allows no
 * one here: only origins that are named.
 * @throws forbidden
 */
export const checkCaller = ({ headers }: Request, { siteUrl, corsOrigins }: CallerRules): void => {
  const host = urlOf(`http://${headers.get('host') ?? ''}`)
  if (host === undefined || !isOwnHost(host.hostname, siteUrl))
    throw new ServiceError('forbidden', 'This Host is not the one of SITE_URL.')
  const given = headers.get('origin')
  if (given === null) return
  const origin = urlOf(given)
  const isOwn = origin !== undefined && (origin.origin === new URL(siteUrl).origin || origin.host === host.host)
  const isLocal = origin !== undefined && loopback.includes(origin.hostname) && loopback.includes(host.hostname)
  const isNamed = corsOrigins !== '*' && corsOrigins.includes(given)
  if (!isOwn && !isLocal && !isNamed) throw new ServiceError('forbidden', 'This Origin is not in CORS_ORIGINS.')
}
