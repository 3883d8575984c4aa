import type { ChallengeTable, SignInTables } from '#lib/account/tables.ts'
import type { Store } from '#lib/store/store.ts'

export type StoredChallenge = Pick<
  ChallengeTable,
  'nonce' | 'id' | 'caller' | 'message' | 'public_key' | 'expires_at' | 'failures'
>

/** Issued challenges. All times are passed by the caller, in milliseconds. */
export type StoredChallenges = {
  add(challenge: Omit<StoredChallenge, 'failures'>): Promise<void>
  /** A challenge of this caller; it may have expired. */
  find(nonce: string, caller: string): Promise<StoredChallenge | undefined>
  /** False if the challenge has had as many failed attempts as it may. */
  countFailure(nonce: string, failuresMax: number): Promise<boolean>
  /**
   * Removes a challenge in one statement, so that only one concurrent caller succeeds. False if it is gone or expired.
   */
  use(nonce: string, caller: string, now: number): Promise<boolean>
  deleteExpired(now: number): Promise<void>
}

export const storeChallenges = <Tables>(store: Store<Tables>): StoredChallenges => {
  const { db } = store.withTables<SignInTables>()
  return {
    add: async (challenge) => {
      await db
        .insertInto('sign_in_challenge')
        .values({ ...challenge, failures: 0 })
        .execute()
    },
    find: (nonce, caller) =>
      db
        .selectFrom('sign_in_challenge')
        .select(['nonce', 'id', 'caller', 'message', 'public_key', 'expires_at', 'failures'])
        .where('nonce', '=', nonce)
        .where('caller', '=', caller)
        .executeTakeFirst(),
    countFailure: async (nonce, failuresMax) => {
      const { numUpdatedRows } = await db
        .updateTable('sign_in_challenge')
        .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
        .where('nonce', '=', nonce)
        .where('failures', '<', failuresMax)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },
    use: async (nonce, caller, now) => {
      const { numDeletedRows } = await db
        .deleteFrom('sign_in_challenge')
        .where('nonce', '=', nonce)
        .where('caller', '=', caller)
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow()
      return numDeletedRows === 1n
    },
    deleteExpired: async (now) => {
      await db.deleteFrom('sign_in_challenge').where('expires_at', '<=', now).execute()
    },
  }
}
