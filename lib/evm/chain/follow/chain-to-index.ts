import type { Clock } from '#lib/base/clock.ts'
import type { Log } from '#lib/base/log.ts'
import type { EvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import type { WorkerAttempts } from '#lib/store/attempts/attempts.ts'

/** What to index of one chain, and from where. */
export type ChainToIndex = {
  name: string
  /** Undefined for a devnet, whose id comes from its node. */
  expectedId: number | undefined
  reader: EvmReader
  /** The nodes behind `reader`. */
  pool?: Pick<NodePool, 'refused'>
  start: { at: number } | { beforeHead: number }
  end?: number
  /** Instead of start and end: only these. */
  ranges?: readonly BlockRange[]
  /** A devnet may restart: even final blocks are then reverted. */
  mayReset: boolean
  pollMs: number
  clock?: Clock
}

export type IndexRun = { log: Log; signal: AbortSignal; attempts?: WorkerAttempts }
