import { describe, expect, test } from 'vitest'
import type { Clock } from '#lib/base/clock.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { ChainReader, Head } from '#lib/indexing/chain.ts'
import { createFollower, type FollowerOptions, follow } from '#lib/indexing/follow.ts'
import { calm, type FakeBlock, FakeChain, type FakeChainRules } from './fake-chain.ts'
import { MemoryIndex } from './memory-index.ts'
import { createChance } from './random.ts'

const calmChain = (length: number, rules: Partial<FakeChainRules> = {}): FakeChain =>
  new FakeChain({ ...calm, ...rules }, createChance(1), length)

const options: FollowerOptions = { start: 0, batch: { initialBlocks: 10 }, headMaxAgeMs: 0 }

/** Steps until there is nothing to do. */
const settle = async (chain: FakeChain, index: MemoryIndex, more: Partial<FollowerOptions> = {}) => {
  const follower = createFollower(chain.reader(), index, { ...options, ...more })
  for (;;) {
    const step = await follower.step()
    if (step.kind === 'waiting' || step.kind === 'finished') return step
  }
}

const numbers = (index: MemoryIndex): number[] => index.blocks.map(({ number }) => number)

describe('following a chain', () => {
  test.each([
    [5, 5],
    [-3, 26],
    [-100, 0],
    ['latest' as const, 29],
  ])('a start at %s begins at block %i of a chain of 30', async (start, first) => {
    const index = new MemoryIndex()
    await settle(calmChain(30), index, { start })
    expect(numbers(index)).toEqual(Array.from({ length: 30 - first }, (_, offset) => first + offset))
  })

  test('a start above the head waits for the chain to reach it', async () => {
    const [chain, index] = [calmChain(30), new MemoryIndex()]
    expect(await settle(chain, index, { start: 35 })).toMatchObject({ kind: 'waiting', tip: undefined })
    chain.grow(7)
    await settle(chain, index, { start: 35 })
    expect(numbers(index)).toEqual([35, 36])
  })

  test('the end block is the last one, and is watched until it is final', async () => {
    const [chain, index] = [calmChain(30), new MemoryIndex()]
    expect(await settle(chain, index, { end: 25 })).toMatchObject({ kind: 'waiting', tip: 25 })
    chain.fork()
    chain.grow(10)
    expect(await settle(chain, index, { end: 25 })).toMatchObject({ kind: 'finished', tip: 25 })
    expect(index.blocks).toEqual(chain.blocks.slice(0, 26))
  })

  test('a lagging node changes nothing', async () => {
    const [chain, index] = [calmChain(30), new MemoryIndex()]
    await settle(chain, index)
    const lagging = { ...chain.reader(), head: async () => ({ latest: 12, finalized: 2 }) }
    const step = await createFollower(lagging, index, options).step()
    expect(step).toMatchObject({ kind: 'waiting', tip: 29 })
    expect(index.blocks).toEqual(chain.blocks)
  })

  describe('a head that decreases without a new block', () => {
    /** Follows a chain of 30 blocks that tells these heads, ten seconds apart; blocks above them are gone unless told so. */
    const afterHeads = async (
      heads: readonly number[],
      more: Partial<FollowerOptions> = {},
      { hasBlocks = false, finality = 25 } = {},
    ) => {
      const [chain, index] = [calmChain(30, { finality }), new MemoryIndex()]
      await settle(chain, index)
      let now = 0
      let poll = 0
      const reader: ChainReader<FakeBlock> = {
        head: async () => {
          now += 10_000
          const latest = heads[Math.min(poll++, heads.length - 1)] ?? 0
          return { latest, finalized: Math.min(latest, chain.finalized) }
        },
        blocks: async (from, to) =>
          hasBlocks ? chain.blocks.slice(from, to + 1) : chain.blocks.slice(from, Math.min(to, heads.at(-1) ?? 0) + 1),
      }
      const clock: Clock = { now: () => now, wait: async () => {} }
      const follower = createFollower(reader, index, { ...options, clock, ...more })
      const kinds: string[] = []
      for (let step = 0; step < 40; step++) kinds.push((await follower.step()).kind)
      return { tip: index.blocks.at(-1)?.number, rewound: kinds.filter((kind) => kind === 'rewound').length }
    }

    test('reverts the blocks above it once it persists', async () => {
      expect(await afterHeads([20])).toEqual({ tip: 20, rewound: 1 })
    })
    test('reverts nothing while some nodes of a pool still report the longer chain', async () => {
      const heads = Array.from({ length: 41 }, (_, poll) => (poll % 5 === 4 ? 29 : 20))
      expect(await afterHeads(heads, {}, { hasBlocks: true })).toEqual({ tip: 29, rewound: 0 })
    })
    test('reverts nothing while a lagging node catches up', async () => {
      const heads = [...Array.from({ length: 36 }, (_, poll) => 10 + Math.floor(poll / 4)), 29]
      expect(await afterHeads(heads, {}, { hasBlocks: true, finality: 29 })).toEqual({ tip: 29, rewound: 0 })
    })
    test('reverts nothing while the newest block can still be read', async () => {
      expect(await afterHeads([20], {}, { hasBlocks: true })).toEqual({ tip: 29, rewound: 0 })
    })
    test('reverts no final block, except on a devnet', async () => {
      expect(await afterHeads([10], {}, { finality: 10 })).toEqual({ tip: 29, rewound: 0 })
      expect(await afterHeads([10], { allowReset: true }, { finality: 10 })).toEqual({ tip: 10, rewound: 1 })
    })
  })

  test('a reorg to a shorter chain is detected before it grows', async () => {
    const [chain, index] = [calmChain(30, { finality: 25 }), new MemoryIndex()]
    await settle(chain, index)
    chain.replaceNewest(8, 3)
    await settle(chain, index)
    expect(index.blocks).toEqual(chain.blocks)
  })

  test('a deep reorg costs few requests', async () => {
    const [chain, index] = [calmChain(2_000, { finality: 1_500 }), new MemoryIndex()]
    await settle(chain, index, { batch: { initialBlocks: 1_000 } })
    chain.replaceNewest(1_400, 1_401)
    let requests = 0
    const { head, blocks } = chain.reader()
    const reader: ChainReader<FakeBlock> = {
      head,
      blocks: async (from, to) => {
        requests += 1
        return await blocks(from, to)
      },
    }
    const step = await createFollower(reader, index, options).step()
    expect(step).toMatchObject({ kind: 'rewound', from: 1_999, to: 599 })
    expect(requests).toBeLessThan(25)
  })

  test('final blocks are not reverted for a node with a different history', async () => {
    const index = new MemoryIndex()
    await settle(calmChain(30), index)
    const stored = [...index.blocks]
    const other = calmChain(5)
    other.replace(40)
    await expect(settle(other, index)).rejects.toThrow(/a different history.*block 19 was final/)
    expect(index.blocks).toEqual(stored)
  })

  test('a restarted devnet is indexed again, if allowed', async () => {
    const [chain, index] = [calmChain(30), new MemoryIndex()]
    await settle(chain, index)
    chain.replace(12)
    await settle(chain, index, { allowReset: true })
    expect(index.blocks).toEqual(chain.blocks)
  })

  test('a devnet without parent hashes that restarted unseen is detected at the start', async () => {
    const [chain, index] = [calmChain(30, { hasParents: false, reportsHeadHash: false }), new MemoryIndex()]
    await settle(chain, index)
    chain.replace(50)
    await settle(chain, index, { allowReset: true })
    expect(index.blocks).toEqual(chain.blocks)
  })

  test('a truncated response is continued from its end', async () => {
    const [chain, index] = [calmChain(100), new MemoryIndex()]
    const reader = chain.reader()
    const cut = {
      ...reader,
      blocks: async (from: number, to: number) => await reader.blocks(from, Math.min(to, from + 6)),
    }
    const follower = createFollower(cut, index, options)
    for (let count = 0; count < 14; count++) expect((await follower.step()).kind).toBe('appended')
    expect(numbers(index)).toHaveLength(98)
  })

  test('a block that never links to its parent fails the step, and indexing continues once the node recovers', async () => {
    const [chain, index] = [calmChain(30), new MemoryIndex()]
    const reader = chain.reader()
    let isWrong = true
    const unlinked = (block: FakeBlock) =>
      isWrong && block.number === 10 ? { ...block, parentHash: 'another' } : block
    const wrong: ChainReader<FakeBlock> = {
      head: reader.head,
      blocks: async (from, to) => (await reader.blocks(from, to)).map(unlinked),
    }
    const follower = createFollower(wrong, index, options)
    expect((await follower.step()).kind).toBe('appended')
    expect((await follower.step()).kind).toBe('waiting')
    for (let step = 0; step < 3; step++) await expect(follower.step()).rejects.toThrow('block 10 does not follow')
    expect(numbers(index)).toHaveLength(10)
    isWrong = false
    while ((await follower.step()).kind === 'appended');
    expect(index.blocks).toEqual(chain.blocks)
  })

  test('blocks other than the requested ones are refused', async () => {
    const reader = calmChain(50).reader()
    const wrong = { ...reader, blocks: async (from: number, to: number) => await reader.blocks(from + 1, to) }
    const index = new MemoryIndex()
    await expect(createFollower(wrong, index, options).step()).rejects.toThrow('was asked for blocks 0 to 9')
    expect(index.blocks).toEqual([])
  })

  test('a bounded number of batches is prefetched while one is stored', async () => {
    const chain = calmChain(200)
    const reader = chain.reader()
    let [underway, most] = [0, 0]
    const counting: ChainReader<FakeBlock> = {
      head: reader.head,
      blocks: async (from, to, signal) => {
        underway += 1
        most = Math.max(most, underway)
        const blocks = await reader.blocks(from, to, signal)
        underway -= 1
        return blocks
      },
    }
    const index = new MemoryIndex()
    const follower = createFollower(counting, index, { ...options, requestsMax: 3 })
    while ((await follower.step()).kind === 'appended');
    expect(most).toBe(3)
    expect(index.blocks).toEqual(chain.blocks)
  })
})

