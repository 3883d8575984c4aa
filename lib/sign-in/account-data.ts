import { addressBytes } from './account-address.ts'
import type { AccountStore } from './accounts.ts'
import type { AccountKey, AccountNote, KeyUseHour } from './contract/account.ts'
import type { SignInTables } from './tables.ts'

/** Everything that is stored about an account, as its owner may take it along: moments in ISO 8601, nothing that opens anything. */
type AccountExport = {
  address: string
  createdAt: string
  signedInAt: string
  sessions: { network: string; createdAt: string; expiresAt: string }[]
  keys: (AccountKey & { use: KeyUseHour[] })[]
  notes: AccountNote[]
}

export type AccountData = {
  /** Undefined where nothing is stored. */
  export(address: string): Promise<AccountExport | undefined>
  /** Deletes it all: sessions, keys and their use, notes, and sign-ins under way. */
  delete(address: string): Promise<void>
}

export const createAccountData = ({ store }: AccountStore): AccountData => {
  const { db } = store.withTables<SignInTables>()

  const keysOf = async (address: Uint8Array): Promise<AccountExport['keys']> => {
    const keys = await db
      .selectFrom('api_key')
      .selectAll()
      .where('address', '=', address)
      .orderBy('created_at')
      .execute()
    const use = await db
      .selectFrom('api_key_use')
      .innerJoin('api_key', 'api_key.id', 'api_key_use.key_id')
      .select(['api_key_use.key_id', 'api_key_use.hour', 'api_key_use.requests'])
      .where('api_key.address', '=', address)
      .orderBy('api_key_use.hour')
      .execute()
    const useOf = Map.groupBy(use, ({ key_id }) => key_id)
    return keys.map(({ id, name, hint, per_second, created_at, expires_at }) => ({
      id,
      name,
      hint,
      perSecond: per_second,
      createdAt: iso(created_at),
      expiresAt: expires_at === null ? null : iso(expires_at),
      use: (useOf.get(id) ?? []).map(({ hour, requests }) => ({ hour: iso(hour * 1_000), requests })),
    }))
  }

  return {
    export: async (text) => {
      const address = addressBytes(text)
      const account = await db.selectFrom('account').selectAll().where('address', '=', address).executeTakeFirst()
      if (account === undefined) return undefined
      const sessions = await db
        .selectFrom('account_session')
        .selectAll()
        .where('address', '=', address)
        .orderBy('created_at')
        .execute()
      const notes = await db.selectFrom('account_note').selectAll().where('address', '=', address).execute()
      return {
        address: text,
        createdAt: iso(account.created_at),
        signedInAt: iso(account.signed_in_at),
        sessions: sessions.map(({ network, created_at, expires_at }) => ({
          network,
          createdAt: iso(created_at),
          expiresAt: iso(expires_at),
        })),
        keys: await keysOf(address),
        notes: notes.map(({ kind, chain, subject, label, is_watched, updated_at }) => ({
          kind,
          chain,
          subject,
          label,
          isWatched: is_watched === 1,
          updatedAt: iso(updated_at),
        })),
      }
    },
    delete: async (text) => {
      const address = addressBytes(text)
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('sign_in_pre_session').where('address', '=', address).execute()
        // Sessions, keys, their use and notes go with it.
        await transaction.deleteFrom('account').where('address', '=', address).execute()
      })
    },
  }
}

const iso = (ms: number): string => new Date(ms).toISOString()
