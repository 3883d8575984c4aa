import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEvmReader, type EvmReaderOptions } from '#lib/evm/chain/rpc/reading/reader.ts'
import type { ReadableBlock } from '#lib/evm/chain/rpc/reading/set-aside-block.ts'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { isSetAside } from '#lib/indexing/chain.ts'
import type { Fault, FaultyRpc } from '#tests/support/faulty-rpc.ts'
import { faultyNodes } from './faulty-nodes.ts'
import { quickClock } from './quick-clock.ts'
import { type SmallChain, startSmallChain, transferTopic } from './small-chain.ts'

let chain: SmallChain
let first: FaultyRpc
let second: FaultyRpc
let latest = 0

const startNode = faultyNodes()
beforeAll(async () => {
  chain = await startSmallChain()
  await chain.mineEmpty(3)
  for (const transfers of [2, 5, 0, 3]) await chain.mineTransfers(transfers)
  await chain.mineEmpty(60)
  await chain.mineTransfers(4)
  latest = Number(await chain.anvil.rpc('eth_blockNumber'))
  first = await startNode(chain.anvil.transport())
  second = await startNode(chain.anvil.transport())
})
afterAll(() => chain.stop())

const readerOf = (nodes: readonly RpcTransport[], options: Partial<EvmReaderOptions> = {}, attemptsMax = 4) =>
  createEvmReader(createPool(nodes, { clock: quickClock(), attemptsMax }), { finalityBlocks: 65, ...options })
const over = (...nodes: FaultyRpc[]) => readerOf(nodes.map(({ url }) => httpTransport(url, { timeoutMs: 2_000 })))
const plain = () => readerOf([chain.anvil.transport()])

type Raw = Record<string, unknown>
const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)
const raws = (value: unknown): Raw[] => (Array.isArray(value) ? value.filter(isRaw) : [])
const onBlock = (change: (block: Raw) => unknown): Fault => ({
  kind: 'tamper',
  method: 'eth_getBlockByNumber',
  change: (block) => (isRaw(block) ? change(block) : block),
})
const onReceipts = (change: (receipts: Raw[]) => unknown): Fault => ({
  kind: 'tamper',
  method: 'eth_getBlockReceipts',
  change: (receipts) => (raws(receipts).length > 0 ? change(raws(receipts)) : receipts),
})
const onLogs = (change: (logs: Raw[]) => unknown): Fault =>
  onReceipts((receipts) => receipts.map((receipt) => ({ ...receipt, logs: change(raws(receipt.logs)) })))
const onTransactions = (change: (transactions: Raw[]) => unknown): Fault =>
  onBlock((block) => ({ ...block, transactions: change(raws(block.transactions)) }))
const otherHash = `0x${'ab'.repeat(32)}`

