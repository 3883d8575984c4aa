import { describe, expect, test } from 'vitest'
import { chainIdentity } from '#lib/evm/chain/rpc/transport/chain-identity.ts'
import type { RpcAnswer, RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { TransportError } from '#lib/evm/chain/rpc/transport/transport-error.ts'
import { createVirtualClock } from '#tests/support/virtual-clock.ts'

type Chain = {
  id: number
  head: number
  /** From this block on its hashes are those of a different history. */
  forksAt: number
  /** Blocks below are pruned. */
  oldest: number
  isDown: boolean
  /** It takes requests and never answers. */
  isSilent: boolean
}

const hashOf = (number: number, isForked: boolean) =>
  `0x${(number + (isForked ? 0xf0000000 : 0x10000000)).toString(16).padStart(64, '0')}`

/** A node of a chain of empty blocks; `chain` may be changed while it is asked. */
const nodeOf = (name: string, facts: Partial<Chain> = {}) => {
  const chain: Chain = {
    id: 1,
    head: 1_000,
    forksAt: Number.POSITIVE_INFINITY,
    oldest: 0,
    isDown: false,
    isSilent: false,
    ...facts,
  }
  const asked: string[] = []
  const answer = (method: string, [tag]: readonly unknown[]): RpcAnswer => {
    asked.push(method)
    if (method === 'eth_chainId') return { result: `0x${chain.id.toString(16)}` }
    if (method !== 'eth_getBlockByNumber') return { result: name }
    const number = tag === 'latest' ? chain.head : tag === 'finalized' ? Math.max(0, chain.head - 64) : Number(tag)
    if (number > chain.head) return { result: null }
    if (number < chain.oldest) return { error: { code: 4444, message: 'pruned history unavailable' } }
    return { result: headerOf(number, number >= chain.forksAt) }
  }
  const transport: RpcTransport = {
    name,
    send: async (calls, signal) => {
      if (chain.isSilent) return new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)))
      if (chain.isDown) throw new TransportError('network', name)
      return calls.map(({ method, params }) => answer(method, params))
    },
  }
  return { chain, asked, transport, answers: () => asked.filter((method) => method === 'test_name').length }
}

const headerOf = (number: number, isForked: boolean) => ({
  number: `0x${number.toString(16)}`,
  hash: hashOf(number, isForked),
  parentHash: hashOf(number - 1, isForked),
  timestamp: '0x1',
  miner: `0x${'0'.repeat(40)}`,
  gasUsed: '0x0',
  gasLimit: '0x1',
  logsBloom: `0x${'0'.repeat(512)}`,
})

type Anchors = readonly { number: number; hash: string }[]

const poolOf = (
  nodes: readonly { transport: RpcTransport }[],
  { expectedId, stored = [] }: { expectedId?: number; stored?: Anchors } = {},
) => {
  const clock = createVirtualClock()
  const identity = chainIdentity({ expectedId, finalityBlocks: 65, storedAnchors: async () => stored })
  const pool = createPool(
    nodes.map(({ transport }) => transport),
    { clock, random: () => 0, identity, totalMs: 10_000 },
  )
  /** Which node answers. */
  const ask = () => clock.run(pool.call('test_name', []))
  const pass = (ms: number) => clock.run(clock.sleep(ms))
  return { pool, ask, pass, clock, reasons: () => pool.refused().map(({ reason }) => reason) }
}

test('questions that follow one another do not each wait for a node that never answered', async () => {
  const silent = nodeOf('silent', { isSilent: true })
  const { ask, pass, clock } = poolOf([silent], { expectedId: 1 })
  const startedAt = clock.now()
  for (let question = 0; question < 5; question++) await expect(ask()).rejects.toThrow('did not answer in time')
  expect(clock.now() - startedAt).toBeLessThan(6_000)
  silent.chain.isSilent = false
  await pass(5_000)
  expect(await ask()).toBe('silent')
})

test('nodes are compared while another never answers', async () => {
  const nodes = [nodeOf('a'), nodeOf('silent', { isSilent: true }), nodeOf('b'), nodeOf('other', { id: 5 })]
  const { ask, reasons } = poolOf(nodes)
  expect(['a', 'b']).toContain(await ask())
  expect(reasons()).toEqual(['Node 4 of 4 is not used: its chain id is 5 instead of 1.'])
})

const error = (work: Promise<unknown>) => expect(work).rejects

