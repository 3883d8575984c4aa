import type { CallContext } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { Store } from '#lib/store/store.ts'
import type { ChallengeFields } from './challenge-text.ts'
import type { UnixClock } from './clock.ts'
import { type ChallengeTable, randomText, type SignInTables } from './tables.ts'

export type StoredChallenge = Pick<
  ChallengeTable,
  'nonce' | 'id' | 'caller' | 'message' | 'public_key' | 'expires_at' | 'failures'
>

/** Issued challenges. All times are passed by the caller, in milliseconds. */
type StoredChallenges = {
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

const storeChallenges = <Tables>(store: Store<Tables>): StoredChallenges => {
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

const failuresMax = 5
const sweepEveryMs = 10_000

type NewChallenge = {
  caller: string
  timeoutSeconds: number
  /** Hex with 0x; empty for accounts whose signatures tell the key. */
  publicKey: string
  write: (fresh: Pick<ChallengeFields, 'nonce' | 'issuedAt'>) => string
}

/** Challenges of one kind of wallet, kept in the store. Each is verified once, by the caller that requested it. */
type Challenges = {
  issue(challenge: NewChallenge): Promise<{ id: string; message: string }>
  /** The stored challenge with exactly this text, if it belongs to the caller and is still valid. @throws unknownChallenge */
  find(fields: ChallengeFields, text: string, caller: string): Promise<StoredChallenge>
  /** Counts an attempt that is not known to be right. @throws unknownChallenge after five. */
  countFailure(nonce: string): Promise<void>
  /** Comes last, and once: a wrong signature must not use up someone else's challenge. @throws unknownChallenge */
  use(nonce: string, caller: string): Promise<void>
}

export const createChallenges = <Tables>(store: Store<Tables>, clock: UnixClock): Challenges => {
  const stored = storeChallenges(store)
  let sweptAt = 0

  const sweep = async (now: number): Promise<void> => {
    if (now - sweptAt < sweepEveryMs) return
    sweptAt = now
    await stored.deleteExpired(now)
  }

  return {
    issue: async ({ caller, timeoutSeconds, publicKey, write }) => {
      const now = await clock()
      const nonce = randomText(17)
      const id = randomText(17)
      const message = write({ nonce, issuedAt: new Date(now).toISOString() })
      const expires_at = now + timeoutSeconds * 1_000
      await stored.add({ nonce, id, caller, message, public_key: publicKey, expires_at })
      await sweep(now)
      return { id, message }
    },
    find: async (fields, text, caller) => {
      const found = await stored.find(fields.nonce, caller)
      const now = await clock()
      const isOpen =
        found !== undefined &&
        found.message === text &&
        found.failures < failuresMax &&
        now < found.expires_at &&
        (fields.expirationTime === undefined || now < Date.parse(fields.expirationTime)) &&
        (fields.notBefore === undefined || now >= Date.parse(fields.notBefore))
      if (isOpen) return found
      throw unknownChallenge()
    },
    countFailure: async (nonce) => {
      if (!(await stored.countFailure(nonce, failuresMax))) throw unknownChallenge()
    },
    use: async (nonce, caller) => {
      if (!(await stored.use(nonce, caller, await clock()))) throw unknownChallenge()
    },
  }
}

/** Calls without a caller id share one. */
export const callerOf = (context: CallContext | undefined): string => context?.caller ?? ''

/** The fields of a verified challenge that all its kinds return. */
export const challengeRecord = ({ id }: StoredChallenge, fields: ChallengeFields) => ({
  id,
  domain: fields.domain,
  statement: fields.statement ?? null,
  uri: fields.uri,
  expirationTime: fields.expirationTime ?? null,
  notBefore: fields.notBefore ?? null,
  resources: fields.resources,
  version: '1' as const,
  nonce: fields.nonce,
  chainId: fields.chainId,
  address: fields.address,
})

/* One message for each class: it must not reveal which part was right. */

export const foreignMessage = (): ServiceError =>
  new ServiceError('invalid_request', 'The message is not a challenge, unchanged, nor what a wallet makes of one.')

const unknownChallenge = (): ServiceError =>
  new ServiceError('invalid_request', 'The challenge is unknown, has expired or was used already. Request a new one.')

export const wrongSignature = (): ServiceError =>
  new ServiceError('invalid_request', "The signature is not that of the challenge's account.")
