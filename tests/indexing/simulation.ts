import { expect } from 'vitest'
import type { Clock } from '#lib/base/clock.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { ChainIndex } from '#lib/indexing/chain.ts'
import { createFollower, type Follower, type FollowerOptions } from '#lib/indexing/follow.ts'
import { type FakeBlock, FakeChain, type FakeChainRules } from './fake-chain.ts'
import type { IndexContents } from './memory-index.ts'
import { type Chance, createChance } from './random.ts'
import { InjectedCrash } from './stored-index.ts'

type SimulatedIndex = ChainIndex<FakeBlock> & { contents(): Promise<IndexContents> }

export type Simulation = {
  seed: number
  index(chain: FakeChain, crashes: () => boolean): SimulatedIndex
}

const stepsPerRun = 120
const calmStepsMax = 2_000

/**
 * One run: a chain grows, forks and is read through an unreliable node, by an indexer that crashes and is started again.
 * Then all falls calm, and the index must equal the chain. Returns what happened, step by step.
 */
export const simulate = async ({ seed, index: createIndex }: Simulation): Promise<string[]> => {
  const chance = createChance(seed)
  const rules = chooseRules(chance)
  const chain = new FakeChain(rules, chance, chance.integer(1, 300))
  const crashProbability = chance.happens(0.5) ? 0 : 0.02
  let isCalm = false
  const index = createIndex(chain, () => !isCalm && chance.happens(crashProbability))
  const options = chooseOptions(chance, chain)
  const start = (): Follower => createFollower(chain.reader(), index, options)
  const trace: string[] = []

  let follower = start()
  const step = async (): Promise<string> => {
    try {
      const done = await follower.step()
      trace.push(JSON.stringify(done))
      return done.kind
    } catch (error) {
      if (error instanceof InjectedCrash) follower = start()
      // Anything that is no injected failure is a rule that the engine broke.
      else if (!isServiceError(error, 'upstream_failed') || error.message.includes('a different history')) throw error
      trace.push(String(error))
      return 'failed'
    }
  }

  for (let count = 0; count < stepsPerRun; count++) {
    if (chance.happens(0.02)) {
      await beDown(chain, chance, options.allowReset ?? false)
      follower = start()
      trace.push('was down')
    }
    await step()
  }

  isCalm = true
  Object.assign(rules, { grows: 0, forks: 0, fails: 0, answersShort: 0, lags: 0 })
  // A chain that is shorter than all that is stored cannot be told from a node that lags.
  const lowest = (await index.contents()).blocks[0]?.number ?? 0
  chain.grow(Math.max(1, lowest + 1 - chain.blocks.length))
  // One wait may be owed to an answer that was on its way when the calm began.
  for (let waits = 0, count = 0; waits < 3; count++) {
    if (count > calmStepsMax) throw new Error('the index does not come to rest')
    const kind = await step()
    waits = kind === 'waiting' || kind === 'finished' ? waits + 1 : 0
  }
  const { blocks, sum } = await index.contents()
  const first = blocks[0]?.number ?? chain.blocks.length
  const expected = chain.blocks.slice(first, (options.end ?? Number.POSITIVE_INFINITY) + 1)
  const wrong = blocks.findIndex(
    ({ number, hash }, at) => expected[at]?.number !== number || expected[at].hash !== hash,
  )
  expect({ wrong: blocks[wrong], count: blocks.length }).toEqual({ wrong: undefined, count: expected.length })
  expect(sum).toBe(expected.reduce((total, { amount }) => total + amount, 0))
  if (typeof options.start === 'number' && options.start >= 0 && options.start < chain.blocks.length) {
    expect(first).toBe(options.start)
  }
  return trace
}

const chooseRules = (chance: Chance): FakeChainRules => {
  const often = (probability: number): number => (chance.happens(0.5) ? 0 : chance.fraction() * probability)
  const hasParents = chance.happens(0.9)
  return {
    finality: chance.integer(0, 60),
    grows: chance.fraction(),
    forks: hasParents ? often(0.3) : 0,
    fails: often(0.2),
    answersShort: often(0.2),
    lags: often(0.3),
    reportsHeadHash: chance.happens(0.5),
    hasParents,
  }
}

const chooseOptions = (chance: Chance, chain: FakeChain): FollowerOptions => {
  const length = chain.blocks.length
  const starts = [0, chance.integer(0, length + 20), -chance.integer(1, length), 'latest' as const]
  let now = 0
  const clock: Clock = { now: () => (now += chance.integer(0, 200)), wait: async () => {} }
  return {
    start: starts[chance.integer(0, 3)] ?? 0,
    end: chance.happens(0.1) ? length + 20 : undefined,
    allowReset: chance.happens(0.1),
    requestsMax: chance.integer(1, 4),
    batch: { initialBlocks: chance.integer(1, 40), blocksMax: chance.integer(1, 60), targetMs: 300 },
    clock,
  }
}

/** While the indexer is down the chain moves far, and may become another one. */
const beDown = async (chain: FakeChain, chance: Chance, mayBeReplaced: boolean): Promise<void> => {
  if (mayBeReplaced && chance.happens(0.5)) return chain.replace(chance.integer(1, 200))
  const canFork = chain.rules.forks > 0
  for (let count = chance.integer(0, 20); count > 0; count--) {
    if (canFork && chance.happens(0.5)) chain.fork()
    else chain.grow(chance.integer(0, 5))
  }
}
