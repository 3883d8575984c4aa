import { isToken } from '#lib/sign-in/token.ts'
import type { Site } from './site.ts'

/** One of our cookies: a token that scripts cannot read and that other sites' posts do not carry. */
export type TokenCookie = {
  readonly name: string
  /** The token, where there is exactly one well-formed cookie of the name. */
  read(request: Request): string | undefined
  /** A `Set-Cookie` value. */
  set(token: string, lifetimeMs: number): string
  clear(): string
}

/**
 * `__Host-` binds a cookie to this very host, so that no other one can put its own in its place. Plain http on another
 * machine than this knows no such cookies: there it has the bare name.
 */
export const createTokenCookie = (site: Site, bareName: string): TokenCookie => {
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
      // Two of one name: someone else's may be among them.
      return values.length === 1 && value !== undefined && isToken(value) ? value : undefined
    },
    set: (token, lifetimeMs) => write(token, Math.floor(lifetimeMs / 1_000)),
    clear: () => write('', 0),
  }
}

/** Says who is signed in. */
export const createSessionCookie = (site: Site): TokenCookie => createTokenCookie(site, 'spyglass-account')

const valuesOf = (header: string, name: string): string[] =>
  header
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1))
