import { createHash } from 'node:crypto'
import type { Requester } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createCacheUpkeep } from '#lib/store/cache-upkeep.ts'
import type { Store } from '#lib/store/store.ts'

/** Calldata that is too long for a URL, by its SHA-256: simulations with it can be shared. */
export type KeptCalldata = {
  /** Stores it, and returns its hash. @throws ServiceError `rate_limited` */
  keep(chain: number, data: Hex, requester: Requester | undefined): Promise<Hex>
  /** Undefined if it was never kept, or evicted since. */
  read(chain: number, hash: Hex): Promise<Hex | undefined>
}

type Options = {
  /** Counts what is kept per caller. */
  quota: { take(requester: Requester): Promise<number | undefined> }
  /** Maximum size of what is kept for a chain; the least recently used is evicted. */
  bytesMax?: number
  now?: () => number
}

const hourSeconds = 3_600
const rowBytes = 100

export const createKeptCalldata = (
  { db }: Store<EvmTables>,
  { quota, bytesMax = 64 << 20, now = Date.now }: Options,
): KeptCalldata => {
  const hour = () => Math.floor(now() / 1_000 / hourSeconds) * hourSeconds
  const upkeep = createCacheUpkeep(
    db,
    { name: 'evm_kept_calldata', key: ['chain', 'hash'] },
    { bytesMax, waitingMax: 0, onFailure: () => undefined },
  )
  const find = async (chain: number, hash: Uint8Array) => {
    const row = await db
      .selectFrom('evm_kept_calldata')
      .select(['content', 'used_at'])
      .where('chain', '=', chain)
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (row && row.used_at < hour())
      await db
        .updateTable('evm_kept_calldata')
        .set({ used_at: hour() })
        .where('chain', '=', chain)
        .where('hash', '=', hash)
        .execute()
    return row?.content
  }
  return {
    keep: async (chain, data, requester) => {
      const content = toBytes(data)
      const hash = createHash('sha256').update(content).digest()
      if (await find(chain, hash)) return toHex(hash)
      if (requester !== undefined && (await quota.take(requester)) === undefined)
        throw new ServiceError('rate_limited', 'Too much calldata in an hour. Please try again later.', {
          retryAfterSeconds: hourSeconds,
        })
      const size_bytes = content.length + rowBytes
      await db
        .insertInto('evm_kept_calldata')
        .values({ chain, hash, size_bytes, used_at: hour(), content })
        .onConflict((conflict) => conflict.columns(['chain', 'hash']).doNothing())
        .execute()
      await upkeep.grew(chain, size_bytes)
      return toHex(hash)
    },
    read: async (chain, hash) => {
      const content = await find(chain, toBytes(hash))
      return content && toHex(content)
    },
  }
}
