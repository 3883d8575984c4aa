import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Clock } from '#lib/base/clock.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { type BackfillStep, createBackfiller } from '#lib/indexing/backfiller.ts'
import type { ChainReader } from '#lib/indexing/chain.ts'
import { fillRanges } from '#lib/indexing/follow.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'
import { testStores } from '#tests/store/test-stores.ts'
import { calm, type FakeBlock, FakeChain, type FakeChainRules } from './fake-chain.ts'
import { createChance } from './random.ts'
import { InjectedCrash, StoredIndex, type StoredIndexTables, storedIndexMigrations } from './stored-index.ts'

const range = (first: number, last: number): BlockRange => ({ first, last })
const options = { batch: { initialBlocks: 4, blocksMax: 8 }, headMaxAgeMs: 0 }
const instantClock: Clock = { now: () => 0, wait: async () => {} }

describe('filling ranges of a chain', () => {
  const stores = testStores('sqlite')
  let store: Store<StoredIndexTables>
  beforeAll(async () => {
    store = await stores.createMigratedStore<StoredIndexTables>(storedIndexMigrations)
  })
  beforeEach(() => new StoredIndex(store).clear())

  const chainOf = (length: number, rules: Partial<FakeChainRules> = {}) =>
    new FakeChain({ ...calm, ...rules }, createChance(1), length)

  const settle = async (
    reader: ChainReader<FakeBlock>,
    index: StoredIndex,
    ranges: BlockRange[],
  ): Promise<BackfillStep[]> => {
    const backfiller = createBackfiller(reader, index, ranges, { options })
    const steps: BackfillStep[] = []
    for (;;) {
      const step = await backfiller.step()
      steps.push(step)
      if (step.kind !== 'stored') return steps
    }
  }
  const storedNumbers = async (index: StoredIndex) => (await index.contents()).blocks.map(({ number }) => number)

  test('stores these blocks and no others, in the order of the ranges', async () => {
    const index = new StoredIndex(store)
    const steps = await settle(chainOf(100).reader(), index, [range(70, 71), range(10, 15)])
    expect(await index.covered()).toEqual([range(10, 15), range(70, 71)])
    expect(await storedNumbers(index)).toEqual([10, 11, 12, 13, 14, 15, 70, 71])
    expect(steps).toMatchObject([
      { kind: 'stored', first: 70, left: 6 },
      { kind: 'stored', first: 10, last: 13, left: 2 },
      { kind: 'stored', first: 14, last: 15, left: 0 },
      { kind: 'finished' },
    ])
  })

  test('continues after a restart without requesting stored blocks again', async () => {
    const reader = chainOf(100).reader()
    await createBackfiller(reader, new StoredIndex(store), [range(10, 19)], { options }).step()
    const asked: number[] = []
    const noting: ChainReader<FakeBlock> = {
      head: reader.head,
      blocks: async (from, to) => {
        asked.push(from)
        return await reader.blocks(from, to)
      },
    }
    await settle(noting, new StoredIndex(store), [range(10, 19)])
    expect(asked).toEqual([14, 18])
  })

  test('waits for blocks above the head', async () => {
    const [chain, index] = [chainOf(20), new StoredIndex(store)]
    expect((await settle(chain.reader(), index, [range(15, 24)])).at(-1)).toMatchObject({ kind: 'waiting', left: 5 })
    chain.grow(30)
    expect((await settle(chain.reader(), index, [range(15, 24)])).at(-1)).toMatchObject({ kind: 'finished' })
  })

  test('replaces blocks that were reorged after they were stored, also after a restart', async () => {
    const [chain, index] = [chainOf(20), new StoredIndex(store)]
    const ranges = [range(5, 19)]
    expect((await settle(chain.reader(), index, ranges)).at(-1)).toMatchObject({ kind: 'waiting', left: 0 })
    chain.replaceNewest(6, 30)
    expect((await settle(chain.reader(), index, ranges)).at(-1)).toMatchObject({ kind: 'finished' })
    expect((await index.contents()).blocks).toEqual(
      chain.blocks.slice(5, 20).map(({ number, hash }) => ({ number, hash })),
    )
  })

  test('refuses blocks that do not link within a range, and ignores links across ranges', async () => {
    const reader = chainOf(50).reader()
    const broken: ChainReader<FakeBlock> = {
      head: reader.head,
      blocks: async (from, to) =>
        (await reader.blocks(from, to)).map((block) =>
          block.number === 14 ? { ...block, parentHash: 'other' } : block,
        ),
    }
    const index = new StoredIndex(store)
    await expect(settle(broken, index, [range(10, 17)])).rejects.toThrow('do not link')
    expect(await storedNumbers(index)).toEqual([10, 11, 12, 13])
    await settle(broken, index, [range(14, 17)])
    expect(await storedNumbers(index)).toEqual([10, 11, 12, 13, 14, 15, 16, 17])
  })

  test('retries a failing node until everything is stored', async () => {
    const [chain, index] = [chainOf(100, { fails: 0.5 }), new StoredIndex(store)]
    const failures: unknown[] = []
    await fillRanges(chain.reader(), index, [range(0, 40)], {
      ...options,
      clock: instantClock,
      signal: new AbortController().signal,
      pollMs: 1_000,
      onFailure: (error) => failures.push(error),
    })
    expect(failures.length).toBeGreaterThan(3)
    expect(failures.every((error) => error instanceof ServiceError)).toBe(true)
    expect(await index.covered()).toEqual([range(0, 40)])
  })

  test.each(Array.from({ length: 60 }, (_, index) => index + 1))(
    'matches a chain that forks and fails, although the indexer crashes: seed %i',
    async (seed) => {
      const chance = createChance(seed)
      const rules = { ...calm, finality: chance.integer(0, 30), grows: 0.3, forks: 0.2, fails: 0.05, answersShort: 0.1 }
      const chain = new FakeChain(rules, chance, chance.integer(20, 60))
      const ranges = [
        range(chance.integer(40, 50), chance.integer(50, 80)),
        range(5, chance.integer(5, 20)),
        range(70, 75),
      ]
      let crashProbability = 0.05
      const index = new StoredIndex(store, () => chance.happens(crashProbability))
      let backfiller = createBackfiller(chain.reader(), index, ranges, { options })
      const step = async (): Promise<string> => {
        try {
          return (await backfiller.step()).kind
        } catch (error) {
          if (!(error instanceof InjectedCrash) && !isServiceError(error, 'upstream_failed')) throw error
          if (error instanceof InjectedCrash) backfiller = createBackfiller(chain.reader(), index, ranges, { options })
          return 'failed'
        }
      }
      for (let count = 0; count < 40; count++) {
        if (chance.happens(0.05)) chain.fork()
        await step()
      }
      Object.assign(rules, { grows: 0, forks: 0, fails: 0, answersShort: 0 })
      crashProbability = 0
      chain.grow(120)
      for (let count = 0; (await step()) !== 'finished'; count++) expect(count).toBeLessThan(200)
      const { blocks, sum } = await index.contents()
      const wanted = chain.blocks.filter(({ number }) =>
        ranges.some(({ first, last }) => first <= number && number <= last),
      )
      expect(blocks).toEqual(wanted.map(({ number, hash }) => ({ number, hash })))
      expect(sum).toBe(wanted.reduce((total, { amount }) => total + amount, 0))
    },
  )
})
