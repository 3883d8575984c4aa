import { setImmediate as nextTurn } from 'node:timers/promises'
import { rereadDoubtful } from '#lib/evm/chain/follow/index-chain.ts'
import type { EvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { countDoubtful } from '#lib/evm/chain/stored/doubtful-blocks.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'

/** Rereads doubtful blocks from a node that is well, until none is left. Each wait takes an hour, so every block is due again. */
export const rereadUntilRight = async (
  store: Store<EvmTables>,
  chain: number,
  reader: Pick<EvmReader, 'readRight'>,
): Promise<void> => {
  const done = new AbortController()
  let hours = 1
  const clock = {
    now: () => 0,
    wait: async () => {
      hours += 1
      // A wait that stays among the microtasks would starve the connection that the next try needs.
      await nextTurn()
      const counts = [await countDoubtful(store.db, chain, true), await countDoubtful(store.db, chain, false)]
      if (counts.every((count) => count === 0)) done.abort()
    },
  }
  const now = () => Math.floor(Date.now() / 1_000) + hours * 3_600
  await rereadDoubtful(store, chain, reader, { log: { info: () => {} }, clock, now, signal: done.signal })
}
