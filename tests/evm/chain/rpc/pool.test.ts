import { describe, expect, test } from 'vitest'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import type { RpcAnswer, RpcError, RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import { createPool, type PoolOptions } from '#lib/evm/chain/rpc/transport/pool.ts'
import { TransportError } from '#lib/evm/chain/rpc/transport/transport-error.ts'
import { createVirtualClock, type VirtualClock } from '#tests/support/virtual-clock.ts'

type Said = RpcAnswer | Error

/** A node that says these one after the other, the last forever. */
const scripted = (name: string, ...script: Said[]) => {
  let asked = 0
  const transport: RpcTransport = {
    name,
    send: async (calls) => {
      const said = script[Math.min(asked++, script.length - 1)] ?? new Error('empty script')
      if (said instanceof Error) throw said
      return calls.map(() => said)
    },
  }
  return Object.assign(transport, { asked: () => asked })
}

/** Time that passes only by being slept through. */
const fakeClock = () => {
  let now = 0
  const sleeps: number[] = []
  const wait = async (ms: number) => {
    sleeps.push(ms)
    now += ms
  }
  return { now: () => now, wait, sleeps }
}

const poolOf = (nodes: readonly RpcTransport[], options: PoolOptions = {}) => {
  const clock = fakeClock()
  return { pool: createPool(nodes, { clock, random: () => 0, ...options }), clock }
}

const well: RpcAnswer = { result: 'well' }
const refused = (code: number, message: string, data?: RpcError['data']): RpcAnswer => ({
  error: { code, message, data },
})
const broken = new TransportError('network', 'broken')

describe('a single node', () => {
  test('is retried after a transient failure, with growing delays', async () => {
    const node = scripted('a', broken, refused(-32603, 'Internal error'), broken, well)
    const { pool, clock } = poolOf([node])
    expect(await pool.call('m', [])).toBe('well')
    expect(node.asked()).toBe(4)
    expect(clock.now()).toBeGreaterThan(250)
  })

  test('that stays broken is given up after a bounded number of attempts', async () => {
    const node = scripted('a', broken)
    await expect(poolOf([node]).pool.call('m', [], { attemptsMax: 4 })).rejects.toBe(broken)
    expect(node.asked()).toBe(4)
  })

  test('that stays broken is given up within the time limit', async () => {
    const { pool, clock } = poolOf([scripted('a', broken)])
    await expect(pool.call('m', [], { attemptsMax: 1000, totalMs: 20_000 })).rejects.toBe(broken)
    expect(clock.now()).toBeLessThanOrEqual(20_000)
  })

  test.each([
    ['reverted', refused(3, 'execution reverted')],
    ['invalid', refused(-32602, 'invalid argument 0')],
    ['range_too_large', refused(-32000, 'Max range: 800')],
    ['too_many_results', refused(-32000, 'backend response too large')],
  ])('%s is a definite answer and not retried', async (kind, said) => {
    const node = scripted('a', said)
    await expect(poolOf([node]).pool.call('m', [])).rejects.toMatchObject({ failure: { kind } })
    expect(node.asked()).toBe(1)
  })

  test('with a Retry-After is skipped until then', async () => {
    const limited = new TransportError('http', 'x', { httpStatus: 429, retryAfterSeconds: 7 })
    const { pool, clock } = poolOf([scripted('a', limited, well)])
    expect(await pool.call('m', [])).toBe('well')
    expect(clock.now()).toBeGreaterThanOrEqual(7000)
  })

  test('that rate limits gets fewer concurrent requests, and gradually more again', async () => {
    const node = scripted('a', refused(-32005, 'limit exceeded'), well)
    const { pool } = poolOf([node], { concurrency: 4 })
    await pool.call('m', [])
    expect(pool.health()[0]?.inFlightMax).toBeLessThan(4)
    for (let calls = 0; calls < 60; calls++) await pool.call('m', [])
    expect(pool.health()[0]?.inFlightMax).toBe(4)
  })

  test.each([
    ['402', new TransportError('http', 'x', { httpStatus: 402 })],
    ['403', new TransportError('http', 'x', { httpStatus: 403 })],
    ['404', new TransportError('http', 'x', { httpStatus: 404 })],
    ['a spent quota', refused(429, 'Monthly capacity limit exceeded')],
  ])('that responds with %s once is retried after a second', async (_, said) => {
    const { pool, clock } = poolOf([scripted('a', said, well)])
    expect(await pool.call('m', [])).toBe('well')
    expect(clock.now()).toBeGreaterThanOrEqual(1_000)
    expect(clock.now()).toBeLessThan(2_000)
  })

  test('that keeps refusing our key is tried every 30 seconds, and requests fail in between', async () => {
    const node = scripted('a', refused(429, 'Monthly capacity limit exceeded'))
    const { pool, clock } = poolOf([node], { totalMs: 10_000 })
    const failures: number[] = []
    while (clock.now() < 600_000) {
      await expect(pool.call('m', [])).rejects.toMatchObject({ code: 'not_available' })
      failures.push(clock.now())
      await clock.wait(1_000)
    }
    expect(node.asked()).toBeGreaterThan(20)
    expect(node.asked()).toBeLessThan(40)
  })

  test('that fails many requests at once backs off as for one', async () => {
    const node = scripted('a', ...Array.from({ length: 8 }, () => broken), well)
    const { pool, clock } = poolOf([node])
    expect(await Promise.all(Array.from({ length: 8 }, () => pool.call('m', [])))).toEqual(Array(8).fill('well'))
    expect(clock.now()).toBeLessThan(3_000)
  })

  test.each(['eth_getBlockByNumber', 'eth_getLogs', 'eth_chainId'])(
    'that once claims to lack %s is retried, since every node has it',
    async (method) => {
      const node = scripted('a', refused(-32601, 'the method does not exist/is not available'), well)
      expect(await poolOf([node]).pool.call(method, [])).toBe('well')
    },
  )

  test('that lacks a method is tried again after a minute, then after two', async () => {
    const node = scripted('a', refused(-32601, 'method not found'), refused(-32601, 'method not found'), well)
    const { pool, clock } = poolOf([node])
    const lacks = () => expect(pool.call('debug_x', [])).rejects.toMatchObject({ failure: { kind: 'unsupported' } })
    await lacks()
    await clock.wait(59_000)
    await lacks()
    expect(node.asked()).toBe(1)
    await clock.wait(2_000)
    await lacks()
    await clock.wait(119_000)
    await lacks()
    expect(node.asked()).toBe(2)
    await clock.wait(2_000)
    expect(await pool.call('debug_x', [])).toBe('well')
  })

  test.each([429, 503])('is skipped for the time requested with %s, but not for a day', async (httpStatus) => {
    const limited = new TransportError('http', 'x', { httpStatus, retryAfterSeconds: 86_400 })
    const { pool, clock } = poolOf([scripted('a', limited, well)])
    expect(await pool.call('m', [])).toBe('well')
    expect(clock.now()).toBeGreaterThanOrEqual(60_000)
    expect(clock.now()).toBeLessThan(61_000)
  })

  test('never gets more concurrent requests than configured', async () => {
    let inFlight = 0
    let most = 0
    const slow: RpcTransport = {
      name: 'slow',
      send: async (calls) => {
        most = Math.max(most, ++inFlight)
        await new Promise((done) => setImmediate(done))
        inFlight -= 1
        return calls.map(() => well)
      },
    }
    const { pool } = poolOf([slow], { concurrency: 3 })
    await Promise.all(Array.from({ length: 20 }, () => pool.call('m', [])))
    expect(most).toBe(3)
  })

  test('is not retried once the caller aborts', async () => {
    const reason = new Error('enough')
    const controller = new AbortController()
    const node = scripted('a', broken)
    const clock = { now: () => 0, wait: async () => controller.abort(reason) }
    const pool = createPool([node], { clock })
    await expect(pool.call('m', [], { signal: controller.signal })).rejects.toBe(reason)
    expect(node.asked()).toBe(1)
  })
})

describe('two nodes', () => {
  test('when one dies, the other answers at once', async () => {
    const { pool, clock } = poolOf([scripted('dead', broken), scripted('b', well)])
    for (let calls = 0; calls < 10; calls++) expect(await pool.call('m', [])).toBe('well')
    expect(clock.now()).toBe(0)
  })

  test('a node that failed is tried last until it has recovered', async () => {
    const dead = scripted('dead', broken, well)
    const { pool, clock } = poolOf([dead, scripted('b', well)])
    await pool.call('m', [])
    await pool.call('m', [])
    expect(dead.asked()).toBe(1)
    expect(pool.health()[0]).toMatchObject({
      isResting: true,
      failuresInRow: 1,
      lastFault: 'The node could not be reached.',
    })
    await clock.wait(1000)
    expect(pool.health()[0]?.isResting).toBe(false)
  })

  test('a response that the reader rejects is never returned: the other node is used', async () => {
    const { pool } = poolOf([scripted('liar', { result: 'lie' }), scripted('b', well)])
    const read = ([result]: readonly unknown[]) => {
      if (result === 'lie') throw new InconsistentAnswer('a lie')
      return result
    }
    for (let calls = 0; calls < 5; calls++) expect(await pool.ask([{ method: 'm', params: [] }], read)).toBe('well')
  })

  test('an unsupported method is remembered per node', async () => {
    const plain = scripted('plain', refused(-32601, 'method not found'), well)
    const { pool } = poolOf([plain, scripted('rich', well)])
    expect(await pool.call('debug_x', [])).toBe('well')
    expect(await pool.call('debug_x', [])).toBe('well')
    expect(plain.asked()).toBe(1)
    expect(pool.health()[0]).toMatchObject({ isResting: false })
  })

  test('a method that no node has is unsupported, at once the second time', async () => {
    const nodes = [scripted('a', refused(-32601, 'no')), scripted('b', refused(-32601, 'no'))]
    const { pool } = poolOf(nodes)
    for (let calls = 0; calls < 2; calls++) {
      await expect(pool.call('debug_x', [])).rejects.toMatchObject({
        failure: { kind: 'unsupported' },
        code: 'not_available',
      })
    }
    expect(nodes.map((node) => node.asked())).toEqual([1, 1])
  })

  test('what one has pruned is fetched from the other', async () => {
    const { pool } = poolOf([scripted('pruned', refused(-32000, 'missing trie node')), scripted('archive', well)])
    expect(await pool.call('m', [])).toBe('well')
  })

  test('a node known to lag is skipped for newer blocks', async () => {
    const behind = scripted('behind', { result: 100 })
    const { pool } = poolOf([behind, scripted('ahead', { result: 200 })])
    await pool.askEach([{ method: 'head', params: [] }], ([head], node) => node.noteHead(Number(head)))
    for (let calls = 0; calls < 5; calls++) expect(await pool.call('m', [], { minimumHead: 150 })).toBe(200)
    expect(behind.asked()).toBe(1)
    expect(pool.mayHave(200)).toBe(true)
    expect(pool.mayHave(201)).toBe(false)
  })

  test('a node over its quota is skipped for 15 minutes while the other answers', async () => {
    const empty = scripted('a', refused(429, 'Monthly capacity limit exceeded'), { result: 'back' })
    const { pool, clock } = poolOf([empty, scripted('b', well)])
    for (let minute = 0; minute < 14; minute++) {
      expect(await pool.call('m', [])).toBe('well')
      await clock.wait(60_000)
    }
    expect(empty.asked()).toBe(1)
  })

  test('an oversized response is retried on the other node', async () => {
    const bomb = scripted('bomb', new TransportError('too_large', 'x'))
    expect(await poolOf([bomb, scripted('b', well)]).pool.call('m', [])).toBe('well')
  })

  test('askEach returns the responses of the nodes that answer', async () => {
    const { pool } = poolOf([scripted('dead', broken), scripted('b', well)])
    expect(await pool.askEach([{ method: 'm', params: [] }], ([result]) => result)).toEqual(['well'])
  })

  test('a batch is answered by a single node', async () => {
    const { pool } = poolOf([scripted('a', { result: 'a' }), scripted('b', { result: 'b' })])
    const call = { method: 'm', params: [] }
    for (let calls = 0; calls < 5; calls++) expect(new Set(await pool.callMany([call, call, call])).size).toBe(1)
  })

  test('an optional call that fails leaves the rest of its batch intact', async () => {
    const mixed: RpcTransport = { name: 'm', send: async () => [well, refused(-32602, 'unknown tag')] }
    const call = { method: 'm', params: [] }
    const [first, second] = await poolOf([mixed]).pool.callMany([call, { ...call, mayFail: true }])
    expect(first).toBe('well')
    expect(second).toBeInstanceOf(NodeRefusal)
  })
})

describe('a slow request', () => {
  /** Answers after so many milliseconds, one after the other, the last forever; gives up when it is told to. */
  const timed = (name: string, clock: VirtualClock, ...tookMs: number[]) => {
    let asked = 0
    let abandoned = 0
    const transport: RpcTransport = {
      name,
      send: async (calls, signal) => {
        await clock.sleep(tookMs[Math.min(asked++, tookMs.length - 1)] ?? 0, signal).catch((error) => {
          abandoned += 1
          throw error
        })
        return calls.map(() => ({ result: name }))
      },
    }
    return Object.assign(transport, { asked: () => asked, abandoned: () => abandoned })
  }
  const hedgedPool = (clock: VirtualClock, ...nodes: RpcTransport[]) =>
    createPool(nodes, { clock, hedged: true, random: () => 0 })
  const block = ['eth_getBlockByNumber', ['0x1', true]] as const

  test('is sent to the other node as well, and the faster response wins', async () => {
    const clock = createVirtualClock()
    const hanging = timed('hanging', clock, 30_000)
    const pool = hedgedPool(clock, hanging, timed('quick', clock, 40))
    expect(await clock.run(pool.call(...block))).toBe('quick')
    expect(clock.now()).toBeLessThan(1_500)
    expect(hanging.abandoned()).toBe(1)
  })

  test('is repeated on a single node once it takes clearly longer than usual', async () => {
    const clock = createVirtualClock()
    const node = timed('a', clock, 100, 100, 100, 100, 30_000, 100)
    const pool = hedgedPool(clock, node)
    for (let calls = 0; calls < 4; calls++) await clock.run(pool.call(...block))
    const before = clock.now()
    await clock.run(pool.call(...block))
    expect(clock.now() - before).toBeLessThan(500)
  })

  test('is repeated again soon after its repetition got a 429', async () => {
    const clock = createVirtualClock()
    const node = timed('a', clock, 100, 100, 100, 30_000, 0, 100)
    const refusing: RpcTransport = {
      ...node,
      send: async (calls, signal) => {
        const isRefused = node.asked() === 4
        const answers = await node.send(calls, signal)
        if (isRefused) throw new TransportError('http', 'a', { httpStatus: 429 })
        return answers
      },
    }
    const pool = hedgedPool(clock, refusing)
    for (let calls = 0; calls < 3; calls++) await clock.run(pool.call(...block))
    const before = clock.now()
    await clock.run(pool.call(...block))
    expect(clock.now() - before).toBeLessThan(400)
  })

  test('for one call is timed against other small requests, however slow large ones are', async () => {
    const clock = createVirtualClock()
    const node = timed('a', clock, 100, 100, 100, 2_000, 2_000, 2_000, 30_000, 100)
    const pool = hedgedPool(clock, node)
    for (let calls = 0; calls < 3; calls++) await clock.run(pool.call(...block))
    const large = Array.from({ length: 40 }, () => ({ method: block[0], params: block[1] }))
    for (let calls = 0; calls < 3; calls++) await clock.run(pool.callMany(large))
    const before = clock.now()
    await clock.run(pool.call(...block))
    expect(clock.now() - before).toBeLessThan(500)
  })

  test.each(['debug_traceTransaction', 'trace_transaction', 'eth_call'])(
    'of %s is never sent twice',
    async (method) => {
      const clock = createVirtualClock()
      const nodes = [timed('a', clock, 20_000), timed('b', clock, 20_000)]
      await clock.run(hedgedPool(clock, ...nodes).call(method, []))
      expect(nodes.map((node) => node.asked())).toEqual([1, 0])
    },
  )

  test('adds at most a tenth to the requests of a permanently slow node', async () => {
    const clock = createVirtualClock()
    const node = timed(
      'a',
      clock,
      ...Array(10).fill(10),
      ...Array.from({ length: 400 }, (_, n) => (n % 2 ? 10 : 3_000)),
    )
    const pool = hedgedPool(clock, node)
    for (let calls = 0; calls < 200; calls++) await clock.run(pool.call(...block))
    expect(node.asked()).toBeLessThanOrEqual(200 * 1.1 + 4)
  })

  test('to every node delays the responses of the others only briefly', async () => {
    const clock = createVirtualClock()
    const pool = hedgedPool(clock, timed('hanging', clock, 30_000), timed('quick', clock, 40))
    const heads = pool.askEach([{ method: 'eth_blockNumber', params: [] }], ([head]) => head)
    expect(await clock.run(heads)).toEqual(['quick'])
    expect(clock.now()).toBeLessThan(1_500)
  })
})
