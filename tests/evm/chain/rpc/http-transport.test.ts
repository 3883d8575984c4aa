import { beforeAll, describe, expect, test } from 'vitest'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import { TransportError } from '#lib/evm/chain/rpc/transport/transport-error.ts'
import type { Fault, FaultyRpc } from '#tests/support/faulty-rpc.ts'
import { freePort } from '#tests/support/spyglass.ts'
import { faultyNodes } from './faulty-nodes.ts'

/** Answers each call with its own first parameter. */
const echo: RpcTransport = { name: 'echo', send: async (calls) => calls.map(({ params }) => ({ result: params[0] })) }
const calls = (count: number) => Array.from({ length: count }, (_, index) => ({ method: 'echo', params: [index] }))
const results = (count: number) => calls(count).map(({ params }) => ({ result: params[0] }))

let node: FaultyRpc
const startNode = faultyNodes()
beforeAll(async () => {
  node = await startNode(echo)
})

const failure = async (send: Promise<unknown>): Promise<TransportError> => {
  const error = await send.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof TransportError)) throw new Error(`expected a TransportError, got ${String(error)}`)
  return error
}

describe('batches', () => {
  test('many calls are split, and results keep the order of the calls', async () => {
    expect(await httpTransport(node.url).send(calls(120))).toEqual(results(120))
    expect(node.requests.map(({ length }) => length).sort()).toEqual([20, 50, 50])
  })

  test('large parameters are split by size', async () => {
    const big = Array.from({ length: 4 }, () => ({ method: 'echo', params: ['x'.repeat(400_000)] }))
    expect(await httpTransport(node.url).send(big)).toHaveLength(4)
    expect(node.requests.length).toBe(2)
  })

  test('results out of order are matched by id', async () => {
    node.always = [{ kind: 'shuffled' }]
    expect(await httpTransport(node.url).send(calls(10))).toEqual(results(10))
  })

  test('a node that refuses batches gets single calls from then on', async () => {
    node.always = [{ kind: 'batch_refused' }]
    const transport = httpTransport(node.url)
    expect(await transport.send(calls(5))).toEqual(results(5))
    node.requests.length = 0
    expect(await transport.send(calls(5))).toEqual(results(5))
    expect(node.requests.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1])
  })

  test.each([400, 405, 413])('HTTP %i to a batch leads to smaller ones', async (status) => {
    node.always = [{ kind: 'batch_refused', longerThan: 5, status, error: { code: -32000, message: 'no' } }]
    expect(await httpTransport(node.url).send(calls(10))).toEqual(results(10))
    expect(node.requests.map(({ length }) => length)).toEqual([10, 5, 5])
  })

  test('an error with a foreign id applies to every call of the batch', async () => {
    node.next = [{ kind: 'batch_refused', error: { code: -32005, message: 'limit exceeded' } }]
    const answers = await httpTransport(node.url).send(calls(3))
    expect(answers).toEqual(Array(3).fill({ error: { code: -32005, message: 'limit exceeded', data: undefined } }))
  })

  test('compressed responses are read', async () => {
    node.always = [{ kind: 'gzip' }]
    expect(await httpTransport(node.url).send(calls(3))).toEqual(results(3))
  })
})

