import { describe, expect, test } from 'vitest'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import { createFollower, type Follower } from '#lib/indexing/follow.ts'
import type { Store } from '#lib/store/store.ts'
import { dumpTables, evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { isFull } from '#tests/support/tier.ts'
import { dumpEnriched, enrich } from './enrich.ts'
import { ForkChain } from './fork-chain.ts'

const chainId = 1
const stepsMax = 500
const forksPerRun = 4
const seeds = { sqlite: isFull ? 12 : 6, postgres: isFull ? 3 : 1 }

describe.each(dialects)('reorgs on %s', (dialect) => {
  const stores = evmStores(dialect)
  const createStore = async (): Promise<Store<EvmTables>> => {
    const store = await stores()
    return store
  }
  /** Runs to the head, or so many steps. */
  const run = async (follower: Follower, steps = stepsMax): Promise<void> => {
    for (let step = 0; step < steps; step++) if ((await follower.step()).kind === 'waiting') return
    if (steps === stepsMax) throw new Error('the index does not come to rest')
  }
  const start = (store: Store<EvmTables>, chain: ForkChain): Follower => {
    let now = 0
    const clock = { now: () => (now += 2_000), wait: async () => {} }
    const batch = { initialBlocks: 7, blocksMax: 16 }
    return createFollower(chain.reader(), createEvmIndex(store, chainId, { from: 0 }), { start: 0, batch, clock })
  }
  const dump = async (store: Store<EvmTables>): Promise<string[]> => [
    ...(await dumpTables(store)),
    ...(await dumpEnriched(store)),
  ]

  const cases = Array.from({ length: seeds[dialect] }, (_, index) => index + 1)
  test.each(cases)('nothing of an abandoned branch remains in any table (run %i)', async (seed) => {
    const random = seeded(seed * 7_919)
    const below = (bound: number): number => Math.floor(random() * bound)
    const chain = new ForkChain(seed, 40 + below(60))
    const store = await createStore()
    let nowMs = 1_700_000_000_000
    let follower = start(store, chain)
    const branches: (readonly EvmBlock[])[] = []
    for (let count = 0; count < forksPerRun; count++) {
      // Sometimes the fork comes in the middle of catching up, sometimes after a restart, sometimes before a name was asked.
      await run(follower, random() < 0.3 ? 1 + below(4) : stepsMax)
      nowMs += 1_000
      if (random() < 0.8) await enrich(store, chainId, chain.blocks, nowMs)
      if (random() < 0.3) follower = start(store, chain)
      const depthMax = Math.min(60, chain.latest - chain.finalized)
      const depth = random() < 0.2 ? depthMax : 1 + below(depthMax)
      const [earlier] = branches
      if (earlier && random() < 0.3 && sharedLength(earlier, chain.blocks) > chain.finalized) chain.goBack(earlier, 3)
      else branches.unshift(chain.fork(depth, depth + below(4)))
      if (random() < 0.3) chain.finalized = Math.max(chain.finalized, chain.latest - 50)
    }
    await run(follower)
    nowMs += 1_000_000
    await enrich(store, chainId, chain.blocks, nowMs)

    const fresh = await createStore()
    await run(start(fresh, chain))
    await enrich(fresh, chainId, chain.blocks, nowMs)
    expect(await dump(store)).toEqual(await dump(fresh))
  })
})

const sharedLength = (a: readonly EvmBlock[], b: readonly EvmBlock[]): number => {
  const end = a.findIndex(({ hash }, index) => b[index]?.hash !== hash)
  return end < 0 ? a.length : end
}
