import { toHex } from '#lib/base/bytes.ts'
import { ifBlockStored } from '#lib/evm/chain/stored/if-block-stored.ts'
import type { EvmTables, ReplayRow } from '#lib/evm/chain/tables/tables.ts'
import { createCacheUpkeep } from '#lib/store/cache-upkeep.ts'
import type { Store } from '#lib/store/store.ts'

type Place = Pick<ReplayRow, 'chain' | 'block_number' | 'transaction_index' | 'block_hash'>

/** Replays of indexed transactions, in the database, by the hash of the block that they are in. */
export type ReplayStore = {
  read(place: Place, kind: string): Promise<Buffer | undefined>
  /** Stores it after the response was sent: returns at once, and skips it if much is waiting. */
  keep(place: Place, kind: string, content: Uint8Array): void
  /** Resolves when all that was given to `keep` is written. */
  settled(): Promise<void>
}

type Options = {
  /** Maximum size of the replays of a chain. */
  bytesMax?: number
  now?: () => number
  onFailure?: (error: unknown) => void
}

const waitingMax = 32 << 20
const usedAtStepSeconds = 3_600
const rowBytes = 100

export const createReplayStore = (store: Store<EvmTables>, options: Options = {}): ReplayStore => {
  const { bytesMax = 268_435_456, now = Date.now, onFailure = () => {} } = options
  const { db } = store
  const hour = () => Math.floor(now() / 1_000 / usedAtStepSeconds) * usedAtStepSeconds
  const upkeep = createCacheUpkeep(
    db,
    { name: 'evm_replays', key: ['chain', 'block_number', 'transaction_index', 'kind'] },
    { bytesMax, onFailure, waitingMax: waitingMax },
  )

  const write = async (place: Place, kind: string, bytes: Uint8Array, size_bytes: number): Promise<void> => {
    const { chain, block_number, transaction_index, block_hash } = place
    const content = { size_bytes, used_at: hour(), block_hash, content: bytes }
    await ifBlockStored(db, place, (change) =>
      change
        .insertInto('evm_replays')
        .values({ chain, block_number, transaction_index, kind, ...content })
        .onConflict((conflict) =>
          conflict.columns(['chain', 'block_number', 'transaction_index', 'kind']).doUpdateSet(content),
        )
        .execute(),
    )
    await upkeep.grew(chain, size_bytes)
  }

  const touch = async ({ chain, block_number, transaction_index }: Place, kind: string): Promise<void> => {
    await db
      .updateTable('evm_replays')
      .set({ used_at: hour() })
      .where('chain', '=', chain)
      .where('block_number', '=', block_number)
      .where('transaction_index', '=', transaction_index)
      .where('kind', '=', kind)
      .execute()
  }

  return {
    read: async (place, kind) => {
      const row = await db
        .selectFrom('evm_replays')
        .select(['block_hash', 'content', 'used_at'])
        .where('chain', '=', place.chain)
        .where('block_number', '=', place.block_number)
        .where('transaction_index', '=', place.transaction_index)
        .where('kind', '=', kind)
        .executeTakeFirst()
      if (!row || toHex(row.block_hash) !== toHex(place.block_hash)) return undefined
      if (row.used_at < hour()) upkeep.later(rowBytes, () => touch(place, kind))
      return Buffer.from(row.content)
    },
    keep: (place, kind, content) => {
      const size = content.length + rowBytes
      // One that would push out most of the others is not worth it.
      if (size <= bytesMax / 4) upkeep.later(size, () => write(place, kind, content, size))
    },
    settled: upkeep.settled,
  }
}
