import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { Store } from '#lib/store/store.ts'
import { type ContractAt, type ImplementationPoint, implementationsAt, withPoint } from './abi-index.ts'
import { readImplementations } from './read-implementations.ts'

const addressBytes = 20
const addressesPerStatement = 500

/** The known points of these contracts, in the order of their blocks. */
const storedPoints = async (
  db: Kysely<EvmTables>,
  chain: number,
  addresses: readonly Hex[],
): Promise<Map<Hex, ImplementationPoint[]>> => {
  const points = new Map<Hex, ImplementationPoint[]>(addresses.map((address) => [address, []]))
  for (const batch of batchesOf(addresses, addressesPerStatement)) {
    const rows = await db
      .selectFrom('evm_proxies')
      .selectAll()
      .where('chain', '=', chain)
      .where('address', 'in', batch.map(toBytes))
      .orderBy('address')
      .orderBy('block_number')
      .execute()
    for (const { address, block_number, kind, implementations } of rows)
      points.get(toHex(address))?.push({ block: block_number, kind, implementations: split(implementations) })
  }
  return points
}

/** The newest final block; undefined if the chain is not indexed. */
const finalBlock = async (db: Kysely<EvmTables>, chain: number): Promise<number | undefined> => {
  const row = await db.selectFrom('evm_chains').select('final_block').where('chain', '=', chain).executeTakeFirst()
  return row?.final_block ?? undefined
}

/** Replaces the points of contracts by these. */
const keepPoints = async (
  store: Store<EvmTables>,
  chain: number,
  changed: ReadonlyMap<Hex, readonly ImplementationPoint[]>,
): Promise<void> => {
  const addresses = [...changed.keys()].sort()
  if (addresses.length === 0) return
  await store.db.transaction().execute(async (transaction) => {
    const keys = addresses.map((address) => ({ chain, address: toBytes(address) }))
    await store.deleteMany(transaction, 'evm_proxies', keys)
    const rows = addresses.flatMap((address) =>
      (changed.get(address) ?? []).map(({ block, kind, implementations }) => ({
        chain,
        address: toBytes(address),
        block_number: block,
        kind,
        implementations: Buffer.concat(implementations.map(toBytes)),
      })),
    )
    await store.upsertMany(transaction, 'evm_proxies', { key: ['chain', 'address', 'block_number'], rows })
  })
}

const split = (joined: Uint8Array): Hex[] =>
  Array.from({ length: Math.floor(joined.length / addressBytes) }, (_, index) =>
    toHex(joined.subarray(index * addressBytes, (index + 1) * addressBytes)),
  )

/** Implementations of contracts by block: known, or read from a chain's nodes. */
export type Implementations = {
  /**
   * Loads the known points of these contracts, and requests the others. Rejects as the store does, or when the signal
   * fires.
   */
  learn(chain: number, pool: NodePool | undefined, contracts: readonly ContractAt[]): Promise<void>
  /** The result; the nearest known block is used if none is close enough to be certain. */
  find(chain: number, contract: ContractAt): ImplementationPoint | undefined
}

export type ImplementationsOptions = { store: Store<EvmTables>; now: () => number; signal: AbortSignal }

/** Contracts resolved at a time; further ones are left to a later page. */
const contractsMax = 300
/** Each halves the blocks between two unequal points. */
const roundsMax = 3
const rememberedMax = 20_000
/** Reorgs revert blocks. */
const rememberedMs = 600_000
/** Other processes add points too, and delete those of a contract whose code was replaced. */
const storedMs = 5_000
/** Delay before a node that failed is tried again. */
const untoldMs = 30_000

type Remembered = {
  points: readonly ImplementationPoint[]
  /** Final points. */
  stored: readonly ImplementationPoint[]
  /** When these were read. */
  readAt: number
  forgetAt: number
  /** By block: the time until which another request is useless. */
  settledUntil: Map<number, number>
}

const newlyRemembered = (stored: readonly ImplementationPoint[], readAt: number): Remembered => ({
  points: stored,
  stored,
  readAt,
  forgetAt: readAt + rememberedMs,
  settledUntil: new Map(),
})

