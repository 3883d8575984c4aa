import type { Kysely, Transaction } from 'kysely'
import { type AccountStore, addressBytes, storedAddressText } from './account-store.ts'
import type { SignInTables } from './tables.ts'
import { hashToken, newToken } from './token.ts'
import { unknownVisitor, type Visitor } from './visitor.ts'

/** Times are milliseconds since 1970. */
export type Session = { address: string; network: string; createdAt: number; expiresAt: number }

/** A session as its owner sees it. `id` is a prefix of the token's hash and grants no access. */
export type ListedSession = Omit<Session, 'address'> &
  Visitor & { id: string; isCurrent: boolean; lastSeenAt: number | null }

/** Signed-in browsers. Every call reads the store: an ended session is refused on its next request. */
export type SessionStore = {
  /** Opens a session with a new token, which only this call returns. */
  open(address: string, network: string, visitor?: Visitor): Promise<{ token: string; session: Session }>
  find(token: string): Promise<Session | undefined>
  /** Sessions that have not expired, newest first. `token` marks the current one. */
  list(address: string, token?: string): Promise<ListedSession[]>
  close(token: string): Promise<void>
  /** Ends one session by its listed id and returns it, or undefined if the account has no such session. */
  closeListed(address: string, id: string): Promise<ListedSession | undefined>
  /** Ends all sessions of the account and returns how many there were. */
  closeAll(address: string): Promise<number>
}

export const sessionLifetimeMs = 14 * 24 * 60 * 60 * 1_000
/** Per account; beyond it the oldest end. */
const sessionsMax = 50
/** Shortest interval between two writes of a session's last use, so that reading a page costs no write. */
const lastSeenStepMs = 10 * 60_000
const listedIdBytes = 9

export const createAccountSessions = ({ store, clock }: AccountStore): SessionStore => {
  const { db } = store.withTables<SignInTables>()

  const list = async (address: string, token?: string): Promise<(ListedSession & { tokenHash: Uint8Array })[]> => {
    const rows = await openSessions(db, address, await clock())
    const current = token === undefined ? undefined : listedId(hashToken(token))
    return rows.map((row) => ({
      id: listedId(row.token_hash),
      isCurrent: listedId(row.token_hash) === current,
      tokenHash: row.token_hash,
      network: row.network,
      browser: row.browser,
      ipNetwork: row.ip_network,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
      expiresAt: row.expires_at,
    }))
  }

  return {
    list: async (address, token) => (await list(address, token)).map(({ tokenHash: _, ...listed }) => listed),
    closeListed: async (address, id) => {
      const found = (await list(address)).find((session) => session.id === id)
      if (found === undefined) return undefined
      const { tokenHash, ...listed } = found
      const { numDeletedRows } = await db
        .deleteFrom('account_session')
        .where('token_hash', '=', tokenHash)
        .executeTakeFirstOrThrow()
      return numDeletedRows === 1n ? listed : undefined
    },
    open: async (address, network, { browser, ipNetwork } = unknownVisitor) => {
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
            browser,
            ip_network: ipNetwork,
            last_seen_at: createdAt,
          })
          .execute()
        await deleteOld(transaction, address, createdAt)
      })
      return { token, session }
    },
    find: async (token) => {
      const row = await db
        .selectFrom('account_session')
        .select(['address', 'network', 'created_at', 'expires_at', 'last_seen_at'])
        .where('token_hash', '=', hashToken(token))
        .executeTakeFirst()
      const now = await clock()
      if (row === undefined || row.expires_at <= now) return undefined
      const { address, network, created_at, expires_at, last_seen_at } = row
      if (last_seen_at === null || now - last_seen_at >= lastSeenStepMs) await noteUse(db, token, now)
      return { address: storedAddressText(address), network, createdAt: created_at, expiresAt: expires_at }
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

const listedId = (tokenHash: Uint8Array): string =>
  Buffer.from(tokenHash.subarray(0, listedIdBytes)).toString('base64url')

const openSessions = (db: Kysely<SignInTables>, address: string, now: number) =>
  db
    .selectFrom('account_session')
    .selectAll()
    .where('address', '=', addressBytes(address))
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .execute()

const addAccount = async (db: Kysely<SignInTables>, address: string, now: number): Promise<void> => {
  await db
    .insertInto('account')
    .values({ address: addressBytes(address), created_at: now, signed_in_at: now })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ signed_in_at: now }))
    .execute()
}

const noteUse = async (db: Kysely<SignInTables>, token: string, now: number): Promise<void> => {
  await db
    .updateTable('account_session')
    .set({ last_seen_at: now })
    .where('token_hash', '=', hashToken(token))
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