describe('with two nodes', () => {
  test.each<[string, Partial<Chain>, string]>([
    ['another chain id', { id: 5 }, 'its chain id is 5 instead of 1.'],
    [
      'another genesis block',
      { forksAt: 0 },
      'its genesis block differs from that of node 1, so it has a different history.',
    ],
    [
      'another final block',
      { forksAt: 900 },
      'its block 936 differs from that of node 1, so it has a different history.',
    ],
  ])('the second with %s is not used, and is named by its position', async (_, facts, reason) => {
    const [first, second] = [nodeOf('first'), nodeOf('second.example/key', facts)]
    const { ask, reasons } = poolOf([first, second])
    for (let asked = 0; asked < 20; asked++) expect(await ask()).toBe('first')
    expect(second.answers()).toBe(0)
    expect(reasons()).toEqual([`Node 2 of 2 is not used: ${reason}`])
  })

  test('one that lags or has pruned its history is used', async () => {
    for (const facts of [{ head: 20 }, { oldest: 990 }, { head: 0 }]) {
      const [first, second] = [nodeOf('first'), nodeOf('second', facts)]
      const { ask, reasons } = poolOf([first, second])
      await ask()
      first.chain.isDown = true
      expect(await ask()).toBe('second')
      expect(reasons()).toEqual([])
    }
  })

  test('one that lags and has a different history is detected at an older block', async () => {
    const { ask, reasons } = poolOf([nodeOf('first'), nodeOf('second', { head: 500, forksAt: 400 })])
    await ask()
    expect(reasons()).toEqual([expect.stringContaining('block 436')])
  })

  test('one that is down at the start does not delay the other, and is verified before it is used', async () => {
    const [first, second] = [nodeOf('first', { isDown: true, forksAt: 0 }), nodeOf('second')]
    const { ask, pass, reasons } = poolOf([first, second])
    expect(await ask()).toBe('second')
    first.chain.isDown = false
    await pass(60_000)
    for (let asked = 0; asked < 10; asked++) expect(await ask()).toBe('second')
    await pass(1)
    // The node that was used so far is believed, although the other is configured first.
    expect(reasons()).toEqual([expect.stringContaining('Node 1 of 2 is not used: its genesis block')])
    expect(first.answers()).toBe(0)
  })

  test('one that switches to another chain on the same connection is detected within a minute', async () => {
    const [first, second] = [nodeOf('first'), nodeOf('second')]
    const { ask, pass, reasons } = poolOf([first, second])
    await ask()
    second.chain.forksAt = 0
    await pass(61_000)
    await ask()
    await pass(1)
    expect(reasons()).toHaveLength(1)
  })
})

test('a refused node is not used when the other goes down', async () => {
  for (const facts of [{ forksAt: 0 }, { forksAt: 900 }]) {
    const [first, second] = [nodeOf('first'), nodeOf('second', facts)]
    const { ask, pass, reasons } = poolOf([first, second], { expectedId: 1 })
    await ask()
    const before = reasons()
    expect(before).toHaveLength(1)
    first.chain.isDown = true
    for (let minute = 0; minute < 5; minute++) {
      await error(ask()).toMatchObject({ retryable: true })
      await pass(60_000)
    }
    expect(second.answers()).toBe(0)
  }
})

test('a devnet that restarts is a new chain, and is used', async () => {
  const [first, second] = [nodeOf('first'), nodeOf('second')]
  const { ask, pass } = poolOf([first, second])
  await ask()
  for (const node of [first, second]) node.chain.forksAt = 0
  await pass(120_000)
  await ask()
  await pass(1)
  expect(['first', 'second']).toContain(await ask())
})

test('the majority of three nodes is trusted', async () => {
  const { ask, reasons } = poolOf([nodeOf('first', { forksAt: 700 }), nodeOf('second'), nodeOf('third')])
  expect(await ask()).not.toBe('first')
  expect(reasons()).toEqual([expect.stringMatching(/^Node 1 of 3 .* block 936 differs from that of node 2/)])
})

describe('a single node', () => {
  const stored = [
    { number: 0, hash: hashOf(0, false) },
    { number: 800, hash: hashOf(800, false) },
  ]

  test('is used if its chain matches the index', async () => {
    expect(await poolOf([nodeOf('only')], { expectedId: 1, stored }).ask()).toBe('only')
  })

  test.each<[string, Partial<Chain>, string]>([
    ['another chain', { id: 5 }, 'its chain id is 5 instead of 1'],
    ['another genesis block', { forksAt: 0 }, 'its genesis block does not match the index'],
    ['a different history', { forksAt: 700 }, 'its block 800 does not match the index'],
  ])('of %s is not used, and the error says why', async (_, facts, reason) => {
    const only = nodeOf('only', facts)
    const { ask } = poolOf([only], { expectedId: 1, stored })
    await error(ask()).toMatchObject({ code: 'not_available', message: expect.stringContaining(reason) })
    await error(ask()).toMatchObject({ retryAfterSeconds: 15 })
    expect(only.answers()).toBe(0)
  })

  test('is used again once it matches', async () => {
    const only = nodeOf('only', { forksAt: 0 })
    const { ask, pass, reasons } = poolOf([only], { stored })
    await error(ask()).toMatchObject({ code: 'not_available' })
    only.chain.forksAt = Number.POSITIVE_INFINITY
    await error(ask()).toMatchObject({ code: 'not_available' })
    await pass(16_000)
    expect(await ask()).toBe('only')
    expect(reasons()).toEqual([])
  })

  test('is verified again after it was down, before it is used', async () => {
    const only = nodeOf('only')
    const { ask, pass } = poolOf([only], { stored })
    await ask()
    only.chain.isDown = true
    await error(ask()).toMatchObject({ code: 'upstream_failed' })
    await pass(5_000)
    Object.assign(only.chain, { isDown: false, forksAt: 0 })
    await error(ask()).toMatchObject({ code: 'not_available' })
    expect(only.answers()).toBe(1)
  })

  test('is not refused for a single wrong answer', async () => {
    const only = nodeOf('only', { forksAt: 0 })
    const honest = nodeOf('only')
    let lies = 2
    const transport: RpcTransport = {
      name: 'only',
      send: (...asked) => (lies-- > 0 ? only : honest).transport.send(...asked),
    }
    expect(await poolOf([{ transport }], { stored }).ask()).toBe('only')
  })

  test('is verified with a handful of calls a minute', async () => {
    const only = nodeOf('only')
    const { ask, pass } = poolOf([only], { expectedId: 1, stored })
    for (let second = 0; second < 120; second++) {
      await ask()
      await pass(1_000)
    }
    expect(only.asked.length - only.answers()).toBeLessThanOrEqual(3 * 7)
  })
})