const addStored = (entry: Remembered, stored: readonly ImplementationPoint[], readAt: number): void => {
  entry.readAt = readAt
  entry.stored = stored
  entry.points = stored.reduce<readonly ImplementationPoint[]>(withPoint, entry.points)
}

export const createImplementations = ({ store, now, signal }: ImplementationsOptions): Implementations => {
  const remembered = new LRUCache<string, Remembered>({ max: rememberedMax })
  /** By chain: the blocks with pruned state. */
  const missingUpTo = new Map<number, number>()

  const known = (chain: number, address: Hex): Remembered | undefined => {
    const entry = remembered.get(`${chain}/${address}`)
    return entry && entry.forgetAt > now() ? entry : undefined
  }

  const read = async (chain: number, addresses: readonly Hex[]): Promise<void> => {
    const isUnread = (address: Hex) => (known(chain, address)?.readAt ?? Number.NEGATIVE_INFINITY) <= now() - storedMs
    const unread = [...new Set(addresses)].filter(isUnread)
    if (unread.length === 0) return
    for (const [address, stored] of await storedPoints(store.db, chain, unread)) {
      const entry = known(chain, address)
      if (entry && !isDeleted(entry.stored, stored)) addStored(entry, stored, now())
      else remembered.set(`${chain}/${address}`, newlyRemembered(stored, now()))
    }
  }

  /** The first and the last block of each contract for which nothing is certain: mostly, nothing changed between them. */
  const uncertain = (chain: number, contracts: readonly ContractAt[]): ContractAt[] => {
    const blocks = new Map<Hex, number[]>()
    for (const { address, block } of contracts) {
      const entry = known(chain, address)
      if (!entry || (entry.settledUntil.get(block) ?? 0) > now()) continue
      if (implementationsAt(entry.points, block).isCertain) continue
      if (block <= (missingUpTo.get(chain) ?? -1) && entry.points.some((point) => point.block >= block)) continue
      const list = blocks.get(address)
      if (list) list.push(block)
      else blocks.set(address, [block])
    }
    return [...blocks].flatMap(([address, list]) =>
      [...new Set([Math.min(...list), Math.max(...list)])].map((block) => ({ address, block })),
    )
  }

  const ask = async (chain: number, pool: NodePool, contracts: readonly ContractAt[]): Promise<void> => {
    const { points, missingUpTo: missing } = await readImplementations(pool, contracts, signal)
    if (missing !== undefined) missingUpTo.set(chain, Math.max(missing, missingUpTo.get(chain) ?? -1))
    const answered = new Set(points.map(({ address }) => address))
    for (const { address, block } of contracts)
      known(chain, address)?.settledUntil.set(block, now() + (answered.has(address) ? rememberedMs : untoldMs))
    // Points of blocks that are not final stay in memory.
    const final = (await finalBlock(store.db, chain)) ?? -1
    const changed = new Map<Hex, readonly ImplementationPoint[]>()
    for (const { address, point } of points) {
      const entry = known(chain, address)
      if (!entry) continue
      entry.points = withPoint(entry.points, point)
      if (point.block > final) continue
      entry.stored = withPoint(entry.stored, point)
      changed.set(address, entry.stored)
    }
    await keepPoints(store, chain, changed)
  }

  return {
    learn: async (chain, pool, contracts) => {
      await read(
        chain,
        contracts.map(({ address }) => address),
      )
      for (let round = 1; pool && round <= roundsMax; round++) {
        const asked = uncertain(chain, contracts).slice(0, contractsMax)
        if (asked.length === 0) return
        await ask(chain, pool, asked)
      }
    },
    find: (chain, { address, block }) => {
      const entry = known(chain, address)
      return entry && implementationsAt(entry.points, block).point
    },
  }
}

/** The oldest point is never replaced by a later one. */
const isDeleted = ([before]: readonly ImplementationPoint[], [after]: readonly ImplementationPoint[]): boolean =>
  before !== undefined && (after === undefined || after.block > before.block)
