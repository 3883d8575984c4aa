import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { internalCalls } from '#lib/evm/chain/rpc/traces/traces.ts'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import type { FaultyRpc } from '#tests/support/faulty-rpc.ts'
import { faultyNodes, lacking, quickPool } from './faulty-nodes.ts'
import { type SmallChain, startSmallChain } from './small-chain.ts'

let chain: SmallChain
let node: FaultyRpc
const startNode = faultyNodes()
beforeAll(async () => {
  chain = await startSmallChain()
  node = await startNode(chain.anvil.transport())
})
afterAll(() => chain.stop())

describe('a real node', () => {
  test.each([['debug_traceTransaction'], ['trace_transaction']])(
    '%s returns every internal call of a transaction',
    async (method) => {
      if (method === 'trace_transaction') node.always = [lacking('debug_traceTransaction')]
      const hash = await chain.send(chain.caller)
      const calls = await internalCalls(quickPool(httpTransport(node.url)), hash)
      expect(calls.map(({ type, depth, isUndone }) => ({ type, depth, isUndone }))).toEqual([
        { type: 'CALL', depth: 1, isUndone: false },
        // It may not log there, and fails.
        { type: 'STATICCALL', depth: 1, isUndone: true },
        { type: 'CREATE', depth: 1, isUndone: false },
      ])
      expect(calls[0]).toMatchObject({ from: chain.caller, to: chain.emitter, value: 0n, error: null })
      expect(calls[1]?.error).toBeTruthy()
      expect(calls[2]?.to).toMatch(/^0x[0-9a-f]{40}$/)
    },
  )

  test.each([['debug_traceTransaction'], ['trace_transaction']])(
    '%s: when the transaction fails, every call is reverted',
    async (method) => {
      if (method === 'trace_transaction') node.always = [lacking('debug_traceTransaction')]
      const hash = await chain.send(chain.undoer)
      const calls = await internalCalls(quickPool(httpTransport(node.url)), hash)
      expect(calls).toHaveLength(3)
      expect(calls.every(({ isUndone }) => isUndone)).toBe(true)
      expect(calls[0]?.error).toBeNull()
    },
  )

  test('a plain transaction has no internal calls', async () => {
    expect(await internalCalls(quickPool(chain.anvil.transport()), await chain.send(chain.emitter))).toEqual([])
  })

  test('an unknown transaction is not found', async () => {
    await expect(internalCalls(quickPool(chain.anvil.transport()), `0x${'11'.repeat(32)}`)).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('the trace method of a node is remembered', async () => {
    node.always = [lacking('debug_traceTransaction')]
    const pool = quickPool(httpTransport(node.url))
    const hash = await chain.send(chain.caller)
    await internalCalls(pool, hash)
    node.requests.length = 0
    await internalCalls(pool, hash)
    expect(node.requests).toEqual([['trace_transaction']])
  })

  test('a node without tracing is reported in words for users', async () => {
    node.always = [lacking('debug_traceTransaction', 'trace_transaction')]
    const asked = internalCalls(quickPool(httpTransport(node.url)), await chain.send(chain.caller))
    await expect(asked).rejects.toMatchObject({
      code: 'not_available',
      message: expect.stringContaining('does not serve traces'),
    })
  })
})

describe('trace formats', () => {
  const a = `0x${'aa'.repeat(20)}` as const
  const b = `0x${'bb'.repeat(20)}` as const
  const saying = (method: string, result: unknown): RpcTransport => ({
    name: 'said',
    send: async (calls) =>
      calls.map((call) =>
        call.method === method ? { result } : { error: { code: -32601, message: 'Method not found' } },
      ),
  })
  const read = (method: string, result: unknown) =>
    internalCalls(quickPool(saying(method, result)), `0x${'00'.repeat(32)}`)

  test('callTracer: nested frames become a list in execution order, and those below a failed one are reverted', async () => {
    const leaf = { type: 'call', from: b, to: a, value: '0x5', gas: '0x1', gasUsed: '0x1', input: '0x' }
    const calls = await read('debug_traceTransaction', {
      type: 'CALL',
      from: a,
      to: b,
      gas: '0x1',
      gasUsed: '0x1',
      input: '0x',
      calls: [
        { ...leaf, error: 'out of gas', calls: [leaf] },
        {
          ...leaf,
          type: 'CREATE2',
          calls: [{ type: 'DELEGATECALL', from: a, to: b, gas: '0x1', gasUsed: '0x1', input: '0x' }],
        },
        { type: 'SELFDESTRUCT', from: b, to: a, value: '0x7' },
      ],
    })
    expect(calls.map(({ type, depth, value, error, isUndone }) => [type, depth, value, error, isUndone])).toEqual([
      ['CALL', 1, 5n, 'out of gas', true],
      ['CALL', 2, 5n, null, true],
      ['CREATE2', 1, 5n, null, false],
      ['DELEGATECALL', 2, 0n, null, false],
      ['SELFDESTRUCT', 1, 7n, null, false],
    ])
  })

  test('a trace with a depth of one thousand is read', async () => {
    let frame: object = { type: 'CALL', from: a, to: b, gas: '0x1', gasUsed: '0x1', input: '0x' }
    for (let depth = 0; depth < 1024; depth++)
      frame = { type: 'CALL', from: a, to: b, gas: '0x1', gasUsed: '0x1', input: '0x', calls: [frame] }
    expect(await read('debug_traceTransaction', frame)).toHaveLength(1024)
  })

  test('Parity: flat traces are ordered by address, rewards are skipped, and suicide is SELFDESTRUCT', async () => {
    const action = { from: a, to: b, value: '0x5', gas: '0x1', input: '0x', callType: 'call' }
    const result = { gasUsed: '0x2', output: '0x' }
    const calls = await read('trace_transaction', [
      { type: 'call', action, result, traceAddress: [] },
      { type: 'suicide', action: { address: b, refundAddress: a, balance: '0x9' }, result: null, traceAddress: [1] },
      { type: 'call', action: { ...action, callType: 'delegatecall' }, result, traceAddress: [0, 0] },
      {
        type: 'create',
        action: { from: a, value: '0x0', gas: '0x1', init: '0x60' },
        result: { address: b, code: '0x61', gasUsed: '0x3' },
        traceAddress: [0],
      },
      { type: 'call', action, error: 'Reverted', traceAddress: [10] },
      { type: 'call', action, result, traceAddress: [2] },
      { type: 'call', action, result, traceAddress: [10, 0] },
      { type: 'reward', action: { author: a, value: '0x1' }, traceAddress: [] },
    ])
    expect(calls.map(({ type, depth, to, value, isUndone }) => [type, depth, to, value, isUndone])).toEqual([
      ['CREATE', 1, b, 0n, false],
      ['DELEGATECALL', 2, b, 5n, false],
      ['SELFDESTRUCT', 1, a, 9n, false],
      ['CALL', 1, b, 5n, false],
      ['CALL', 1, b, 5n, true],
      ['CALL', 2, b, 5n, true],
    ])
    expect(calls[0]).toMatchObject({ input: '0x60', output: '0x61', gasUsed: 3n })
  })

  test('a truncated trace is an error of the node, not a shorter trace', async () => {
    const frame = { type: 'CALL', from: a, to: b, gas: '0x1', gasUsed: '0x1', input: '0x' }
    const { type: _, ...nameless } = frame
    const action = { from: a, to: b, value: '0x5', gas: '0x1', input: '0x', callType: 'call' }
    const result = { gasUsed: '0x2', output: '0x' }
    const cut: [string, unknown][] = [
      ['debug_traceTransaction', { ...frame, calls: '…' }],
      ['debug_traceTransaction', { ...frame, calls: [frame, null] }],
      ['debug_traceTransaction', { ...frame, calls: [nameless] }],
      ['debug_traceTransaction', { ...frame, calls: [{ ...frame, input: '0xabc' }] }],
      ['trace_transaction', [{ type: 'call', action, result, traceAddress: [0] }]],
      [
        'trace_transaction',
        [
          { type: 'call', action, result, traceAddress: [] },
          { type: 'call', action, result, traceAddress: [0, 0] },
        ],
      ],
      ['trace_transaction', [{ action, result, traceAddress: [] }]],
      ['trace_transaction', 'cut'],
    ]
    for (const [method, said] of cut)
      await expect(read(method, said), JSON.stringify(said)).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  test('a node that gives up on a long trace, or closes the connection, is an error status', async () => {
    const timedOut: RpcTransport = {
      name: 'slow',
      send: async (calls) => calls.map(() => ({ error: { code: -32000, message: 'execution timeout' } })),
    }
    await expect(internalCalls(quickPool(timedOut), `0x${'00'.repeat(32)}`)).rejects.toMatchObject({
      code: 'upstream_failed',
    })
    node.always = [{ kind: 'truncated' }]
    const hash = await chain.send(chain.caller)
    await expect(internalCalls(quickPool(httpTransport(node.url)), hash)).rejects.toMatchObject({
      code: 'upstream_failed',
    })
  })
})
