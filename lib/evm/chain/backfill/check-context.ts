import type { Hex } from '#lib/base/hex.ts'
import type { EvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
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
