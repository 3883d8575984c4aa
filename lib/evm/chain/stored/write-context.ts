import type { Transaction } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'

/** A transaction that writes rows of a chain. */
export type WriteContext = { store: Store<EvmTables>; transaction: Transaction<EvmTables>; chain: number }