describe('the size of a batch', () => {
  const clockOf = (msPerCall: number): Clock => {
    let now = 0
    return { now: () => (now += msPerCall), wait: async () => {} }
  }
  const sizes = async (more: Partial<FollowerOptions>, failing = false): Promise<number[]> => {
    const chain = calmChain(5_000)
    const reader = chain.reader()
    const asked: number[] = []
    const noting: ChainReader<FakeBlock> = {
      head: reader.head,
      blocks: async (from, to) => {
        asked.push(to - from + 1)
        if (failing) throw new ServiceError('upstream_failed', 'Too much.')
        return await reader.blocks(from, to)
      },
    }
    const follower = createFollower(noting, new MemoryIndex(), { ...options, requestsMax: 1, ...more })
    for (let count = 0; count < 8; count++) await follower.step().catch(() => {})
    return asked
  }

  test('grows while responses are fast, up to its maximum', async () => {
    expect(await sizes({ clock: clockOf(1), batch: { initialBlocks: 10, blocksMax: 200 } })).toEqual([
      10, 20, 40, 80, 160, 200, 200, 200,
    ])
  })

  test('shrinks while responses are slow, down to one block', async () => {
    expect(await sizes({ clock: clockOf(60_000), batch: { initialBlocks: 8 } })).toEqual([8, 4, 2, 1, 1, 1, 1, 1])
  })

  test('stays when blocks reach the target size of a batch', async () => {
    const batch = { initialBlocks: 10, targetBytes: 10 * 1_024 }
    expect(await sizes({ clock: clockOf(1), batch })).toEqual([10, 10, 10, 10, 10, 10, 10, 10])
  })

  test('is halved by each failure', async () => {
    expect(await sizes({ batch: { initialBlocks: 40 } }, true)).toEqual([40, 20, 10, 5, 2, 1, 1, 1])
  })
})

