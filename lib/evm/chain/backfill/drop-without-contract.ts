import { toBytes } from '#lib/evm/chain/decode/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'

/** Deletes addresses that had no contract, so that visitors cannot fill the table. `before` in unix seconds. */
export const dropWithoutContract = async (
  { db }: Store<EvmTables>,
  chain: number,
  { before, except }: { before: number; except: readonly string[] },
): Promise<void> => {
  const expired = db
    .deleteFrom('evm_histories')
    .where('chain', '=', chain)
    .where('outcome', '=', 'no_contract')
    .where('synced_at', '<', Math.floor(before))
  await (except.length > 0 ? expired.where('address', 'not in', except.map(toBytes)) : expired).execute()
}
