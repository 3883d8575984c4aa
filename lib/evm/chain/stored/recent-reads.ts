import type { Transaction } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import { readChainRow } from './chain-row.ts'

/*
 * Contract and token metadata read at a state that a reorg may still revert. A reorg reads these again; those of final
 * blocks are forgotten.
 */

const subjectsPerStatement = 1_000
const addressBytes = 20
/** A node may be slightly ahead of the stored head. */
const aheadMax = 8

/** Records that these were just read: contracts by address, tokens by hash. */
export const recordReads = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  subjects: readonly Uint8Array[],
): Promise<void> => {
  const row = await readChainRow(transaction, chain)
  if (!row || row.head_latest === null || subjects.length === 0) return
  const { final_block, head_latest } = row
  if (final_block !== null)
    await transaction
      .deleteFrom('evm_recent_asks')
      .where('chain', '=', chain)
      .where('block_number', '<=', final_block)
      .execute()
  const readAtBlock = head_latest + aheadMax
  for (const batch of batchesOf(subjects, subjectsPerStatement))
    await transaction
      .insertInto('evm_recent_asks')
      .values(batch.map((subject) => ({ chain, block_number: readAtBlock, subject })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Returns and deletes the items read at block `first` or later. */
export const takeReadsSince = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  first: number,
): Promise<{ contracts: Uint8Array[]; tokens: Uint8Array[] }> => {
  const rows = await transaction
    .selectFrom('evm_recent_asks')
    .select('subject')
    .distinct()
    .where('chain', '=', chain)
    .where('block_number', '>=', first)
    .execute()
  await transaction
    .deleteFrom('evm_recent_asks')
    .where('chain', '=', chain)
    .where('block_number', '>=', first)
    .execute()
  const subjects = rows.map(({ subject }) => subject)
  return {
    contracts: subjects.filter(({ length }) => length === addressBytes),
    tokens: subjects.filter(({ length }) => length !== addressBytes),
  }
}
