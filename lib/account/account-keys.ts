import type { Transaction } from 'kysely'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import { type AccountStore, addressBytes, type KeyUseStore, lockAccount } from './account-store.ts'
import { type ApiKeyTable, randomText, type SignInTables } from './tables.ts'
import { hashToken, newToken } from './token.ts'

/** A key as it is listed. Times are milliseconds since 1970. */
export type ApiKey = {
  id: string
  name: string
  /** The key's first characters. */
  hint: string
  perSecond: number
  scopes: string[]
  createdAt: number
  expiresAt: number | null
  lastUsedAt: number | null
}

type NewApiKey = { name: string; perSecond?: number; scopes?: readonly string[]; expiresAt?: number }

/** API keys created by an account's owner. */
export type AccountKeyStore = {
  /** The only call that returns the key itself. */
  create(address: string, key: NewApiKey): Promise<{ key: string; record: ApiKey }>
  /** Newest first. */
  list(address: string): Promise<ApiKey[]>
  /** Returns the revoked key; undefined if the account has no such key. */
  revoke(address: string, id: string): Promise<ApiKey | undefined>
  /**
   * For admission: finds a valid key by its SHA-256 and counts its use. It is read from the store every time, by a
   * unique index, so that a revoked key is refused by every process on its next request.
   */
  find(keyHash: Uint8Array): Promise<{ id: string; name: string; perSecond: number; scopes: string[] } | undefined>
}

const keysMax = 20
const hintLength = 8

export const createAccountKeys = (
  { store, clock }: AccountStore,
  { use, perSecondMax, scopes: allScopes }: { use: KeyUseStore; perSecondMax: number; scopes: readonly string[] },
): AccountKeyStore => {
  const { db } = store.withTables<SignInTables>()
  /** Unknown scopes are not granted. */
  const readScopes = (text: string | null): string[] => {
    if (text === null) return [...allScopes]
    const granted = text.split(',')
    return allScopes.filter((scope) => granted.includes(scope))
  }
  const toRecord = (row: ApiKeyTable): ApiKey => ({
    id: row.id,
    name: row.name,
    hint: row.hint,
    perSecond: row.per_second,
    scopes: readScopes(row.scopes),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  })
  return {
    create: async (address, { name, perSecond = perSecondMax, scopes = allScopes, expiresAt }) => {
      const now = await clock()
      if (perSecond > perSecondMax) throw badParameter('perSecond', `must not be above ${perSecondMax}`)
      if (expiresAt !== undefined && expiresAt <= now) throw badParameter('expiresAt', 'must be in the future')
      const key = `sg_${newToken()}`
      const row: ApiKeyTable = {
        id: randomText(12),
        address: addressBytes(address),
        key_hash: hashToken(key),
        hint: key.slice(0, hintLength),
        name,
        per_second: perSecond,
        scopes: allScopes.every((scope) => scopes.includes(scope)) ? null : scopes.join(','),
        created_at: now,
        expires_at: expiresAt ?? null,
        last_used_at: null,
      }
      await db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, address)
        await refuseTooMany(transaction, row.address)
        await transaction.insertInto('api_key').values(row).execute()
      })
      return { key, record: toRecord(row) }
    },
    list: async (address) => {
      const rows = await db
        .selectFrom('api_key')
        .selectAll()
        .where('address', '=', addressBytes(address))
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(toRecord)
    },
    revoke: async (address, id) => {
      const row = await db
        .deleteFrom('api_key')
        .where('id', '=', id)
        .where('address', '=', addressBytes(address))
        .returningAll()
        .executeTakeFirst()
      return row && toRecord(row)
    },
    find: async (keyHash) => {
      const row = await db
        .selectFrom('api_key')
        .select(['id', 'per_second', 'scopes', 'expires_at'])
        .where('key_hash', '=', Uint8Array.from(keyHash))
        .executeTakeFirst()
      if (row === undefined || (row.expires_at !== null && row.expires_at <= (await clock()))) return undefined
      use.count(row.id)
      // The owner's name for a key is private: logs use its id.
      return { id: `key-${row.id}`, name: `key ${row.id}`, perSecond: row.per_second, scopes: readScopes(row.scopes) }
    },
  }
}

const refuseTooMany = async (transaction: Transaction<SignInTables>, address: Uint8Array): Promise<void> => {
  const { keys } = await transaction
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll<number>().as('keys'))
    .where('address', '=', address)
    .executeTakeFirstOrThrow()
  if (keys >= keysMax)
    throw new ServiceError('invalid_request', `An account can have at most ${keysMax} keys. Revoke one first.`)
}
