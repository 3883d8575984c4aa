import type { Kysely } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { batchesOf } from '#lib/store/batches-of.ts'

const addressesPerStatement = 100

/** Has contracts that were read before read again; `now` in unix seconds. */
export const askAgain = async (
  db: Kysely<EvmTables>,
  chain: number,
  addresses: readonly Uint8Array[],
  now: number,
): Promise<void> => {
  for (const batch of batchesOf(addresses, addressesPerStatement))
    await db
      .updateTable('evm_contracts')
      .set({ ask_at: now, failures: 0 })
      .where('chain', '=', chain)
      .where('address', 'in', batch)
      .where('ask_at', 'is', null)
      .execute()
}

/** The same for those whose code was created or destroyed, up to a block: what is known of it from before is forgotten. */
export const askReplaced = async (
  db: Kysely<EvmTables>,
  chain: number,
  addresses: readonly Uint8Array[],
  { block, now }: { block: number; now: number },
): Promise<void> => {
  for (const batch of batchesOf(addresses, addressesPerStatement))
    await db
      .deleteFrom('evm_proxies')
      .where('chain', '=', chain)
      .where('address', 'in', batch)
      .where('block_number', '<', block)
      .execute()
  await askAgain(db, chain, addresses, now)
}
