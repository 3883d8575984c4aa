import type {
  AccountEvent,
  AccountKey,
  AccountNote,
  AccountSession,
  KeyUseHour,
} from '#lib/account/contract/account.ts'
import type { SignInTables } from '#lib/account/tables.ts'
import { addressBytes } from './account-address.ts'
import type { AccountEvents } from './account-events.ts'
import type { AccountKeys } from './account-keys.ts'
import type { AccountNotes } from './account-notes.ts'
import { eventRecord, isoTime, keyRecord, noteRecord, sessionRecord } from './account-records.ts'
import type { AccountStore } from './account-store.ts'
import type { KeyUse } from './key-use.ts'
import type { AccountSessions } from './sessions.ts'

/** All data stored about an account, for its owner to export: times in ISO 8601, without secrets. */
type AccountExport = {
  address: string
  createdAt: string
  signedInAt: string
  sessions: Omit<AccountSession, 'id' | 'isCurrent'>[]
  keys: (AccountKey & { use: KeyUseHour[] })[]
  notes: AccountNote[]
  events: AccountEvent[]
}

export type AccountData = {
  /** Undefined if nothing is stored. */
  export(address: string): Promise<AccountExport | undefined>
  /** Deletes everything: sessions, keys and their usage, labels, the audit log, and pending sign-ins. */
  delete(address: string): Promise<void>
}

type AccountParts = {
  sessions: AccountSessions
  keys: AccountKeys
  use: KeyUse
  notes: AccountNotes
  events: AccountEvents
}

export const createAccountData = (
  { store }: AccountStore,
  { sessions, keys, use, notes, events }: AccountParts,
): AccountData => {
  const { db } = store.withTables<SignInTables>()

  const useOf = async (address: string, id: string): Promise<KeyUseHour[]> => {
    const hours = (await use.read(address, id, 0)) ?? []
    return hours.map(({ hour, requests }) => ({ hour: isoTime(hour * 1_000), requests }))
  }

  return {
    export: async (address) => {
      const account = await db
        .selectFrom('account')
        .selectAll()
        .where('address', '=', addressBytes(address))
        .executeTakeFirst()
      if (account === undefined) return undefined
      const listed = (await sessions.list(address)).map(sessionRecord)
      return {
        address,
        createdAt: isoTime(account.created_at),
        signedInAt: isoTime(account.signed_in_at),
        sessions: listed.map(({ id: _, isCurrent: __, ...session }) => session),
        keys: await Promise.all(
          (await keys.list(address)).map(async (key) => ({ ...keyRecord(key), use: await useOf(address, key.id) })),
        ),
        notes: (await notes.list(address)).map(noteRecord),
        events: (await events.list(address)).map(eventRecord),
      }
    },
    delete: async (text) => {
      const address = addressBytes(text)
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('sign_in_pre_session').where('address', '=', address).execute()
        // Other tables reference the account and cascade.
        await transaction.deleteFrom('account').where('address', '=', address).execute()
      })
    },
  }
}
