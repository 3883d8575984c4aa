import { type Clock, storeClock } from '#lib/account/clock.ts'
import type { KeyScope } from '#lib/account/contract/account.ts'
import type { Store } from '#lib/store/store.ts'
import { type AccountData, createAccountData } from './account-data.ts'
import { type AccountEvents, createAccountEvents } from './account-events.ts'
import { type AccountKeys, createAccountKeys } from './account-keys.ts'
import { type AccountNotes, createAccountNotes } from './account-notes.ts'
import { createKeyUse, type KeyUse, type KeyUseOptions } from './key-use.ts'
import { createPreSessions, type PreSessions } from './pre-sessions.ts'
import { type AccountSessions, createAccountSessions } from './sessions.ts'

export type AccountsOptions = {
  store: Store<unknown>
  clock?: Clock
  /** The highest rate limit of a key, in requests per second: the installation's own limit for keys. */
  perSecondMax: number
  /** What keys can be limited to. */
  scopes: readonly KeyScope[]
  use?: KeyUseOptions
}

/** What is stored for signed-in users: sessions, keys, labels and the audit log. */
export type Accounts = {
  sessions: AccountSessions
  preSessions: PreSessions
  keys: AccountKeys
  use: KeyUse
  notes: AccountNotes
  data: AccountData
  events: AccountEvents
  readonly scopes: readonly KeyScope[]
  /** Writes pending usage counts. */
  close(): Promise<void>
}

export const createAccounts = ({
  store,
  clock = storeClock(store),
  perSecondMax,
  scopes,
  use,
}: AccountsOptions): Accounts => {
  const parts = { store, clock }
  const keyUse = createKeyUse(parts, use)
  const stored = {
    sessions: createAccountSessions(parts),
    keys: createAccountKeys(parts, { use: keyUse, perSecondMax, scopes: scopes.map(({ name }) => name) }),
    use: keyUse,
    notes: createAccountNotes(parts),
    events: createAccountEvents(parts),
  }
  return {
    ...stored,
    scopes,
    preSessions: createPreSessions(parts),
    data: createAccountData(parts, stored),
    close: keyUse.close,
  }
}
