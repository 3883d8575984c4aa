import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createKnownAddresses } from '#lib/evm/labels/known-addresses.ts'
import { marksOf } from '#lib/evm/query/flags.ts'
import type { Store } from '#lib/store/store.ts'
import { chainId } from './evm-services.ts'

/** Asks for the flags of contracts, which the pages of the same store then find in memory: what else they ask can be counted. */
export const readFlags = async (store: Store<EvmTables>, contracts: readonly string[]): Promise<void> => {
  await marksOf({ store, known: createKnownAddresses({}), now: () => 1_700_000_000_000 }, chainId, contracts)
}
