import type { AptosBlock } from '#lib/aptos/contract/records.ts'
import { aptosBlock } from '#lib/aptos/contract/records.ts'
import type { AptosBlockCacheTable, AptosTables } from '#lib/aptos/tables.ts'
import { createCacheUpkeep } from '#lib/store/cache-upkeep.ts'
import type { Store } from '#lib/store/store.ts'
import { packLines, unpackLines } from './pack-lines.ts'

export type BlockCacheOptions = {
  /** Maximum size of the cached blocks of a chain, compressed. */
  bytesMax?: number
  now?: () => number
  /** Called when the database could not be read or written; responses do not depend on it. */
  onFailure?: (error: unknown) => void
}

/** Cached blocks in the database. Reads return the exact stored text, or undefined. */
export type BlockCache = {
  byHeight(chainId: number, height: number, withTransactions: boolean): Promise<AptosBlock | undefined>
  byVersion(chainId: number, version: number, withTransactions: boolean): Promise<AptosBlock | undefined>
  /** Caches a block after the response was sent: returns at once, and skips it if many are waiting. */
  keep(chainId: number, block: AptosBlock): void
  /** Resolves when all that was given to `keep` is written. */
  settled(): Promise<void>
}

type Row = Pick<AptosBlockCacheTable, 'height' | 'used_at' | 'header' | 'transactions'>

const waitingMax = 16
const usedAtStepSeconds = 3_600
const rowBytes = 200

export const createBlockCache = (store: Store<AptosTables>, options: BlockCacheOptions = {}): BlockCache => {
  const { bytesMax = 268_435_456, now = Date.now, onFailure = () => {} } = options
  const { db } = store
  const seconds = () => Math.floor(now() / 1_000)
  const upkeep = createCacheUpkeep(
    db,
    { name: 'aptos_block_cache', key: ['chain_id', 'height'] },
    { bytesMax, onFailure, waitingMax },
  )

  const columns = (withTransactions: boolean) =>
    withTransactions
      ? (['height', 'used_at', 'header', 'transactions'] as const)
      : (['height', 'used_at', 'header'] as const)

  const blockOf = async (chainId: number, row: Partial<Row> | undefined, withTransactions: boolean) => {
    if (row?.header === undefined || (withTransactions && !row.transactions)) return undefined
    if (seconds() - (row.used_at ?? 0) >= usedAtStepSeconds) upkeep.later(1, () => touch(chainId, row.height ?? -1))
    const header: unknown = JSON.parse(row.header)
    const transactions = row.transactions ? await unpackLines(row.transactions) : null
    const block: unknown = { ...Object(header), transactions }
    return isBlock(block) ? block : undefined
  }

  const readSafely = async (read: () => Promise<AptosBlock | undefined>): Promise<AptosBlock | undefined> => {
    try {
      return await read()
    } catch (error) {
      onFailure(error)
      return undefined
    }
  }

  const touch = async (chainId: number, height: number): Promise<void> => {
    await db
      .updateTable('aptos_block_cache')
      .set({ used_at: seconds() })
      .where('chain_id', '=', chainId)
      .where('height', '=', height)
      .execute()
  }

  const write = async (chainId: number, block: AptosBlock): Promise<void> => {
    const { transactions, ...fields } = block
    const header = JSON.stringify(fields)
    const packed = transactions && (await packLines(transactions))
    const size = rowBytes + header.length + (packed?.byteLength ?? 0)
    // A block that would evict most of the others is not cached.
    if (size > bytesMax / 4) return
    const row = {
      chain_id: chainId,
      height: Number(block.block_height),
      first_version: Number(block.first_version),
      last_version: Number(block.last_version),
      size_bytes: size,
      used_at: seconds(),
      header,
      transactions: packed,
    }
    await db
      .insertInto('aptos_block_cache')
      .values(row)
      .onConflict((conflict) => {
        const sameBlock = conflict.columns(['chain_id', 'height'])
        return packed ? sameBlock.doUpdateSet(row) : sameBlock.doNothing()
      })
      .execute()
    await upkeep.grew(chainId, size)
  }

  return {
    byHeight: (chainId, height, withTransactions) =>
      readSafely(async () => {
        const row = await db
          .selectFrom('aptos_block_cache')
          .select(columns(withTransactions))
          .where('chain_id', '=', chainId)
          .where('height', '=', height)
          .executeTakeFirst()
        return blockOf(chainId, row, withTransactions)
      }),
    byVersion: (chainId, version, withTransactions) =>
      readSafely(async () => {
        const row = await db
          .selectFrom('aptos_block_cache')
          .select([...columns(withTransactions), 'first_version'])
          .where('chain_id', '=', chainId)
          .where('last_version', '>=', version)
          .orderBy('last_version')
          .limit(1)
          .executeTakeFirst()
        return row && row.first_version <= version ? blockOf(chainId, row, withTransactions) : undefined
      }),
    keep: (chainId, block) => upkeep.later(1, () => write(chainId, block)),
    settled: upkeep.settled,
  }
}

const isBlock = (value: unknown): value is AptosBlock => aptosBlock.safeParse(value).success
