import {
  eventRecord,
  keyRecord,
  noteRecord,
  sessionRecord,
  signedInRecord,
} from '#lib/account/accounts/account-records.ts'
import type { Accounts } from '#lib/account/accounts/accounts.ts'
import type {
  AccountEvent,
  AccountKey,
  AccountNote,
  AccountNoteSubject,
  AccountSession,
  KeyScope,
  SignedIn,
} from '#lib/account/contract/account.ts'
import { createSessionCookie } from './cookies.ts'
import { safeNext } from './safe-next.ts'
import { siteOf } from './site.ts'

/** In-process calls of server components, for the browser with the given `Cookie` header. */
export type AccountPages = {
  /** Undefined if not signed in. A browser without our cookie costs no database read. */
  signedIn(cookie: string | null): Promise<SignedIn | undefined>
  keys(address: string): Promise<AccountKey[]>
  /** Marks the browser with the `Cookie` header as the current one. */
  sessions(address: string, cookie: string | null): Promise<AccountSession[]>
  events(address: string): Promise<AccountEvent[]>
  notes(address: string): Promise<AccountNote[]>
  note(address: string, subject: AccountNoteSubject): Promise<AccountNote | undefined>
  /** What keys can be limited to. */
  readonly keyScopes: readonly KeyScope[]
  /** The page to continue to: a path of this site, or `/` for everything else. */
  next(path: unknown): string
  /** The host named in messages to sign. */
  readonly domain: string
}

export const createAccountPages = ({ siteUrl, accounts }: { siteUrl: string; accounts: Accounts }): AccountPages => {
  const site = siteOf(siteUrl)
  const sessionCookie = createSessionCookie(site)
  const tokenIn = (cookie: string | null): string | undefined =>
    sessionCookie.read(new Request(site.origin, { headers: { cookie: cookie ?? '' } }))
  return {
    signedIn: async (cookie) => {
      const token = tokenIn(cookie)
      const session = token === undefined ? undefined : await accounts.sessions.find(token)
      return session && signedInRecord(session)
    },
    keys: async (address) => (await accounts.keys.list(address)).map(keyRecord),
    sessions: async (address, cookie) => (await accounts.sessions.list(address, tokenIn(cookie))).map(sessionRecord),
    events: async (address) => (await accounts.events.list(address)).map(eventRecord),
    notes: async (address) => (await accounts.notes.list(address)).map(noteRecord),
    note: async (address, subject) => {
      const note = await accounts.notes.find(address, { ...subject, subject: subject.subject.toLowerCase() })
      return note && noteRecord(note)
    },
    keyScopes: accounts.scopes,
    next: (path) => safeNext(path, site.origin),
    domain: site.domain,
  }
}
