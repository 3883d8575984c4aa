import type { Hex } from '#lib/evm/node/block.ts'
import type { EvmReader } from '#lib/evm/node/reading/reader.ts'
import type { NodePool } from '#lib/evm/node/transport/pool.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { Store } from '#lib/store/store.ts'

/** The contract whose history is checked, and what it is checked with. */
export type CheckContext = {
  store: Store<EvmTables>
  chain: number
  address: Hex
  pool: NodePool
  reader: EvmReader
  signal: AbortSignal
}
