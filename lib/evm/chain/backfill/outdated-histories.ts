import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { backfillVersionMin, decoderVersion } from '#lib/evm/chain/decode/decoder-version.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { HistoryRow } from '#lib/evm/chain/tables/token-tables.ts'
import { dropNewestOfHistory } from '#lib/evm/chain/write/drop-newest.ts'
import { createJobs } from '#lib/store/jobs/jobs.ts'
import type { Store } from '#lib/store/store.ts'
import { historyJobKind } from './history-jobs.ts'
import { unchecked } from './unchecked.ts'

const outdatedWords = 'This backfill is read again after an update of the program.'

/** Opens the finished backfills of a chain that are outdated, and queues them; they say why until they go on. */
export const reopenOutdated = async (store: Store<EvmTables>, chain: number): Promise<void> => {
  const jobs = createJobs(store, { queuedMax: Number.MAX_SAFE_INTEGER })
  const outdated = await store.db
    .updateTable('evm_histories')
    .set({ synced_at: null, error: outdatedWords, ...unchecked })
    .where('chain', '=', chain)
    .where('decoder_version', '<', backfillVersionMin)
    .where('outcome', 'is', null)
    .returning('address')
    .execute()
  for (const { address } of outdated)
    await jobs.enqueue({ kind: historyJobKind(chain), key: toHex(address), priority: 0 })
}

/** Deletes what an older version stored, a part at a time. Returns whether all of it is deleted: the backfill then starts again. */
export const dropOutdated = async (
  store: Store<EvmTables>,
  chain: number,
  address: Hex,
  { rowsMax, mayGoOn }: { rowsMax: number; mayGoOn: () => Promise<boolean> },
): Promise<Partial<HistoryRow> | undefined> => {
  while (await dropNewestOfHistory(store, chain, address, rowsMax)) if (!(await mayGoOn())) return undefined
  return { decoder_version: decoderVersion, row_count: 0, ...unchecked }
}
