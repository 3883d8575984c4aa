import { eventRecord, keyRecord, noteRecord, sessionRecord, signedInRecord } from '#lib/sign-in/account-records.ts'
import type { Accounts } from '#lib/sign-in/accounts.ts'
import type {
  AccountEvent,
  AccountKey,
  AccountNote,
  AccountNoteSubject,
  AccountSession,
  SignedIn,
} from '#lib/sign-in/contract/account.ts'
import { createSessionCookie } from './cookies.ts'
import { safeNext } from './safe-next.ts'
import { siteOf } from './site.ts'

/** What server components ask in process, for the browser whose `Cookie` header they were given. */
export type AccountPages = {
  /** Undefined if no one is signed in. A browser without our cookie costs no look at the store. */
  signedIn(cookie: string | null): Promise<SignedIn | undefined>
  keys(address: string): Promise<AccountKey[]>
  /** The browser of the `Cookie` header is marked as the current one. */
  sessions(address: string, cookie: string | null): Promise<AccountSession[]>
  events(address: string): Promise<AccountEvent[]>
  notes(address: string): Promise<AccountNote[]>
  note(address: string, subject: AccountNoteSubject): Promise<AccountNote | undefined>
  /** Where to continue: a path of this site, and `/` for everything else. */
  next(path: unknown): string
  /** The host that messages to sign are from. */
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
    next: (path) => safeNext(path, site.origin),
    domain: site.domain,
  }
}
