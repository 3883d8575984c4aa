import { isToken } from '#lib/account/token.ts'
import type { SignInSite } from './site.ts'

/** One of our cookies: its token is unreadable for scripts and not sent with posts from other sites. */
export type TokenCookie = {
  readonly name: string
  /** The token, if there is exactly one valid cookie of this name. */
  read(request: Request): string | undefined
  /** A `Set-Cookie` value. */
  set(token: string, lifetimeMs: number): string
  clear(): string
}

/**
 * `__Host-` binds a cookie to this very host, so that no subdomain can set its own. Plain http to another machine has
 * no such cookies and uses the bare name.
 */
export const createTokenCookie = (site: SignInSite, bareName: string): TokenCookie => {
  const name = site.takesSecureCookies ? `__Host-${bareName}` : bareName
  const write = (value: string, maxAge: number): string =>
    [
      `${name}=${value}`,
      'Path=/',
      'HttpOnly',
      'SameSite=Lax',
      `Max-Age=${maxAge}`,
      ...(site.takesSecureCookies ? ['Secure'] : []),
    ].join('; ')
  return {
    name,
    read: (request) => {
      const values = valuesOf(request.headers.get('cookie') ?? '', name)
      const [value] = values
      // Of two cookies with one name, one may have been set by someone else.
      return values.length === 1 && value !== undefined && isToken(value) ? value : undefined
    },
    set: (token, lifetimeMs) => write(token, Math.floor(lifetimeMs / 1_000)),
    clear: () => write('', 0),
  }
}

/** The cookie of a signed-in session. */
export const createSessionCookie = (site: SignInSite): TokenCookie => createTokenCookie(site, 'spyglass-account')

const valuesOf = (header: string, name: string): string[] =>
  header
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1))
