import { expect, test, vi } from 'vitest'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { TransportError } from '#lib/evm/chain/rpc/transport/transport-error.ts'
import { quickPool } from './faulty-nodes.ts'

const node = (name: string): RpcTransport => ({ name, send: async (calls) => calls.map(() => ({ result: name })) })
const contradiction = (pool: NodePool) =>
  pool.ask(
    [{ method: 'eth_getBlockByNumber', params: ['0x5', true] }],
    () => {
      throw new InconsistentAnswer('block 5 has 2 transactions but 1 receipts')
    },
    { attemptsMax: 2 },
  )

test('a wrong block does not keep the only node from other questions', async () => {
  const pool = quickPool(node('only'))
  await expect(contradiction(pool)).rejects.toThrow(/block 5/)
  expect(pool.health()).toMatchObject([{ isResting: false, failuresInRow: 0 }])
})

test.each([
  new TransportError('too_deep', 'the answer has 10,000 levels'),
  new TransportError('http', 'refused', { httpStatus: 400 }),
  new InconsistentAnswer('a call that gave no bytes'),
])('whatever one question is answered with, %s, the next is asked at once', async (fault) => {
  let asks = 0
  const pool = quickPool({
    name: 'only',
    send: async (calls) => {
      if (calls[0]?.method !== 'eth_call') return calls.map(() => ({ result: '0x1' }))
      asks += 1
      throw fault
    },
  })
  for (let visitor = 0; visitor < 10; visitor++) await expect(pool.call('eth_call', [])).rejects.toThrow()
  expect(asks).toBeLessThanOrEqual(20)
  expect(pool.health()).toMatchObject([{ isResting: false }])
  expect(await pool.call('eth_chainId', [])).toBe('0x1')
})

test('a wrong answer and then passing faults do not end the question at the only node', async () => {
  const send = vi
    .fn<RpcTransport['send']>()
    .mockRejectedValueOnce(new InconsistentAnswer('a block without receipts'))
    .mockResolvedValueOnce([{ error: { code: -32603, message: 'Internal error' } }])
    .mockRejectedValueOnce(new TransportError('http', 'busy', { httpStatus: 502 }))
    .mockResolvedValue([{ result: '0x1' }])
  expect(await quickPool({ name: 'only', send }).call('eth_chainId', [])).toBe('0x1')
})

test('of several nodes, others are preferred for a while', async () => {
  const pool = quickPool(node('first'), node('second'))
  await expect(contradiction(pool)).rejects.toThrow(/block 5/)
  expect(pool.health().some(({ failuresInRow }) => failuresInRow > 0)).toBe(true)
})
