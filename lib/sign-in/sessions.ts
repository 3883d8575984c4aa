import type { Kysely, Transaction } from 'kysely'
import { addressBytes, addressText } from './account-address.ts'
import type { AccountStore } from './accounts.ts'
import type { SignInTables } from './tables.ts'
import { hashToken, newToken } from './token.ts'

/** Moments are milliseconds since 1970. */
export type Session = { address: string; network: string; createdAt: number; expiresAt: number }

/** Browsers that are signed in. Every look is at the store: what was ended is refused on the next request. */
export type AccountSessions = {
  /** A new session under a new token, which is told here alone. */
  open(address: string, network: string): Promise<{ token: string; session: Session }>
  find(token: string): Promise<Session | undefined>
  close(token: string): Promise<void>
  /** Ends them in every browser; how many there were. */
  closeAll(address: string): Promise<number>
}

export const sessionLifetimeMs = 14 * 24 * 60 * 60 * 1_000
/** Of one account; the oldest go. */
const sessionsMax = 50

export const createAccountSessions = ({ store, clock }: AccountStore): AccountSessions => {
  const { db } = store.withTables<SignInTables>()
  return {
    open: async (address, network) => {
      const token = newToken()
      const createdAt = await clock()
      const session = { address, network, createdAt, expiresAt: createdAt + sessionLifetimeMs }
      await db.transaction().execute(async (transaction) => {
        await addAccount(transaction, address, createdAt)
        await transaction
          .insertInto('account_session')
          .values({
            token_hash: hashToken(token),
            address: addressBytes(address),
            network,
            created_at: createdAt,
            expires_at: session.expiresAt,
          })
          .execute()
        await deleteOld(transaction, address, createdAt)
      })
      return { token, session }
    },
    find: async (token) => {
      const row = await db
        .selectFrom('account_session')
        .select(['address', 'network', 'created_at', 'expires_at'])
        .where('token_hash', '=', hashToken(token))
        .executeTakeFirst()
      if (row === undefined || row.expires_at <= (await clock())) return undefined
      const { address, network, created_at, expires_at } = row
      return { address: addressText(address), network, createdAt: created_at, expiresAt: expires_at }
    },
    close: async (token) => {
      await db.deleteFrom('account_session').where('token_hash', '=', hashToken(token)).execute()
    },
    closeAll: async (address) => {
      const { numDeletedRows } = await db
        .deleteFrom('account_session')
        .where('address', '=', addressBytes(address))
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}

const addAccount = async (db: Kysely<SignInTables>, address: string, now: number): Promise<void> => {
  await db
    .insertInto('account')
    .values({ address: addressBytes(address), created_at: now, signed_in_at: now })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ signed_in_at: now }))
    .execute()
}

const deleteOld = async (db: Transaction<SignInTables>, address: string, now: number): Promise<void> => {
  await db.deleteFrom('account_session').where('expires_at', '<=', now).execute()
  await db
    .deleteFrom('account_session')
    .where('address', '=', addressBytes(address))
    .where('token_hash', 'not in', (query) =>
      query
        .selectFrom('account_session')
        .select('token_hash')
        .where('address', '=', addressBytes(address))
        .orderBy('created_at', 'desc')
        .orderBy('token_hash')
        .limit(sessionsMax),
    )
    .execute()
}
