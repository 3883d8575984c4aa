import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { HistoryRow } from '#lib/evm/chain/tables/token-tables.ts'
import { type BlockRange, subtractRanges } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'
import { type HistoryState, readChainCoverage, readHistories } from './coverage.ts'
import { newHistory } from './request-history.ts'

/** The stored state of a chain's backfills, read and noted by the indexer. */
export type HistoryStates = {
  note(address: Hex, columns: Partial<HistoryRow>): Promise<void>
  /** The state of a backfill, which is created if nobody requested it. */
  read(address: Hex): Promise<HistoryState>
  /** Blocks that neither the chain's index nor the contract's backfill contains. */
  missingOf(address: Hex, wanted: BlockRange): Promise<BlockRange[]>
  /** Whether the index has seen events of the contract. */
  hasEvents(address: Hex): Promise<boolean>
}

/** Records in all unfinished backfills of a chain why they have stopped, unless one has a reason of its own. */
export const noteUnfinished = async ({ db }: Store<EvmTables>, chain: number, error: string): Promise<void> => {
  await db
    .updateTable('evm_histories')
    .set({ error })
    .where('chain', '=', chain)
    .where('synced_at', 'is', null)
    .where('error', 'is', null)
    .execute()
}

export const historyStates = (store: Store<EvmTables>, chain: number, nowSeconds: () => number): HistoryStates => {
  const { db } = store

  const read: HistoryStates['read'] = async (address) => {
    const found = (await readHistories(db, chain, [address])).get(address)
    if (found) return found
    const row = newHistory(chain, address, nowSeconds())
    await db
      .insertInto('evm_histories')
      .values(row)
      .onConflict((conflict) => conflict.columns(['chain', 'address']).doNothing())
      .execute()
    return { ...row, intervals: [] }
  }

  return {
    read,

    note: async (address, columns) => {
      await db
        .updateTable('evm_histories')
        .set(columns)
        .where('chain', '=', chain)
        .where('address', '=', toBytes(address))
        .execute()
    },

    missingOf: async (address, wanted) => {
      const { intervals } = await readChainCoverage(db, chain)
      return subtractRanges([wanted], [...intervals, ...(await read(address)).intervals])
    },

    hasEvents: async (address) => {
      const contract = await db
        .selectFrom('evm_contracts')
        .select('address')
        .where('chain', '=', chain)
        .where('address', '=', toBytes(address))
        .executeTakeFirst()
      return contract !== undefined
    },
  }
}
