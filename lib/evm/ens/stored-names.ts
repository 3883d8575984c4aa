import type { Insertable } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'

/** The name of an address after a block, or its absence. Times are unix milliseconds, `expiresAt` unix seconds. */
export type StoredName = {
  name: string | null
  expiresAt: number | null
  blockNumber: number
  readAt: number
  dueAt: number
}

export type StoredNames = {
  read(addresses: readonly string[]): Promise<ReadonlyMap<string, StoredName>>
  /** Overwrites older rows, and deletes the oldest beyond `rowsMax`. */
  write(names: ReadonlyMap<string, StoredName>): Promise<void>
}

/** SQLite accepts more parameters, but would prepare a statement for each number of them. */
const readAtOnce = 200
/** Rows are counted after this many writes. */
const writesBetweenCounts = 1_000

/** Names of one chain. */
export const createStoredNames = (store: Store<EvmTables>, chain: number, rowsMax: number): StoredNames => {
  let writes = writesBetweenCounts

  const readSome = (addresses: readonly string[]) =>
    store.db
      .selectFrom('evm_ens_names')
      .select(['address', 'name', 'expires_at', 'block_number', 'read_at', 'due_at'])
      .where('chain', '=', chain)
      .where('address', 'in', addresses.map(toBytes))
      .execute()

  const evict = async (): Promise<void> => {
    const oldest = await store.db
      .selectFrom('evm_ens_names')
      .select('read_at')
      .where('chain', '=', chain)
      .orderBy('read_at', 'desc')
      .offset(rowsMax)
      .limit(1)
      .executeTakeFirst()
    if (!oldest) return
    await store.db
      .deleteFrom('evm_ens_names')
      .where('chain', '=', chain)
      .where('read_at', '<=', oldest.read_at)
      .execute()
  }

  return {
    read: async (addresses) => {
      const found = new Map<string, StoredName>()
      for (let next = 0; next < addresses.length; next += readAtOnce)
        for (const row of await readSome(addresses.slice(next, next + readAtOnce)))
          found.set(toHex(row.address), {
            name: row.name,
            expiresAt: row.expires_at,
            blockNumber: row.block_number,
            readAt: row.read_at,
            dueAt: row.due_at,
          })
      return found
    },
    write: async (names) => {
      if (names.size === 0) return
      const values = [...names].map(
        ([address, { name, expiresAt, blockNumber, readAt, dueAt }]): Insertable<EvmTables['evm_ens_names']> => ({
          chain,
          address: toBytes(address),
          name,
          expires_at: expiresAt,
          block_number: blockNumber,
          read_at: readAt,
          due_at: dueAt,
        }),
      )
      await store.db
        .insertInto('evm_ens_names')
        .values(values)
        .onConflict((conflict) =>
          conflict.columns(['chain', 'address']).doUpdateSet(({ ref }) => ({
            name: ref('excluded.name'),
            expires_at: ref('excluded.expires_at'),
            block_number: ref('excluded.block_number'),
            read_at: ref('excluded.read_at'),
            due_at: ref('excluded.due_at'),
          })),
        )
        .execute()
      writes += values.length
      if (writes < writesBetweenCounts) return
      writes = 0
      await evict()
    },
  }
}
