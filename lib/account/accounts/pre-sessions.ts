import type { SignInTables } from '#lib/account/tables.ts'
import { hashToken, newToken } from '#lib/account/token.ts'
import { addressBytes, addressText } from './account-address.ts'
import type { AccountStore } from './account-store.ts'

/** The challenge given to a browser. Its id stays on the server. */
type PreSession = { challengeId: string; address: string; network: string }

/** Ties a challenge to the browser that requested it, so that no one can be signed in with another user's signature. */
export type PreSessions = {
  open(preSession: PreSession, lifetimeMs: number): Promise<string>
  find(token: string): Promise<PreSession | undefined>
  /** Removes it; false if it was already taken. */
  take(token: string): Promise<boolean>
}

export const createPreSessions = ({ store, clock }: AccountStore): PreSessions => {
  const { db } = store.withTables<SignInTables>()
  return {
    open: async ({ challengeId, address, network }, lifetimeMs) => {
      const token = newToken()
      const now = await clock()
      await db.deleteFrom('sign_in_pre_session').where('expires_at', '<=', now).execute()
      await db
        .insertInto('sign_in_pre_session')
        .values({
          token_hash: hashToken(token),
          challenge_id: challengeId,
          address: addressBytes(address),
          network,
          expires_at: now + lifetimeMs,
        })
        .execute()
      return token
    },
    find: async (token) => {
      const row = await db
        .selectFrom('sign_in_pre_session')
        .select(['challenge_id', 'address', 'network', 'expires_at'])
        .where('token_hash', '=', hashToken(token))
        .executeTakeFirst()
      if (row === undefined || row.expires_at <= (await clock())) return undefined
      return { challengeId: row.challenge_id, address: addressText(row.address), network: row.network }
    },
    take: async (token) => {
      const { numDeletedRows } = await db
        .deleteFrom('sign_in_pre_session')
        .where('token_hash', '=', hashToken(token))
        .executeTakeFirstOrThrow()
      return numDeletedRows === 1n
    },
  }
}
