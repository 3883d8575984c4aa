import { beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '#lib/store/store.ts'
import { testStores } from '#tests/store/test-stores.ts'
import { isFull } from '#tests/support/tier.ts'
import { MemoryIndex } from './memory-index.ts'
import { type Simulation, simulate } from './simulation.ts'
import { StoredIndex, type StoredIndexTables, storedIndexMigrations } from './stored-index.ts'

const seeds = Array.from({ length: isFull ? 300 : 60 }, (_, index) => index + 1)
const seedsPerTest = 30

/** Runs that once went wrong, by what was wrong. */
const namedCases: [name: string, seed: number][] = [
  ['a stale head from before a reorg to a shorter chain is not used again', 12_554],
  ['a stale head is requested again while nothing is stored', 6_265],
  ['a chain without parent hashes, replaced by a shorter one, is detected once it has grown', 18_287],
]

const inMemory = (seed: number): Simulation => ({
  seed,
  index: (chain) =>
    new MemoryIndex(({ number, hash }) => number <= chain.finalized && chain.blocks[number]?.hash === hash),
})

const batches = Array.from({ length: seeds.length / seedsPerTest }, (_, batch) =>
  seeds.slice(batch * seedsPerTest, (batch + 1) * seedsPerTest),
)

/** A failure names its seed, so that it can become a named case. */
const run = async (simulation: Simulation): Promise<string[]> => {
  try {
    return await simulate(simulation)
  } catch (error) {
    if (error instanceof Error) error.message = `seed ${simulation.seed}: ${error.message}`
    throw error
  }
}

describe('an index of a chain that grows, forks, fails and lags', () => {
  test.each(batches)('matches the chain in the end, and never loses a final block: seeds from %i', async (...batch) => {
    for (const seed of batch) await run(inMemory(seed))
  })

  test.each(namedCases)('%s', async (_, seed) => {
    await run(inMemory(seed))
  })

  test('the same seed gives the same run', async () => {
    for (const seed of [3, 14, 159]) expect(await run(inMemory(seed))).toEqual(await run(inMemory(seed)))
  })
})

describe('an index in SQLite whose process crashes before, during and after transactions', () => {
  const stores = testStores('sqlite')
  let store: Store<StoredIndexTables>
  beforeAll(async () => {
    store = await stores.createMigratedStore<StoredIndexTables>(storedIndexMigrations)
  })
  const inStore = (seed: number): Simulation => ({ seed, index: (_, crashes) => new StoredIndex(store, crashes) })

  test.each(batches)('matches the chain in the end: seeds from %i', async (...batch) => {
    for (const seed of batch) {
      await new StoredIndex(store).clear()
      await run(inStore(seed))
    }
  })
})
