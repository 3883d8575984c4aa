import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import {
  type BlockToTrace,
  blockFrames,
  type InternalTransfer,
  transfersOf,
} from '#lib/evm/chain/rpc/traces/block-frames.ts'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import { recordedAnswers } from '#tests/evm/chain/decode/recorded-answers.ts'
import { startValueChain, type ValueChain, wordOf } from '#tests/evm/trace/sync/value-chain.ts'
import type { FaultyRpc } from '#tests/support/faulty-rpc.ts'
import { faultyNodes, lacking, quickPool } from './faulty-nodes.ts'

const blockTransfers = async (...asked: Parameters<typeof blockFrames>): Promise<InternalTransfer[]> =>
  transfersOf(await blockFrames(...asked))

describe('a real node', () => {
  let chain: ValueChain
  let node: FaultyRpc
  const startNode = faultyNodes()
  beforeAll(async () => {
    chain = await startValueChain()
    node = await startNode(chain.anvil.transport())
  })
  afterAll(() => chain.stop())

  const friend = `0x${'ab'.repeat(20)}` as const
  /** A block with every way of moving the coin, and what the plain reading of the contracts expects. */
  const mineBlock = async () => {
    const { forwarder, reverter, creator, destroyer, sender } = chain
    const hashes = [
      await chain.submit(friend, { value: 1n }),
      await chain.submit(forwarder, { value: 7n, data: wordOf(friend) }),
      await chain.submit(forwarder, { value: 0n, data: wordOf(friend) }),
      await chain.submit(reverter, { value: 8n, data: wordOf(friend) }),
      // The inner call fails, the one around it does not.
      await chain.submit(forwarder, { value: 9n, data: wordOf(reverter) }),
      await chain.submit(creator, { value: 5n }),
      await chain.submit(destroyer, { value: 4n, data: wordOf(sender) }),
    ]
    const block: BlockToTrace = { number: await chain.mine(), transactionHashes: hashes }
    return {
      block,
      expected: [
        { transactionIndex: 1, transferIndex: 0, kind: 'CALL', from: forwarder, to: friend, value: 7n },
        { transactionIndex: 5, transferIndex: 0, kind: 'CREATE', from: creator, value: 5n },
        { transactionIndex: 6, transferIndex: 0, kind: 'SELFDESTRUCT', from: destroyer, to: sender, value: 4n },
      ],
    }
  }

  test.each([
    ['debug_traceBlockByNumber', []],
    ['trace_block', ['debug_traceBlockByNumber']],
  ])(
    '%s returns the calls, creations and self-destructs that moved a value, and nothing that failed',
    async (method, absent) => {
      node.always = absent.length > 0 ? [lacking(...absent)] : []
      const { block, expected } = await mineBlock()
      const transfers = await blockTransfers(quickPool(httpTransport(node.url)), block)
      expect(transfers).toMatchObject(expected)
      expect(node.requests.at(-1)).toEqual([method])
    },
  )

  test.each([
    ['debug_traceBlockByNumber', []],
    ['trace_block', ['debug_traceBlockByNumber']],
  ])('%s returns what failed too, creations without a value, and the place of each call', async (_, absent) => {
    node.always = absent.length > 0 ? [lacking(...absent)] : []
    const { forwarder, reverter, creator } = chain
    const transactionHashes = [
      await chain.submit(reverter, { value: 8n, data: wordOf(friend) }),
      await chain.submit(forwarder, { value: 9n, data: wordOf(reverter) }),
      await chain.submit(creator, { value: 0n }),
    ]
    const frames = await blockFrames(quickPool(httpTransport(node.url)), {
      number: await chain.mine(),
      transactionHashes,
    })
    expect(frames).toMatchObject([
      // Succeeded inside a call that failed.
      { transactionIndex: 0, kind: 'CALL', to: friend, value: 8n, tracePath: '0', isUndone: true, error: null },
      { transactionIndex: 1, frameIndex: 0, to: reverter, tracePath: '0', isUndone: true },
      { transactionIndex: 1, frameIndex: 1, from: reverter, tracePath: '0_0', isUndone: true },
      { transactionIndex: 2, frameIndex: 0, kind: 'CREATE', from: creator, value: 0n, isUndone: false, error: null },
    ])
    expect(frames[1]?.error).toMatch(/revert/i)
    expect(frames.every(({ gas }) => gas > 0n)).toBe(true)
  })

  test('a block that is too large for one answer, or takes too long, is traced by transaction', async () => {
    const { block } = await mineBlock()
    const whole = await blockTransfers(quickPool(httpTransport(node.url)), block)
    for (const message of ['execution timeout', 'response is too large']) {
      node.always = [{ kind: 'error', error: { code: -32000, message }, methods: ['debug_traceBlockByNumber'] }]
      expect(await blockTransfers(quickPool(httpTransport(node.url)), block)).toEqual(whole)
      expect(node.requests.at(-1)).toEqual(['debug_traceTransaction'])
    }
  })

  test('a node without either method is refused as not available', async () => {
    const { block } = await mineBlock()
    node.always = [lacking('debug_traceBlockByNumber', 'trace_block')]
    await expect(blockTransfers(quickPool(httpTransport(node.url)), block)).rejects.toMatchObject({
      code: 'not_available',
      failure: { kind: 'unsupported' },
    })
  })

  test('the traces of another block with the same number are refused', async () => {
    const { block } = await mineBlock()
    const other = { ...block, transactionHashes: block.transactionHashes.toReversed() }
    const shorter = { ...block, transactionHashes: block.transactionHashes.slice(1) }
    for (const methods of [[], ['debug_traceBlockByNumber']])
      for (const wrong of methods.length > 0 ? [shorter] : [other, shorter]) {
        node.always = methods.length > 0 ? [lacking(...methods)] : []
        await expect(blockTransfers(quickPool(httpTransport(node.url)), wrong)).rejects.toMatchObject({
          code: 'upstream_failed',
        })
      }
  })
})