describe('a healthy node', () => {
  test('returns every block with its transactions and logs', async () => {
    const blocks = await plain().blocks(0, latest)
    expect(blocks.map(({ number }) => number)).toEqual(Array.from({ length: latest + 1 }, (_, number) => number))
    expect(blocks.slice(1).every(({ parentHash }, index) => parentHash === blocks[index]?.hash)).toBe(true)
    const newest = blocks.at(-1)
    expect(newest?.transactions).toHaveLength(4)
    expect(newest?.transactions[2]).toMatchObject({ index: 2, status: 1, to: chain.emitter, type: 2 })
    expect(newest?.transactions[2]?.gasPrice).toBeGreaterThan(0n)
    expect(newest?.transactions.map(({ logs }) => logs[0]?.logIndex)).toEqual([0, 1, 2, 3])
    expect(newest?.transactions[2]?.logs[0]).toMatchObject({
      address: chain.emitter,
      topics: [transferTopic, {}, {}, {}],
    })
    expect(blocks[1]?.transactions[0]).toMatchObject({ to: null, contractAddress: chain.emitter })
  })

  test('returns fewer blocks when the chain is shorter', async () => {
    const blocks = await plain().blocks(latest - 1, latest + 40)
    expect(blocks.map(({ number }) => number)).toEqual([latest - 1, latest])
    expect(await plain().blocks(latest + 1, latest + 2)).toEqual([])
  })

  test('returns its head, chain id and timestamps', async () => {
    const reader = plain()
    const head = await reader.head()
    expect(head.latest).toBe(latest)
    expect(head.finalized).toBeLessThanOrEqual(latest)
    expect(await reader.chainId()).toBe(31337)
    expect(await reader.blockTimestamp(latest)).toBe((await reader.blocks(latest, latest))[0]?.timestamp)
    await expect(reader.blockTimestamp(latest + 1)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('needs few batches', async () => {
    await over(first).blocks(0, latest)
    expect(first.requests.length).toBeLessThan(latest / 4)
    expect(Math.max(...first.requests.map(({ length }) => length))).toBeLessThanOrEqual(49)
  })
})

describe('a large range', () => {
  test('ends with the part that is enough', async () => {
    const parts: (readonly ReadableBlock[])[] = []
    const blocks = await plain().readable(0, latest, undefined, (part) => parts.push(part) === 2)
    expect(parts).toHaveLength(2)
    expect(blocks).toEqual(parts.flat())
    expect(blocks).toEqual((await plain().blocks(0, latest)).slice(0, blocks.length))
  })

  test('is requested in as many parts at a time as the nodes bear', async () => {
    /** The most requests for blocks under way at once, over nodes that answer none before `wanted` are. */
    const mostAtOnce = async (nodeCount: number, wanted: number): Promise<number> => {
      let underWay = 0
      let most = 0
      const reached = Promise.withResolvers<void>()
      const nodes = Array.from(
        { length: nodeCount },
        (_, index): RpcTransport => ({
          name: `node ${index}`,
          send: async (calls, ...rest) => {
            underWay += 1
            most = Math.max(most, underWay)
            if (underWay >= wanted) reached.resolve()
            await reached.promise
            underWay -= 1
            return await chain.anvil.transport().send(calls, ...rest)
          },
        }),
      )
      expect(await readerOf(nodes).blocks(0, latest)).toHaveLength(latest + 1)
      return most
    }
    expect(await mostAtOnce(1, 8)).toBe(8)
    expect(await mostAtOnce(2, 9)).toBe(9)
  })
})

describe('an inconsistent response is refused as a whole', () => {
  const lies: [what: string, Fault][] = [
    ['a receipt is repeated', onReceipts((receipts) => receipts.map(() => receipts[0]))],
    [
      'receipts have another block hash',
      onReceipts((receipts) => receipts.map((r) => ({ ...r, blockHash: otherHash }))),
    ],
    [
      'receipts have another block number',
      onReceipts((receipts) => receipts.map((r) => ({ ...r, blockNumber: '0x1' }))),
    ],
    [
      'a receipt has another transaction hash',
      onReceipts(([r, ...rest]) => [{ ...r, transactionHash: otherHash }, ...rest]),
    ],
    ['all logs are missing', onLogs(() => [])],
    ['one log is missing', onReceipts(([r, ...rest]) => [{ ...r, logs: [] }, ...rest])],
    ['the last log is missing', onReceipts((rs) => rs.map((r, i) => (i === rs.length - 1 ? { ...r, logs: [] } : r)))],
    ['a log has another address', onLogs((logs) => logs.map((log) => ({ ...log, address: `0x${'cd'.repeat(20)}` })))],
    ['a log has another topic', onLogs((logs) => logs.map((log) => ({ ...log, topics: [otherHash] })))],
    ['a log has another block', onLogs((logs) => logs.map((log) => ({ ...log, blockHash: otherHash })))],
    ['a log has another transaction', onLogs((logs) => logs.map((log) => ({ ...log, transactionHash: otherHash })))],
    ['a log is marked as removed', onLogs((logs) => logs.map((log) => ({ ...log, removed: true })))],
    ['log indexes have a gap', onLogs((logs) => logs.map((log) => ({ ...log, logIndex: '0x63' })))],
    ['the block has another hash', onBlock((block) => ({ ...block, hash: otherHash }))],
    ['the block has another number', onBlock((block) => ({ ...block, number: '0x1' }))],
    ['the bloom differs', onBlock((block) => ({ ...block, logsBloom: `0x${'ff'.repeat(256)}` }))],
    ['the block below the head is missing', onBlock(() => null)],
    ['a transaction is missing', onTransactions((transactions) => transactions.slice(1))],
    ['transactions are out of order', onTransactions((transactions) => transactions.toReversed())],
    ['transactions are only hashes', onTransactions((transactions) => transactions.map(({ hash }) => hash))],
    [
      'an amount is not a number',
      onTransactions((transactions) => transactions.map((t) => ({ ...t, value: 'twelve' }))),
    ],
    ['a hash is truncated', onBlock((block) => ({ ...block, parentHash: '0x12' }))],
    ['a field is missing', onBlock(({ timestamp, ...block }) => block)],
    ['the block is not an object', onBlock(() => 'block')],
  ]

  test.each(lies)('%s', async (_, lie) => {
    first.always = [lie]
    await expect(over(first).blocks(latest, latest)).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  test.each(lies)('%s: the other node is used', async (_, lie) => {
    first.always = [lie]
    expect(await over(first, second).blocks(0, latest)).toEqual(await plain().blocks(0, latest))
  })

  const missing: [what: string, Fault][] = [
    ['one is missing', onReceipts((receipts) => receipts.slice(1))],
    ['one is null', onReceipts(([, ...rest]) => [null, ...rest] as never)],
    ['there are none', onReceipts(() => null)],
    ['there is an empty list', onReceipts(() => [])],
    ['there is something else', onReceipts(() => ({}) as never)],
    ...[-32000, -32602, -32603, 3].map((code): [string, Fault] => [
      `the node refuses with ${code}`,
      {
        kind: 'error',
        error: { code, message: 'receipts length mismatch: 1 vs 0' },
        methods: ['eth_getBlockReceipts'],
      },
    ]),
  ]
  test.each(missing)('receipts of a block do not come together, %s: they are read one by one', async (_, lie) => {
    const sound = await plain().blocks(0, latest)
    first.always = [lie]
    expect(await over(first).blocks(latest - 2, latest)).toEqual(sound.slice(-3))
  })
  test.each(missing)('nor one by one, %s: the block is set aside, and the others are read', async (_, lie) => {
    first.always = [lie, { kind: 'tamper', method: 'eth_getTransactionReceipt', change: () => null }]
    const sound = await plain().blocks(0, 12)
    const blocks = await over(first).readable(0, 12)
    expect(blocks.map(({ number }) => number)).toEqual(sound.map(({ number }) => number))
    const full = sound.filter(({ transactions }) => transactions.length > 0).map(({ number }) => number)
    expect(blocks.filter(isSetAside).map(({ number }) => number)).toEqual(full)
  })

  test('timestamps that decrease are refused', async () => {
    const lie = onBlock((block) => (block.number === '0x5' ? { ...block, timestamp: '0x1' } : block))
    first.always = [lie]
    await expect(over(first).blocks(3, 6)).rejects.toThrow(/timestamp/)
  })
})

describe('a failing node', () => {
  const faults: Fault[] = [
    { kind: 'truncated' },
    { kind: 'reset' },
    { kind: 'not_json' },
    { kind: 'wrong_ids' },
    { kind: 'missing_answer' },
    { kind: 'http', status: 500 },
    { kind: 'http', status: 429, headers: { 'retry-after': '1' } },
    { kind: 'error', error: { code: -32603, message: 'Internal error' } },
    { kind: 'error', error: { code: -32005, message: 'limit exceeded' } },
    { kind: 'error', error: { code: -32000, message: 'header not found' }, methods: ['eth_getBlockReceipts'] },
  ]

  test.each(faults)('is replaced by the other: %o', async (fault) => {
    first.always = [fault]
    expect(await over(first, second).blocks(0, latest)).toHaveLength(latest + 1)
  })

  test('continues alone after the fault', async () => {
    first.next = [{ kind: 'reset' }, { kind: 'truncated' }, { kind: 'http', status: 503 }]
    expect(await over(first).blocks(latest - 3, latest)).toHaveLength(4)
  })

  test('can die in the middle of a read', async () => {
    const reader = over(first, second)
    await reader.blocks(0, 10)
    first.always = [{ kind: 'reset' }]
    expect(await reader.blocks(11, latest)).toHaveLength(latest - 10)
  })

  test('without eth_getBlockReceipts is read receipt by receipt from then on', async () => {
    first.always = [
      { kind: 'error', error: { code: -32601, message: 'Method not found' }, methods: ['eth_getBlockReceipts'] },
    ]
    const reader = over(first)
    expect(await reader.blocks(0, latest)).toEqual(await plain().blocks(0, latest))
    first.requests.length = 0
    await reader.blocks(0, latest)
    expect(first.requests.flat()).not.toContain('eth_getBlockReceipts')
  })

  test('that refuses batches is still read', async () => {
    first.always = [{ kind: 'batch_refused' }]
    expect(await over(first).blocks(latest - 2, latest)).toHaveLength(3)
  })

  test('with oversized responses gets requests for fewer blocks', async () => {
    const small = httpTransport(first.url, { bodyBytesMax: 30_000 })
    expect(await readerOf([small]).blocks(0, latest)).toHaveLength(latest + 1)
  })
})

describe('heads', () => {
  const stale = (block: unknown, call: { params: readonly unknown[] }) =>
    isRaw(block) && call.params[0] === 'latest' ? { ...block, number: '0x2' } : block
  const behind: Fault[] = [
    { kind: 'tamper', method: 'eth_getBlockByNumber', change: stale },
    { kind: 'tamper', method: 'eth_blockNumber', change: () => '0x2' },
    { kind: 'tamper', method: 'eth_getBlockByNumber', change: (b) => (isRaw(b) && Number(b.number) > 2 ? null : b) },
  ]

  test('a lagging node does not hold the others back', async () => {
    first.always = behind
    const reader = over(first, second)
    expect(await reader.head()).toMatchObject({ latest })
    expect(await reader.blocks(0, latest)).toHaveLength(latest + 1)
  })

  test('a node that falls behind is detected while reading', async () => {
    first.always = behind
    expect(await over(first, second).blocks(0, latest)).toHaveLength(latest + 1)
  })

  test('a node without the finalized tag counts by depth, and is not sent the tag again', async () => {
    const unknownTag = { code: -32602, message: 'invalid block tag' }
    const inner: RpcTransport = {
      name: 'old',
      send: async (calls) => {
        const answers = await chain.anvil.transport().send(calls)
        return answers.map((answer, index) =>
          calls[index]?.params[0] === 'finalized' ? { error: unknownTag } : answer,
        )
      },
    }
    const asked: unknown[] = []
    const counting: RpcTransport = {
      name: 'old',
      send: (calls) => {
        asked.push(...calls.map(({ params }) => params[0]))
        return inner.send(calls)
      },
    }
    const reader = readerOf([counting], { finalityBlocks: 10 })
    expect(await reader.head()).toEqual({ latest, finalized: latest - 10 })
    expect(await reader.head()).toEqual({ latest, finalized: latest - 10 })
    expect(asked.filter((tag) => tag === 'finalized')).toHaveLength(1)
  })

  test('nodes of different chains are detected', async () => {
    first.always = [{ kind: 'tamper', method: 'eth_chainId', change: () => '0x1' }]
    await expect(over(first, second).chainId()).rejects.toThrow(/different chains/)
  })
})

test('a chain whose blooms do not match can be read only with that check off', async () => {
  first.always = [onBlock((block) => ({ ...block, logsBloom: `0x${'00'.repeat(256)}` }))]
  const reader = readerOf([httpTransport(first.url)], { checkBloom: false })
  expect(await reader.blocks(0, latest)).toHaveLength(latest + 1)
  await expect(over(first).blocks(latest, latest)).rejects.toThrow(/bloom/)
})
