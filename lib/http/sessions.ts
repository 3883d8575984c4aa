import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { SettingError } from '#lib/base/errors.ts'

export type SessionOptions = {
  /** At least 32 bytes, the same in every web process of an installation. */
  secret: string | Buffer
  /** The public origin; `https` makes the cookie `Secure` and host-bound. */
  siteUrl: string
  now?: () => number
}

/** The explorer's own session: it proves that one of our pages was opened in this browser, but not by whom. */
export type Sessions = {
  readonly cookieName: string
  /** A `Set-Cookie` value, to be sent with every page that calls the API. */
  cookie(): string
  /** Whether the request's cookie is missing or old enough to be replaced. */
  needsCookie(request: Request): boolean
  /** Whether one of our own pages sends this request: a valid cookie *and* evidence of the same origin. */
  admits(request: Request): boolean
}

const lifetimeMs = 24 * 60 * 60 * 1_000
/** Pages renew the cookie well before its end, so that a page left open overnight keeps working. */
const renewAfterMs = 60 * 60 * 1_000
/** Clocks of two web processes may differ by this. */
const clockSkewMs = 60_000
const secretBytesMin = 32

export const createSessions = ({ secret, siteUrl, now = Date.now }: SessionOptions): Sessions => {
  if (Buffer.byteLength(secret) < secretBytesMin)
    throw new SettingError(`A session secret must have at least ${secretBytesMin} bytes.`)
  const site = new URL(siteUrl)
  const secure = site.protocol === 'https:'
  const cookieName = secure ? '__Host-spyglass-session' : 'spyglass-session'

  const key = createSecretKey(Buffer.from(secret))
  const sign = (issuedAt: string): Buffer => createHmac('sha256', key).update(`spyglass session ${issuedAt}`).digest()

  /** Milliseconds since the cookie was issued; `undefined` for a missing, forged, expired or future one. */
  const ageMs = (request: Request): number | undefined => {
    const [, issuedAt, signature] = /^(\d{1,12})\.([\w-]{43})$/.exec(readCookie(request, cookieName) ?? '') ?? []
    if (issuedAt === undefined || signature === undefined) return undefined
    if (!timingSafeEqual(Buffer.from(signature, 'base64url'), sign(issuedAt))) return undefined
    const age = now() - Number(issuedAt) * 1_000
    return age < -clockSkewMs || age > lifetimeMs ? undefined : age
  }

  return {
    cookieName,
    cookie: () => {
      const issuedAt = String(Math.floor(now() / 1_000))
      const value = `${issuedAt}.${sign(issuedAt).toString('base64url')}`
      const attributes = ['Path=/', 'HttpOnly', 'SameSite=Strict', `Max-Age=${lifetimeMs / 1_000}`]
      return [`${cookieName}=${value}`, ...attributes, ...(secure ? ['Secure'] : [])].join('; ')
    },
    needsCookie: (request) => (ageMs(request) ?? Number.POSITIVE_INFINITY) > renewAfterMs,
    admits: (request) => ageMs(request) !== undefined && isSameOrigin(request, site.origin),
  }
}

const readCookie = (request: Request, name: string): string | undefined =>
  request.headers
    .get('cookie')
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** Browsers send `Sec-Fetch-Site` on https and localhost; on plain http `Origin` or `Referer` must be ours. */
const isSameOrigin = ({ headers }: Request, siteOrigin: string): boolean => {
  const stated = headers.get('sec-fetch-site')
  if (stated !== null) return stated === 'same-origin'
  const from = headers.get('origin') ?? headers.get('referer')
  return from !== null && URL.canParse(from) && new URL(from).origin === siteOrigin
}