describe('an invalid response', () => {
  const faults: [Fault, TransportError['fault']][] = [
    [{ kind: 'truncated' }, 'network'],
    [{ kind: 'reset' }, 'network'],
    [{ kind: 'not_json' }, 'malformed'],
    [{ kind: 'wrong_ids' }, 'malformed'],
    [{ kind: 'repeated_ids' }, 'malformed'],
    [{ kind: 'missing_answer' }, 'malformed'],
    [{ kind: 'http', status: 502 }, 'http'],
    [{ kind: 'silent' }, 'timeout'],
  ]
  // A single call has no repeated id.
  test.each(faults.filter(([{ kind }]) => kind !== 'repeated_ids'))('%o is refused', async (fault, expected) => {
    node.always = [fault]
    expect((await failure(httpTransport(node.url, { timeoutMs: 500 }).send(calls(3)))).fault).toBe(expected)
  })

  test.each(faults.filter(([{ kind }]) => kind !== 'silent'))('%o once: the batch is sent again', async (fault) => {
    node.next = [fault]
    const transport = httpTransport(node.url)
    expect(await transport.send(calls(3))).toEqual(results(3))
    node.requests.length = 0
    await transport.send(calls(3))
    expect(node.requests).toHaveLength(1)
  })

  test.each(faults.filter(([{ kind }]) => kind !== 'silent'))(
    '%o for batches of more than two: smaller ones are sent from then on',
    async (fault) => {
      node.always = [{ ...fault, longerThan: 2 }]
      const transport = httpTransport(node.url)
      expect(await transport.send(calls(7))).toEqual(results(7))
      node.requests.length = 0
      expect(await transport.send(calls(7))).toEqual(results(7))
      expect(node.requests.every(({ length }) => length <= 2)).toBe(true)
    },
  )

  test('a body over the limit is abandoned, compressed or not', async () => {
    const big = [{ method: 'echo', params: ['x'.repeat(100_000)] }]
    const transport = httpTransport(node.url, { bodyBytesMax: 50_000 })
    expect((await failure(transport.send(big))).fault).toBe('too_large')
    node.next = [{ kind: 'gzip' }]
    expect((await failure(transport.send(big))).fault).toBe('too_large')
    expect(await transport.send(calls(1))).toEqual(results(1))
  })

  test('a body of 10,000 levels is refused, and one as deep as a trace can be is read', async () => {
    const answer = (levels: number) => {
      const result = `${'{"calls":['.repeat(levels / 2)}${']}'.repeat(levels / 2)}`
      return [{ kind: 'http', status: 200, body: `{"jsonrpc":"2.0","id":1,"result":${result}}` } as const]
    }
    node.next = answer(10_000)
    expect((await failure(httpTransport(node.url).send(calls(1)))).fault).toBe('too_deep')
    node.next = answer(2_050)
    expect(await httpTransport(node.url).send(calls(1))).toMatchObject([{ result: {} }])
  })

  test('429 carries its Retry-After', async () => {
    node.next = [{ kind: 'http', status: 429, headers: { 'retry-after': '7' } }]
    expect(await failure(httpTransport(node.url).send(calls(1)))).toMatchObject({
      httpStatus: 429,
      retryAfterSeconds: 7,
    })
  })

  test("a JSON-RPC error with another HTTP status is still the node's answer", async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32602, message: 'no' } })
    node.next = [{ kind: 'http', status: 400, body }]
    expect(await httpTransport(node.url).send(calls(1))).toMatchObject([{ error: { code: -32602 } }])
  })

  test("an aborted call rejects with the caller's reason", async () => {
    node.next = [{ kind: 'silent' }]
    const reason = new Error('enough')
    await expect(httpTransport(node.url).send(calls(1), AbortSignal.abort(reason))).rejects.toBe(reason)
    const controller = new AbortController()
    const sent = httpTransport(node.url).send(calls(1), controller.signal)
    controller.abort(reason)
    await expect(sent).rejects.toBe(reason)
  })
})

describe('secrets', () => {
  const everythingIn = (error: unknown): string => {
    const seen: string[] = []
    for (let next = error; next instanceof Error; next = next.cause) {
      seen.push(next.message, String(next.stack), JSON.stringify(Object.entries(next)))
    }
    return seen.join('\n')
  }

  test('no error contains more of the URL than its host', async () => {
    const port = await freePort()
    const url = `http://user:hunter2@127.0.0.1:${port}/v3/secret-key?token=secret-token`
    const transport = httpTransport(url)
    expect(transport.name).toBe(`127.0.0.1:${port}`)
    const closed = everythingIn(await failure(transport.send(calls(1))))
    const { port: open } = new URL(node.url)
    node.next = [{ kind: 'http', status: 500 }, { kind: 'reset' }, { kind: 'silent' }]
    const answering = httpTransport(url.replace(String(port), open), { timeoutMs: 300 })
    const texts = [closed]
    for (let tries = 0; tries < 3; tries++) texts.push(everythingIn(await failure(answering.send(calls(1)))))
    expect(texts.join('\n')).not.toMatch(/hunter2|secret|token/)
  })

  test('an invalid URL is refused without being repeated', () => {
    expect(() => httpTransport('htp://user:hunter2@node')).toThrowError(/^The URL of a node must start with http/)
  })
})
