import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import type { DecodedTokens } from '#lib/aptos/chain/decode/decode-version.ts'
import type { AptosTableHandleRow, AptosTables } from '#lib/aptos/chain/tables.ts'
import { toHex } from '#lib/base/bytes.ts'
import { longAddress } from '#lib/base/hex.ts'
import type { Store } from '#lib/store/store.ts'
import { NotServed } from './known-assets.ts'

/** The owner of a table, and the type of the resource that contains it. Both addresses are long. */
export type TableOwner = { owner: string; type: string }

/** The handle of the tokens' table in an account's store; undefined for an account without one. */
export type TokenStoreLookUp = (account: string, signal?: AbortSignal) => Promise<string | undefined | NotServed>

export type TableOwners = {
  /** Every table with items in these transactions that is known or was found, by handle. */
  of: Map<string, TableOwner>
  /** Not stored yet. */
  fresh: AptosTableHandleRow[]
  /** Whether a table may have an owner that no node could be asked for. */
  isPartial: boolean
}

export const tokenStoreType = '0x3::token::TokenStore'
export const collectionsType = '0x3::token::Collections'
const keptMax = 200_000
const lookUpsAtOnce = 4

type StoredHandle = Pick<AptosTableHandleRow, 'handle' | 'owner_address' | 'table_type'>

/** Handles by their key, or by the account that owns them. */
const storedHandles = async (
  store: Store<AptosTables>,
  keys: readonly ({ chain_id: number } & Partial<StoredHandle>)[],
): Promise<StoredHandle[]> =>
  store.db
    .transaction()
    .setAccessMode('read only')
    .execute((transaction) =>
      store.findMany(transaction, 'aptos_table_handles', { columns: ['handle', 'owner_address', 'table_type'], keys }),
    )

/**
 * Finds the owners of tables. Most handles are known from the creation of the store. For stores created before our
 * start, the node is asked: the edition's sender or recipient owns the written store, or neither (an escrow's table).
 * Results are kept: handles never change owners.
 */
export const createTableOwners = (store: Store<AptosTables>, chainId: number, lookUp: TokenStoreLookUp) => {
  const kept = new LRUCache<string, TableOwner>({ max: keptMax })
  const limit = pLimit(lookUpsAtOnce)

  const stored = async (handles: readonly string[]): Promise<[string, TableOwner][]> => {
    const rows = await storedHandles(
      store,
      handles.map((handle) => ({ chain_id: chainId, handle: toBytes32(handle) })),
    )
    return rows.map((row) => [toHex(row.handle), { owner: toHex(row.owner_address), type: row.table_type }])
  }

  /** The accounts whose token store is already known. */
  const withKnownStore = async (accounts: readonly string[]): Promise<Set<string>> => {
    const rows = await storedHandles(
      store,
      accounts.map((account) => ({ chain_id: chainId, owner_address: toBytes32(account) })),
    )
    return new Set(rows.filter((row) => row.table_type === tokenStoreType).map((row) => toHex(row.owner_address)))
  }

  const askNode = async (facts: readonly DecodedTokens[], of: Map<string, TableOwner>, signal?: AbortSignal) => {
    const candidates = new Set<string>()
    for (const { items, holders } of facts)
      for (const { handle, edition } of items)
        if (!of.has(handle)) for (const account of holders.get(edition) ?? []) candidates.add(account)
    for (const { owner, type } of of.values()) if (type === tokenStoreType) candidates.delete(owner)
    if (candidates.size === 0) return { found: [], isPartial: false }
    const known = await withKnownStore([...candidates])
    const asked = [...candidates].filter((account) => !known.has(account))
    const answers = await Promise.all(
      asked.map((account) => limit(async () => ({ account, handle: await lookUp(account, signal) }))),
    )
    const found: [string, string][] = []
    for (const { account, handle } of answers)
      if (handle !== undefined && !(handle instanceof NotServed)) found.push([longAddress(handle), account])
    return { found, isPartial: answers.some(({ handle }) => handle instanceof NotServed) }
  }

  return {
    /** @throws ServiceError if the node is needed and unavailable. */
    find: async (facts: readonly DecodedTokens[], signal?: AbortSignal): Promise<TableOwners> => {
      const of = new Map<string, TableOwner>()
      const fresh = new Map<string, AptosTableHandleRow>()
      const written = new Map(facts.flatMap(({ handles }) => handles).map((row) => [toHex(row.handle), row]))
      const items = facts.flatMap(({ items, collectionItems }) => [...items, ...collectionItems])
      const wanted = new Set([...written.keys(), ...items.map(({ handle }) => handle)])
      const unknown: string[] = []
      for (const handle of wanted) {
        const known = kept.get(handle)
        if (known) of.set(handle, known)
        else unknown.push(handle)
      }
      for (const [handle, owner] of unknown.length > 0 ? await stored(unknown) : []) of.set(handle, owner)
      for (const [handle, row] of written) {
        if (of.has(handle)) continue
        of.set(handle, { owner: toHex(row.owner_address), type: row.table_type })
        fresh.set(handle, row)
      }
      const { found, isPartial } = await askNode(facts, of, signal)
      for (const [handle, owner] of found) {
        of.set(handle, { owner, type: tokenStoreType })
        const row = { chain_id: chainId, handle: toBytes32(handle), owner_address: toBytes32(owner) }
        fresh.set(handle, { ...row, table_type: tokenStoreType })
      }
      return { of, fresh: [...fresh.values()].sort((a, b) => Buffer.compare(a.handle, b.handle)), isPartial }
    },
    /** Call this when all of them are stored. */
    keep: ({ of }: TableOwners): void => {
      for (const [handle, owner] of of) kept.set(handle, owner)
    },
  }
}
