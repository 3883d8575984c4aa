import { isIP } from 'node:net'
import type { AccountApi } from '#lib/account/contract/account-api.ts'
import type { Service } from '#lib/api/endpoint.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import type { ApiKey } from './account-keys.ts'
import { type Accounts, eventRecord, isoTime, keyRecord, noteRecord, sessionRecord } from './accounts.ts'
import type { Session } from './sessions.ts'
import { isToken } from './token.ts'
import type { Visitor } from './visitor.ts'

/** This installation as browsers see it: from its configuration, never from a request. */
export type SignInSite = {
  /** `https://explorer.example` */
  origin: string
  /** Host and port, as in challenges. */
  domain: string
  /** The URL of the sign-in page, as in challenges. */
  signInUri: string
  /** Whether browsers accept `Secure` cookies: over https, and on this machine. */
  takesSecureCookies: boolean
}

export const siteOf = (siteUrl: string): SignInSite => {
  const { origin, host, hostname, protocol } = new URL(siteUrl)
  return {
    origin,
    domain: host,
    signInUri: `${origin}/sign-in`,
    takesSecureCookies: protocol === 'https:' || isLoopback(hostname),
  }
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  (isIP(hostname) === 4 && hostname.startsWith('127.'))

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

/** A request that is known to come from one of our pages and within its limits. */
export type PageVisit = {
  request: Request
  /** Undefined if not signed in. */
  session: Session | undefined
  /** The origin of the request, for the list of sessions and the audit log. */
  visitor: Visitor
  /** Adds a `Set-Cookie` value to the response. */
  setCookie: (cookie: string) => void
}

/** @throws ServiceError `key_required` if nobody is signed in. */
export const requireSession = ({ session }: PageVisit): Session => {
  if (session === undefined) throw new ServiceError('key_required', 'You are not signed in here. Please sign in.')
  return session
}

type AccountParts = { accounts: Accounts; sessionCookie: TokenCookie; now: () => number }

/** An item has one name: ids are stored without 0x, addresses with it. */
const named = <Note extends { kind: string; subject: string }>(note: Note): Note =>
  note.kind === 'wallet' ? note : { ...note, subject: note.subject.replace(/^0x(?=.{64}$)/, '') }

/** What an account's owner does with keys, sessions, labels and all stored data. */
export const accountActions = (parts: AccountParts, visit: PageVisit) => ({
  ...keyActions(parts, visit),
  ...sessionActions(parts, visit),
  ...noteActions(parts, visit),
  ...dataActions(parts, visit),
})

type Actions<Name extends keyof AccountApi> = Pick<Service<AccountApi>, Name>

const keyActions = (
  { accounts, now }: AccountParts,
  visit: PageVisit,
): Actions<'accountKeys' | 'createAccountKey' | 'revokeAccountKey' | 'accountKeyUse'> => ({
  accountKeys: async () => ({ keys: (await accounts.keys.list(requireSession(visit).address)).map(keyRecord) }),

  createAccountKey: async ({ expiresAt, scopes, ...rest }) => {
    const { address } = requireSession(visit)
    const known = accounts.scopes.map(({ name }) => name)
    if (scopes?.length === 0 || scopes?.some((scope) => !known.includes(scope)))
      throw badParameter('scopes', `must be one or more of ${known.join(', ')}`)
    const expiry = expiresAt === undefined ? {} : { expiresAt: Date.parse(expiresAt) }
    const { key, record } = await accounts.keys.create(address, { ...rest, scopes, ...expiry })
    await accounts.events.record(address, { kind: 'key_created', subject: keyTitle(record), ...visit.visitor })
    return { ...keyRecord(record), key }
  },

  revokeAccountKey: async ({ id }) => {
    const { address } = requireSession(visit)
    const revoked = await accounts.keys.revoke(address, id)
    if (revoked === undefined) throw noKey()
    await accounts.events.record(address, { kind: 'key_revoked', subject: keyTitle(revoked), ...visit.visitor })
    return { revoked: id }
  },

  accountKeyUse: async ({ id, hours }) => {
    const use = await accounts.use.read(requireSession(visit).address, id, now() - hours * 3_600_000)
    if (use === undefined) throw noKey()
    return { id, use: use.map(({ hour, requests }) => ({ hour: isoTime(hour * 1_000), requests })) }
  },
})

const sessionActions = (
  { accounts, sessionCookie }: AccountParts,
  visit: PageVisit,
): Actions<'accountSessions' | 'endAccountSession' | 'accountEvents'> => ({
  accountSessions: async () => {
    const sessions = await accounts.sessions.list(requireSession(visit).address, sessionCookie.read(visit.request))
    return { sessions: sessions.map(sessionRecord) }
  },

  endAccountSession: async ({ id }) => {
    const { address } = requireSession(visit)
    const ended = await accounts.sessions.closeListed(address, id)
    if (ended === undefined) throw new ServiceError('not_found', 'The account has no such session.')
    const subject = [ended.browser, ended.ipNetwork].filter((part) => part !== null).join(', ') || null
    await accounts.events.record(address, { kind: 'session_revoked', subject, ...visit.visitor })
    return { revoked: id }
  },

  accountEvents: async () => ({
    events: (await accounts.events.list(requireSession(visit).address)).map(eventRecord),
  }),
})

const noteActions = (
  { accounts }: AccountParts,
  visit: PageVisit,
): Actions<'accountNotes' | 'saveAccountNote' | 'removeAccountNote'> => ({
  accountNotes: async () => ({ notes: (await accounts.notes.list(requireSession(visit).address)).map(noteRecord) }),

  saveAccountNote: async (given) => {
    const note = named(given)
    await accounts.notes.put(requireSession(visit).address, note)
    return note
  },

  removeAccountNote: async (given) => {
    const subject = named(given)
    await accounts.notes.remove(requireSession(visit).address, subject)
    return subject
  },
})

const dataActions = (
  { accounts, sessionCookie }: AccountParts,
  visit: PageVisit,
): Actions<'accountData' | 'deleteAccount'> => ({
  accountData: async (_, call) => {
    const { address } = requireSession(visit)
    await accounts.use.flush()
    await accounts.events.record(address, { kind: 'data_exported', subject: null, ...visit.visitor })
    const data = await accounts.data.export(address)
    if (data === undefined) throw new ServiceError('not_found', 'Nothing is stored about this account.')
    call?.setHeader?.('content-disposition', 'attachment; filename="spyglass-account.json"')
    return data
  },

  deleteAccount: async ({ address }) => {
    const { address: own } = requireSession(visit)
    if (address.toLowerCase() !== own) throw badParameter('address', 'is not that of the account')
    await accounts.data.delete(own)
    visit.setCookie(sessionCookie.clear())
    return { account: null }
  },
})

const keyTitle = ({ name, hint }: ApiKey): string => `${name} (${hint}…)`

const noKey = (): ServiceError => new ServiceError('not_found', 'The account has no such key.')