describe('answers of other nodes', () => {
  const a = `0x${'aa'.repeat(20)}`
  const b = `0x${'bb'.repeat(20)}`
  const hash = `0x${'11'.repeat(32)}` as const
  const read = (method: string, result: unknown): Promise<InternalTransfer[]> =>
    blockTransfers(
      quickPool({
        name: 'other',
        send: async (calls) =>
          calls.map((call) =>
            call.method === method ? { result } : { error: { code: -32601, message: 'Method not found' } },
          ),
      }),
      { number: 1, transactionHashes: [hash] },
    )
  const frame = { type: 'CALL', from: a, to: b, value: '0x5', gas: '0x1', gasUsed: '0x1', input: '0x' }
  const movedBy = (calls: unknown[]) => read('debug_traceBlockByNumber', [{ result: { ...frame, calls } }])

  test('calls that run other code with an inherited value, or none, are no transfers', async () => {
    const inherited = ['DELEGATECALL', 'CALLCODE', 'STATICCALL'].map((type) => ({ ...frame, type }))
    const kinds = await movedBy([...inherited, { ...frame, type: 'CREATE2' }, { ...frame, value: '0x0' }])
    expect(kinds).toMatchObject([{ kind: 'CREATE2', transferIndex: 0, value: 5n }])
  })

  test('what is inside a failed call did not move', async () => {
    const inside = { ...frame, calls: [frame] }
    expect(await movedBy([{ ...inside, error: 'execution reverted' }, inside])).toHaveLength(2)
    expect(
      await read('debug_traceBlockByNumber', [{ result: { ...frame, calls: [frame], error: 'out of gas' } }]),
    ).toEqual([])
  })

  test('an answer that lacks a part is an error of the node, not a block with fewer transfers', async () => {
    const { type: _, ...nameless } = frame
    const answers: unknown[] = [
      null,
      [],
      [{ error: 'execution timeout' }],
      [{ result: null }],
      [{ txHash: `0x${'22'.repeat(32)}`, result: frame }],
      [{ result: { ...frame, calls: '…' } }],
      [{ result: { ...frame, calls: [nameless] } }],
      [{ result: { ...frame, calls: [{ ...frame, to: undefined }] } }],
      [{ result: { ...frame, calls: [{ ...frame, type: 'call of a very long name' }] } }],
    ]
    for (const answer of answers)
      await expect(read('debug_traceBlockByNumber', answer), JSON.stringify(answer)).rejects.toMatchObject({
        code: 'upstream_failed',
      })
    const trace = { type: 'call', action: { from: a, to: b, value: '0x5', callType: 'call' }, transactionHash: hash }
    for (const answer of [
      [],
      [{ ...trace, traceAddress: [0] }],
      [{ ...trace, traceAddress: [], transactionHash: `0x${'22'.repeat(32)}` }],
    ])
      await expect(read('trace_block', answer), JSON.stringify(answer)).rejects.toMatchObject({
        code: 'upstream_failed',
      })
    expect(
      await read('trace_block', [
        { ...trace, traceAddress: [] },
        { type: 'reward', action: {} },
      ]),
    ).toEqual([])
  })
})

