import { createStateCache, type StateCache } from './state-cache.ts'

/** Answers of nodes about the state after a block, shared by all visitors of a process. */
export type StateReads = {
  /** Native balances, see `stateKey`. */
  balances: StateCache<bigint>
}

/** About 200 bytes each. */
const balancesMax = 20_000
const timeoutMs = 10_000

export const createStateReads = (): StateReads => ({
  balances: createStateCache({ weightMax: balancesMax, timeoutMs }),
})
