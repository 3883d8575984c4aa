import { expect, test } from 'vitest'
import { InconsistentAnswer } from '#lib/evm/node/inconsistent-answer.ts'
import type { NodePool } from '#lib/evm/node/transport/pool.ts'
import type { RpcTransport } from '#lib/evm/node/transport/transport.ts'
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

test('of several nodes, others are preferred for a while', async () => {
  const pool = quickPool(node('first'), node('second'))
  await expect(contradiction(pool)).rejects.toThrow(/block 5/)
  expect(pool.health().some(({ failuresInRow }) => failuresInRow > 0)).toBe(true)
})
