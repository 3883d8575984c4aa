import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getLogs, type LogsOptions } from '#lib/evm/chain/rpc/reading/logs.ts'
import { rangeSizesOf } from '#lib/evm/chain/rpc/reading/range-size.ts'
import { blockReader, createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import type { RpcAnswer, RpcCall, RpcError, RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { TransportError } from '#lib/evm/chain/rpc/transport/transport-error.ts'
import type { Fault, FaultyRpc } from '#tests/support/faulty-rpc.ts'
import { faultyNodes, quickPool } from './faulty-nodes.ts'
import { type SmallChain, startSmallChain, transferTopic } from './small-chain.ts'

let chain: SmallChain
let first: FaultyRpc
let second: FaultyRpc
let latest = 0
let logCount = 0

const startNode = faultyNodes()
beforeAll(async () => {
  chain = await startSmallChain()
  for (const transfers of [3, 0, 6, 1]) {
    await chain.mineTransfers(transfers)
    await chain.mineEmpty(30)
    logCount += transfers
  }
  latest = Number(await chain.anvil.rpc('eth_blockNumber'))
  first = await startNode(chain.anvil.transport())
  second = await startNode(chain.anvil.transport())
})
afterAll(() => chain.stop())

const poolOver = (...nodes: FaultyRpc[]) => quickPool(...nodes.map(({ url }) => httpTransport(url)))
const filter = () => ({ addresses: [chain.emitter], topics: [transferTopic] })

async function collect(pool: NodePool, to: number, options: LogsOptions = {}) {
  const parts = []
  for await (const part of getLogs(pool, { ...filter(), from: 0, to }, options)) parts.push(part)
  return { parts, logs: parts.flatMap(({ logs }) => logs) }
}

/** The parts follow one another from 0 to `end` without gap or overlap. */
const covers = (parts: readonly { from: number; to: number }[], end: number): boolean =>
  parts.every(({ from }, index) => from === (parts[index - 1]?.to ?? -1) + 1) && parts.at(-1)?.to === end

type Refusal = RpcError | TransportError
/** A node with a limit of its own on eth_getLogs: `refused` counts the queries that met it. */
const limited = (refuse: (blocks: number, logs: number, from: number) => Refusal | undefined) => {
  const inner = chain.anvil.transport()
  const node = {
    refused: 0,
    name: 'limited',
    send: async (calls: readonly RpcCall[]) => {
      const answers = await inner.send(calls)
      return answers.map((answer, index): RpcAnswer => {
        const query = calls[index]?.params[0]
        if (calls[index]?.method !== 'eth_getLogs' || !query || typeof query !== 'object') return answer
        const { fromBlock, toBlock } = Object.fromEntries(Object.entries(query))
        const found = 'result' in answer && Array.isArray(answer.result) ? answer.result.length : 0
        const refusal = refuse(Number(toBlock) - Number(fromBlock) + 1, found, Number(fromBlock))
        if (!refusal) return answer
        node.refused += 1
        if (refusal instanceof TransportError) throw refusal
        return { error: refusal }
      })
    },
  }
  return node
}
const error = (code: number, message: string): RpcError => ({ code, message })
const http = (httpStatus: number) => new TransportError('http', 'refused', { httpStatus })

describe('ranges', () => {
  test('all logs arrive once, in order, and the parts cover the range', async () => {
    const { parts, logs } = await collect(poolOver(first), latest, { blocksMax: 7 })
    expect(logs).toHaveLength(logCount)
    expect(covers(parts, latest)).toBe(true)
    expect(logs.map((log) => log.blockNumber)).toEqual(logs.map((log) => log.blockNumber).toSorted((a, b) => a - b))
    expect(logs.every(({ address, topics }) => address === chain.emitter && topics[0] === transferTopic)).toBe(true)
  })

  test('a shorter chain ends the walk at its head', async () => {
    const { parts, logs } = await collect(poolOver(first), latest + 5_000)
    expect(covers(parts, latest)).toBe(true)
    expect(logs).toHaveLength(logCount)
  })

  /** Ways in which nodes and proxies refuse a range: no list of words can be complete. */
  const refusals: [string, Refusal][] = [
    ['a stated maximum', error(-32000, 'Max range: 20')],
    ['Infura', error(-32602, 'range 10001 exceeds limit of 10000')],
    ['an unknown sentence', error(-32600, 'block range too high')],
    ['Besu', error(-32005, 'Requested range exceeds maximum RPC range limit')],
    ['Scroll', error(-32001, 'Unable to complete request at this time.')],
    ['words of a rate limit', error(429, 'too many requests')],
    ['words of a quota', error(-32000, 'your monthly quota exceeded for this query')],
    ['words of another plan', error(-32601, 'the method eth_getLogs is not available on your plan for this range')],
    ['words of pruned data', error(-32000, 'history is not available for the requested span')],
    ['another language', error(-32603, '查询范围过大')],
    ['no words', error(0, '')],
    ...[400, 403, 404, 413, 429, 500, 502, 503].map((status): [string, Refusal] => [`HTTP ${status}`, http(status)]),
    ['a page of a proxy', new TransportError('malformed', 'HTML')],
    ['a response that never comes', new TransportError('timeout', 'late')],
    ['a response that is too long', new TransportError('too_large', 'long')],
    ['a dropped connection', new TransportError('network', 'dropped')],
  ]

  test.each(refusals)('a range that is refused is made smaller, and its size learned: %s', async (_, refusal) => {
    const node = limited((blocks) => (blocks > 20 ? refusal : undefined))
    const pool = quickPool(node)
    const { parts, logs } = await collect(pool, latest)
    expect(logs).toHaveLength(logCount)
    expect(covers(parts, latest)).toBe(true)
    const before = node.refused
    await collect(pool, latest)
    expect(node.refused - before).toBeLessThanOrEqual(3)
    const isUnreachable = refusal instanceof TransportError && refusal.fault === 'network'
    if (!isUnreachable) expect(pool.health()).toMatchObject([{ isResting: false, failuresInRow: 0 }])
  })

  /** A node that takes so many blocks in one query: `asked` counts its queries, `most` is what it took. */
  const taking = (blocksMax: number) => {
    const queries: number[] = []
    const node = limited((blocks) => {
      queries.push(blocks)
      return blocks > blocksMax ? error(-32_000, 'no') : undefined
    })
    return Object.assign(node, { queries })
  }

  test('a node that takes many blocks is not asked for few because another takes few', async () => {
    const [large, small] = [taking(10_000), taking(10)]
    const pool = quickPool(large, small)
    const { parts, logs } = await collect(pool, latest)
    expect(logs).toHaveLength(logCount)
    expect(covers(parts, latest)).toBe(true)
    expect(large.queries).toEqual([latest + 1])
    expect(small.queries.length).toBeGreaterThan(latest / 10)
    // What a node takes is known to the next that asks.
    small.refused = 0
    await collect(pool, latest)
    expect(small.refused).toBeLessThanOrEqual(3)
    expect(large.queries).toEqual([latest + 1, latest + 1])
  })

  const withoutLogs = ({ name, send }: ReturnType<typeof limited>): RpcTransport => ({
    name,
    send: async (calls) =>
      (await send(calls)).map((answer) =>
        'result' in answer && Array.isArray(answer.result) ? { result: [] } : answer,
      ),
  })

  test('nodes with limits of their own are asked for the same blocks, and a log counts that any of them has', async () => {
    for (const [hasLogs, hasNone] of [
      [10, 10_000],
      [10_000, 10],
      [9, 25],
      [25, 9],
    ] as const) {
      const { parts, logs } = await collect(quickPool(withoutLogs(taking(hasNone)), taking(hasLogs)), latest)
      expect(logs).toHaveLength(logCount)
      expect(covers(parts, latest)).toBe(true)
    }
  })

  test('a block that only one node was asked for, because it took more meanwhile, is asked of the other next', async () => {
    const { logs: all } = await collect(poolOver(first), latest)
    const last = all.at(-2)?.blockNumber ?? 0
    const small = taking(5)
    const large = withoutLogs(taking(12))
    const { promise: isSmallDone, resolve } = Promise.withResolvers<void>()
    const held: RpcTransport = {
      name: 'held',
      send: async (calls) => {
        const answers = await large.send(calls)
        if (answers.every((answer) => 'result' in answer)) await isSmallDone
        return answers
      },
    }
    const noting: RpcTransport = {
      name: 'noting',
      send: async (calls) => {
        const answers = await small.send(calls)
        if (small.queries.filter((blocks) => blocks <= 5).length === 2) setImmediate(resolve)
        return answers
      },
    }
    const found: number[] = []
    // The large node takes 8 blocks and then 12, the small one 4 and 4: the logs are in the tenth.
    for await (const { logs } of getLogs(quickPool(held, noting), { ...filter(), from: last - 9, to: latest }))
      found.push(...logs.map(({ blockNumber }) => blockNumber))
    expect(found).toEqual(all.map(({ blockNumber }) => blockNumber).filter((number) => number >= last - 9))
  })

  test('a node that would need very many queries for what another takes in one is not waited for', async () => {
    const [large, small] = [taking(10_000), taking(1)]
    const pool = quickPool(large, small)
    await collect(pool, latest)
    small.queries.length = 0
    expect((await collect(pool, latest)).logs).toHaveLength(logCount)
    expect(small.queries.length).toBeLessThanOrEqual(3)
  })

  test('a node that refuses every query does not stop the other', async () => {
    const refusing = taking(0)
    const pool = quickPool(refusing, taking(20))
    const { parts, logs } = await collect(pool, latest)
    expect(logs).toHaveLength(logCount)
    expect(covers(parts, latest)).toBe(true)
    expect(refusing.queries.at(-1)).toBe(1)
  })

  test('a range that the node suggests is used', async () => {
    const suggestion = (from: number) =>
      `query returned more than 10000 results. Try with this block range [0x${from.toString(16)}, 0x${(from + 8).toString(16)}].`
    const node = limited((blocks, _, from) => (blocks > 9 ? error(-32000, suggestion(from)) : undefined))
    const { parts, logs } = await collect(quickPool(node), latest)
    expect(logs).toHaveLength(logCount)
    expect(covers(parts, latest)).toBe(true)
  })

  /** Reads blocks whole, as the reader of a chain does. */
  const blockAt = async (number: number) => {
    const reader = createEvmReader(quickPool(chain.anvil.transport()), { finalityBlocks: 0 })
    return await blockReader(reader)(number)
  }

  test.each([
    ['too many', error(-32000, 'backend response too large')],
    ['in unknown words', error(-32603, 'no')],
  ])('a block whose logs alone are refused is read whole: %s', async (_, refusal) => {
    const node = limited((_, logs) => (logs > 3 ? refusal : undefined))
    const { parts, logs } = await collect(quickPool(node), latest, { blockAt })
    expect(logs).toHaveLength(logCount)
    expect(covers(parts, latest)).toBe(true)
    await expect(collect(quickPool(node), latest)).rejects.toMatchObject({ rpcError: refusal })
  })

  test('a node that refuses every log query is not read block by block', async () => {
    let whole = 0
    const counted = async (number: number) => {
      whole += 1
      return await blockAt(number)
    }
    const refusal = error(-32603, 'no')
    const pool = quickPool(limited(() => refusal))
    await expect(collect(pool, latest, { blockAt: counted })).rejects.toMatchObject({ rpcError: refusal })
    expect(whole).toBeLessThan(50)
  })

  test('a rate limit makes no range smaller in the end: the size is the same afterwards', async () => {
    let limitedCalls = 10
    const node = limited(() => (limitedCalls-- > 0 ? error(-32005, 'limit exceeded') : undefined))
    const pool = quickPool(node)
    const { logs } = await collect(pool, latest)
    expect(logs).toHaveLength(logCount)
    expect(rangeSizesOf(pool).of(node).blocks).toBe(10_000)
  })
})

describe('an impossible response is refused', () => {
  type Log = Record<string, unknown>
  const onLogs = (change: (logs: Log[]) => unknown): Fault => ({
    kind: 'tamper',
    method: 'eth_getLogs',
    change: (logs) => (Array.isArray(logs) ? change(logs) : logs),
  })
  const lies: [string, Fault][] = [
    ['a log of another contract', onLogs((logs) => logs.map((log) => ({ ...log, address: `0x${'cd'.repeat(20)}` })))],
    ['a log of another event', onLogs((logs) => logs.map((log) => ({ ...log, topics: [`0x${'ab'.repeat(32)}`] })))],
    ['a log outside the range', onLogs((logs) => logs.map((log) => ({ ...log, blockNumber: '0xffff' })))],
    ['a repeated log', onLogs((logs) => [...logs, ...logs])],
    ['not a list', onLogs(() => ({}))],
    ['a missing last block', { kind: 'tamper', method: 'eth_getBlockByNumber', change: () => null }],
  ]

  test.each(lies)('%s', async (_, lie) => {
    first.always = [lie]
    await expect(collect(poolOver(first), latest)).rejects.toMatchObject({ code: 'upstream_failed' })
    const { logs } = await collect(poolOver(first, second), latest)
    expect(logs).toHaveLength(logCount)
  })

  test('no list at all means no logs', async () => {
    first.always = [onLogs((logs) => (logs.length > 0 ? logs : null))]
    const { parts, logs } = await collect(poolOver(first), latest, { blocksMax: 7 })
    expect(logs).toHaveLength(logCount)
    expect(covers(parts, latest)).toBe(true)
  })

  test('an empty response from a node that lacks the blocks', async () => {
    first.always = [
      onLogs(() => []),
      { kind: 'tamper', method: 'eth_blockNumber', change: () => '0x1' },
      { kind: 'tamper', method: 'eth_getBlockByNumber', change: () => null },
    ]
    const { parts } = await collect(poolOver(first), latest)
    expect(parts.at(-1)?.to).toBe(1)
  })

  test('a log that one node omits comes from the other, wherever it is omitted', async () => {
    for (const change of [(logs: Log[]) => logs.slice(1), (logs: Log[]) => logs.slice(0, -1), () => []]) {
      first.always = [onLogs(change)]
      expect((await collect(poolOver(first), latest)).logs.length).toBeLessThan(logCount)
      expect((await collect(poolOver(first, second), latest)).logs).toHaveLength(logCount)
    }
  })
})
