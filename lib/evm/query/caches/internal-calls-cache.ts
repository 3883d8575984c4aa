import * as z from 'zod'
import { toHex } from '#lib/base/bytes.ts'
import type { StoredTransaction } from '#lib/evm/chain/decode/records.ts'
import type { StoredInternalCall } from '#lib/evm/chain/decode/stored-internal-calls.ts'
import { ifBlockStored } from '#lib/evm/chain/stored/if-block-stored.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createCacheUpkeep } from '#lib/store/cache-upkeep.ts'
import type { Store } from '#lib/store/store.ts'

export type InternalCallsCacheOptions = {
  /** Maximum size of the cached calls of a chain. */
  bytesMax?: number
  /** Milliseconds since 1970. */
  now?: () => number
  /** Called when the database could not be written; responses do not depend on it. */
  onFailure?: (error: unknown) => void
}

/** An indexed transaction: its place, and the branch that it is in. */
type PlacedTransaction = Pick<StoredTransaction, 'chain' | 'block_number' | 'transaction_index' | 'hash' | 'block_hash'>

/** Internal calls that were traced before, in the database, by the hash of the block that they are in. */
export type InternalCallsCache = {
  /** Which of these transactions, all of one chain, have cached calls: their bytes by transaction hash. */
  sizes(transactions: readonly PlacedTransaction[]): Promise<Map<string, number>>
  /** The cached calls of these transactions, all of one chain, by transaction hash. */
  read(transactions: readonly PlacedTransaction[]): Promise<Map<string, StoredInternalCall[]>>
  /** Caches calls after the response was sent: returns at once, and skips them if much is waiting. */
  keep(transaction: PlacedTransaction, calls: readonly StoredInternalCall[]): void
  /** Resolves when all that was given to `keep` is written. */
  settled(): Promise<void>
}

const waitingMax = 32 << 20
const usedAtStepSeconds = 3_600
const rowBytes = 100

export const createInternalCallsCache = (
  store: Store<EvmTables>,
  options: InternalCallsCacheOptions = {},
): InternalCallsCache => {
  const { bytesMax = 268_435_456, now = Date.now, onFailure = () => {} } = options
  const { db } = store
  const seconds = () => Math.floor(now() / 1_000)
  const upkeep = createCacheUpkeep(
    db,
    { name: 'evm_internal_calls', key: ['chain', 'block_number', 'transaction_index'] },
    { bytesMax, onFailure, waitingMax: waitingMax },
  )

  const rowsAt = (chain: number, places: readonly PlacedTransaction[]) =>
    db
      .selectFrom('evm_internal_calls')
      .select(['block_number', 'transaction_index', 'block_hash'])
      .where('chain', '=', chain)
      .where((where) =>
        where.or(places.map(({ block_number, transaction_index }) => where.and({ block_number, transaction_index }))),
      )

  const write = async (transaction: PlacedTransaction, calls: string, size_bytes: number): Promise<void> => {
    const { chain, block_number, transaction_index, block_hash } = transaction
    const content = { size_bytes, used_at: seconds(), block_hash, calls }
    await ifBlockStored(db, transaction, (change) =>
      change
        .insertInto('evm_internal_calls')
        .values({ chain, block_number, transaction_index, ...content })
        .onConflict((conflict) => conflict.columns(['chain', 'block_number', 'transaction_index']).doUpdateSet(content))
        .execute(),
    )
    await upkeep.grew(chain, size_bytes)
  }

  const touch = async (places: readonly PlacedTransaction[]): Promise<void> => {
    for (const { chain, block_number, transaction_index } of places)
      await db
        .updateTable('evm_internal_calls')
        .set({ used_at: seconds() })
        .where('chain', '=', chain)
        .where('block_number', '=', block_number)
        .where('transaction_index', '=', transaction_index)
        .execute()
  }

  return {
    sizes: async (transactions) => {
      const [first] = transactions
      if (!first) return new Map()
      const rows = await rowsAt(first.chain, transactions).select(['size_bytes', 'used_at']).execute()
      const found = paired(transactions, rows)
      const stale = found.filter(([, { used_at }]) => seconds() - used_at >= usedAtStepSeconds)
      if (stale.length > 0) upkeep.later(rowBytes, () => touch(stale.map(([transaction]) => transaction)))
      return new Map(found.map(([{ hash }, { size_bytes }]) => [toHex(hash), size_bytes]))
    },
    read: async (transactions) => {
      const [first] = transactions
      if (!first) return new Map()
      const rows = await rowsAt(first.chain, transactions).select('calls').execute()
      return new Map(
        paired(transactions, rows).map(([{ hash }, { calls }]) => [toHex(hash), callsSchema.parse(JSON.parse(calls))]),
      )
    },
    keep: (transaction, calls) => {
      const text = JSON.stringify(calls)
      const size = text.length + rowBytes
      // Calls that would evict most of the others are not cached.
      if (size <= bytesMax / 4) upkeep.later(size, () => write(transaction, text, size))
    },
    settled: upkeep.settled,
  }
}

const callsSchema: z.ZodType<StoredInternalCall[]> = z.array(
  z.object({
    type: z.string(),
    from: z.string(),
    to: z.string().nullable(),
    value: z.string(),
    gas: z.string(),
    gas_used: z.string(),
    input: z.string(),
    output: z.string(),
    error: z.string().optional(),
  }),
)

type Place = Pick<PlacedTransaction, 'block_number' | 'transaction_index' | 'block_hash'>

/** Each transaction with its row. Rows of another block with the same number are ignored. */
const paired = <Row extends Place>(
  transactions: readonly PlacedTransaction[],
  rows: readonly Row[],
): [PlacedTransaction, Row][] => {
  const kept = new Map(rows.map((row) => [placeOf(row), row]))
  return transactions.flatMap((transaction): [PlacedTransaction, Row][] => {
    const row = kept.get(placeOf(transaction))
    return row ? [[transaction, row]] : []
  })
}

const placeOf = ({ block_number, transaction_index, block_hash }: Place): string =>
  `${block_number}/${transaction_index}/${toHex(block_hash)}`