const recordings = join('..', 'shared/recordings/evm')
const rawBlock = z.object({ number: z.string(), transactions: z.array(z.object({ hash: z.string() })) })

/** Real blocks, where the recordings are at hand: every frame of every transaction, read once more in the plainest way. */
describe.runIf(existsSync(recordings))('recorded blocks', () => {
  type Frame = { type: string; from: string; to?: string; value?: string; error?: string; calls?: Frame[] }
  type Trace = {
    type: string
    error?: string
    traceAddress: number[]
    transactionHash?: string
    action: Record<string, string>
    result?: { address?: string } | null
  }

  const plainFrames = (frame: Frame, isTop: boolean, hash: string): string[] => {
    if (frame.error) return []
    const inner = (frame.calls ?? []).flatMap((call) => plainFrames(call, false, hash))
    const isMove = !isTop && ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'].includes(frame.type)
    const value = BigInt(frame.value ?? '0x0')
    return isMove && value > 0n ? [`${hash} ${frame.from} ${frame.to} ${value}`, ...inner] : inner
  }
  const plainTraces = (traces: Trace[]): string[] =>
    traces.flatMap((trace) => {
      const { action, traceAddress, transactionHash: hash } = trace
      if (trace.type === 'reward' || traceAddress.length === 0) return []
      const around = traces.filter(
        (other) =>
          other.transactionHash === hash &&
          other.traceAddress.length <= traceAddress.length &&
          other.traceAddress.every((step, index) => step === traceAddress[index]),
      )
      if (around.some(({ error }) => error)) return []
      if (trace.type === 'call' && action.callType !== 'call') return []
      const to = trace.type === 'create' ? trace.result?.address : (action.to ?? action.refundAddress)
      const value = BigInt(action.value ?? action.balance ?? '0x0')
      return value > 0n ? [`${hash} ${action.from ?? action.address} ${to} ${value}`] : []
    })

  test.each([
    ['mainnet', { blocks: 72, transfers: 2_180 }],
    ['polygon', { blocks: 1, transfers: 24 }],
  ])('every transfer of %s is read, and no other', async (name, counted) => {
    const folder = join(recordings, name, 'blocks')
    const counts = { blocks: 0, transfers: 0 }
    for (const file of readdirSync(folder)) {
      const of = recordedAnswers(join(folder, file))
      const { number, transactions } = rawBlock.parse(of('eth_getBlockByNumber'))
      const hashes = transactions.map(({ hash }) => hash as `0x${string}`)
      const plain = {
        debug_traceBlockByNumber: (raw: unknown) =>
          (raw as { result: Frame }[]).flatMap(({ result }, index) => plainFrames(result, true, hashes[index] ?? '')),
        trace_block: (raw: unknown) => plainTraces(raw as Trace[]),
      }
      for (const method of ['debug_traceBlockByNumber', 'trace_block'] as const) {
        const result = of(method)
        if (!result) continue
        const only: RpcTransport = {
          name: 'recorded',
          send: async (calls) =>
            calls.map((call) =>
              call.method === method ? { result } : { error: { code: -32601, message: 'Method not found' } },
            ),
        }
        const transfers = await blockTransfers(quickPool(only), { number: Number(number), transactionHashes: hashes })
        const read = transfers.map(
          ({ transactionIndex, from, to, value }) => `${hashes[transactionIndex]} ${from} ${to} ${value}`,
        )
        expect(read.toSorted(), file).toEqual(plain[method](result).toSorted())
        counts.blocks += 1
        counts.transfers += read.length
      }
    }
    expect(counts).toEqual(counted)
  })
})
