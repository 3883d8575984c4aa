import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getLogs, type LogsOptions } from '#lib/evm/node/reading/logs.ts'
import { RangeSize } from '#lib/evm/node/reading/range-size.ts'
import { httpTransport } from '#lib/evm/node/transport/http-transport.ts'
import type { NodePool } from '#lib/evm/node/transport/pool.ts'
import type { RpcAnswer, RpcTransport } from '#lib/evm/node/transport/transport.ts'
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

/** A node with a limit of its own on eth_getLogs. */
const limited = (refuse: (blocks: number, logs: number, from: number) => string | undefined): RpcTransport => {
  const inner = chain.anvil.transport()
  return {
    name: 'limited',
    send: async (calls) => {
      const answers = await inner.send(calls)
      return answers.map((answer, index): RpcAnswer => {
        const query = calls[index]?.params[0]
        if (calls[index]?.method !== 'eth_getLogs' || !query || typeof query !== 'object') return answer
        const { fromBlock, toBlock } = Object.fromEntries(Object.entries(query))
        const found = 'result' in answer && Array.isArray(answer.result) ? answer.result.length : 0
        const message = refuse(Number(toBlock) - Number(fromBlock) + 1, found, Number(fromBlock))
        return message ? { error: { code: -32000, message } } : answer
      })
    },
  }
}

describe('ranges', () => {
  test('all logs arrive once, in order, and the parts cover the range', async () => {
    const { parts, logs } = await collect(poolOver(first), latest, { rangeSize: new RangeSize({ start: 7, step: 5 }) })
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

  test.each([
    ['stated', (blocks: number) => (blocks > 20 ? 'Max range: 20' : undefined)],
    ['unstated', (blocks: number) => (blocks > 20 ? 'Block range limit exceeded.' : undefined)],
    ['in logs', (_: number, logs: number) => (logs > 3 ? 'backend response too large' : undefined)],
    ['timed out', (blocks: number) => (blocks > 50 ? 'Internal error' : undefined)],
    [
      'suggested',
      (blocks: number, _: number, from: number) =>
        blocks > 9
          ? `query returned more than 10000 results. Try with this block range [0x${from.toString(16)}, 0x${(from + 8).toString(16)}].`
          : undefined,
    ],
  ])('a limit of the node is discovered and remembered: %s', async (kind, refuse) => {
    const pool = quickPool(limited(refuse))
    if (kind === 'in logs') {
      // One block alone holds more than this node gives in an answer: that cannot be fixed by asking for less.
      await expect(collect(pool, latest)).rejects.toMatchObject({ failure: { kind: 'too_many_results' } })
      return
    }
    const { parts, logs } = await collect(pool, latest)
    expect(logs).toHaveLength(logCount)
    expect(covers(parts, latest)).toBe(true)
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
    ['not a list', onLogs(() => null)],
    ['a missing last block', { kind: 'tamper', method: 'eth_getBlockByNumber', change: () => null }],
  ]

  test.each(lies)('%s', async (_, lie) => {
    first.always = [lie]
    await expect(collect(poolOver(first), latest)).rejects.toMatchObject({ code: 'upstream_failed' })
    const { logs } = await collect(poolOver(first, second), latest)
    expect(logs).toHaveLength(logCount)
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
