import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Owner of a key: `id` identifies the key (it is not the key), `name` is for logs. `perSecond` is the key's own limit,
 * by default the installation's. `scopes` limits what the key may use; without it, everything.
 */
export type KeyOwner = { id: string; name: string; perSecond?: number; scopes?: readonly string[] }

/**
 * Looks up a key by its hash on every request, so that a revoked key is refused on its next one. The key itself is
 * never passed on.
 */
export type FindKey = (keyHash: Buffer) => KeyOwner | undefined | Promise<KeyOwner | undefined>

/** SHA-256 of a key. Keys are long and random, so a slow password hash would only cost time. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** The key of a request, from `X-API-Key` or else `Authorization: Bearer` (some clients send both). */
export const presentedKey = (headers: Headers): string | undefined => {
  const bearer = /^bearer +([^ ].*)$/i.exec(headers.get('authorization') ?? '')?.[1]
  return headers.get('x-api-key')?.trim() || bearer?.trim() || undefined
}

/** The operator's own keys (`API_KEYS`), hashed; every one is compared each time, in constant time. */
export const configuredKeys = (keys: readonly { name: string; key: string }[]): FindKey => {
  const known = keys.map(({ name, key }, index) => ({ owner: { id: `config-${index}`, name }, hash: hashKey(key) }))
  return (keyHash) => {
    let found: KeyOwner | undefined
    for (const { owner, hash } of known) if (timingSafeEqual(hash, keyHash)) found = owner
    return found
  }
}

/** Looks a key up in several places in order: the configuration, then keys created on the account page. */
export const firstKeyOf =
  (...places: readonly FindKey[]): FindKey =>
  async (keyHash) => {
    for (const find of places) {
      const owner = await find(keyHash)
      if (owner !== undefined) return owner
    }
    return undefined
  }

/** Whether a request may see operator-only data: always without a configured token. */
type IsOperator = (request: Request) => boolean

export const createIsOperator = (token: string | undefined): IsOperator => {
  if (token === undefined) return () => true
  const expected = hashKey(token)
  return ({ headers }) => {
    const [, given] = /^bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '') ?? []
    return given !== undefined && timingSafeEqual(hashKey(given), expected)
  }
}