describe('the loop', () => {
  /** A clock that counts the waits and ends the loop after some. */
  const endAfter = (waits: number) => {
    const end = new AbortController()
    const waited: number[] = []
    const clock: Clock = {
      now: () => 0,
      wait: async (ms) => {
        waited.push(ms)
        if (waited.length >= waits) end.abort()
      },
    }
    return { clock, waited, signal: end.signal }
  }

  test('survives every failure of the node, and polls it less and less often', async () => {
    const { clock, waited, signal } = endAfter(9)
    const failures: unknown[] = []
    const reader: ChainReader<FakeBlock> = {
      head: async () => {
        throw new ServiceError('upstream_timeout', 'The node did not answer in time.')
      },
      blocks: async () => [],
    }
    await follow(reader, new MemoryIndex(), {
      ...options,
      clock,
      signal,
      pollMs: 1_000,
      onFailure: (error) => failures.push(error),
    })
    expect(waited).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
    expect(failures).toHaveLength(9)
  })

  test('survives a full store, and continues when there is space', async () => {
    const { clock, waited, signal } = endAfter(4)
    const [chain, index] = [calmChain(30), new MemoryIndex()]
    let isFull = true
    const append = index.append.bind(index)
    index.append = async (blocks, head: Head) => {
      if (isFull) throw new ServiceError('not_available', 'The database has no space left.', { retryAfterSeconds: 60 })
      await append(blocks, head)
    }
    const following = follow(chain.reader(), index, {
      ...options,
      clock,
      signal,
      pollMs: 1_000,
      onFailure: () => {
        isFull = waited.length < 1
      },
    })
    await following
    expect(waited).toEqual([60_000, 60_000, 1_000, 1_000])
    expect(index.blocks).toEqual(chain.blocks)
  })

  test('lets the open transaction finish when it is stopped', async () => {
    const [chain, index] = [calmChain(30), new MemoryIndex()]
    const end = new AbortController()
    const { promise: stored, resolve: finish } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const append = index.append.bind(index)
    index.append = async (blocks, head) => {
      begin()
      await stored
      await append(blocks, head)
    }
    let isOver = false
    const following = follow(chain.reader(), index, { ...options, signal: end.signal, pollMs: 1_000 }).then(() => {
      isOver = true
    })
    await begun
    end.abort()
    await Promise.resolve()
    expect(isOver).toBe(false)
    finish()
    await following
    expect(numbers(index)).toHaveLength(10)
  })

  test('ends once the end block is final', async () => {
    const { clock, signal } = endAfter(100)
    const index = new MemoryIndex()
    await follow(calmChain(30).reader(), index, { ...options, end: 12, clock, signal, pollMs: 1_000 })
    expect(numbers(index)).toHaveLength(13)
    expect(signal.aborted).toBe(false)
  })
})
