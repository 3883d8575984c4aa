import { expect, test } from 'vitest'
import type { Hex } from '#lib/base/hex.ts'
import { callContracts } from '#lib/evm/chain/rpc/state/calls.ts'
import type { RpcAnswer, RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { TransportError } from '#lib/evm/chain/rpc/transport/transport-error.ts'
import { quickClock } from '#tests/evm/chain/rpc/quick-clock.ts'
import { contractNode, nameCall, wordOf } from './contract-node.ts'

const address = (index: number): Hex => `0x${index.toString(16).padStart(40, '0')}`
const nameOf = (index: number): { to: Hex; data: Hex } => ({ to: address(index), data: nameCall })
const pool = (...transports: RpcTransport[]) => createPool(transports, { clock: quickClock(), attemptsMax: 2 })

/** A node whose contracts are called by batches; `answer` tells what the contract at an address gives. */
const node = (answer: (index: number) => RpcAnswer | 'too_large' | 'never', head = 100): RpcTransport => ({
  name: `node at ${head}`,
  send: async (calls, signal) => {
    const answers: RpcAnswer[] = []
    for (const { method, params } of calls) {
      const to = (params[0] as { to?: string } | undefined)?.to ?? ''
      const said = answer(Number(to.length === 42 && !to.startsWith('0xca11') ? to : 0))
      if (method === 'eth_blockNumber') answers.push({ result: `0x${head.toString(16)}` })
      else if (to.startsWith('0xca11')) answers.push({ result: '0x' })
      else if (said === 'too_large') throw new TransportError('too_large', 'more than is read')
      else if (said === 'never')
        await new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)))
      else answers.push(said)
    }
    return answers
  },
})

const good: RpcAnswer = { result: wordOf(7) }
const ok = new Uint8Array(Buffer.from(wordOf(7).slice(2), 'hex'))
const told = (answers: Awaited<ReturnType<typeof callContracts>>) =>
  answers.map((answer) => (typeof answer === 'string' ? answer : new Uint8Array(answer)))

test('an oversized response fails its own call and not the rest of the batch', async () => {
  const calls = Array.from({ length: 30 }, (_, index) => nameOf(index))
  const answers = told(await callContracts(pool(node((index) => (index === 17 ? 'too_large' : good))), calls))
  expect(answers).toEqual(calls.map((_, index) => (index === 17 ? 'refused' : ok)))
})

test('a contract that never returns fails alone, and its node stays healthy', async () => {
  const calls = Array.from({ length: 10 }, (_, index) => nameOf(index))
  const nodes = pool(node((index) => (index === 3 ? 'never' : good)))
  const answers = told(await callContracts(nodes, calls, { timeoutMs: 40 }))
  expect(answers).toEqual(calls.map((_, index) => (index === 3 ? 'failed' : ok)))
  expect(nodes.health()[0]).toMatchObject({ failuresInRow: 0, isResting: false })
})

test.each([
  ['execution reverted', 'refused'],
  ['out of gas', 'refused'],
  ['EVM error OutOfGas', 'refused'],
  ['invalid opcode: INVALID', 'refused'],
  ['invalid jump destination', 'refused'],
  ['VM execution error.', 'refused'],
  ['execution aborted (timeout = 5s)', 'failed'],
  ['internal error', 'failed'],
])('the node error "%s" means that the call %s', async (message, answer) => {
  const answers = await callContracts(pool(node(() => ({ error: { code: -32000, message } }))), [nameOf(1)])
  expect(answers).toEqual([answer])
})

test('rate limits and missing state are errors of the node, not answers of the contract', async () => {
  for (const message of ['too many requests', 'missing trie node', 'monthly quota exceeded']) {
    const nodes = pool(node(() => ({ error: { code: -32000, message } })))
    await expect(callContracts(nodes, [nameOf(1)])).rejects.toMatchObject({ name: 'ServiceError' })
  }
})

test('a node without the newest blocks is skipped, and not trusted if it is the only one', async () => {
  const behind = node(() => ({ result: '0x' }), 90)
  const current = node(() => good)
  const clock = quickClock()
  expect(told(await callContracts(pool(behind, current), [nameOf(1)], { minimumHead: 95, clock }))).toEqual([ok])
  await expect(callContracts(pool(behind), [nameOf(1)], { minimumHead: 95, clock })).rejects.toMatchObject({
    code: 'not_available',
  })
})

test('another contract at the address of Multicall3 is not mistaken for it', async () => {
  const multicall = '0xca11bde05977b3631167028862be2a173976ca11'
  for (const result of ['0x01', wordOf(32), `0x${'ff'.repeat(640)}`]) {
    const calls = Array.from({ length: 20 }, (_, index) => nameOf(index))
    const { transport, sent } = contractNode(Object.fromEntries(calls.map(({ to }) => [to, { [nameCall]: good }])))
    const impostor: RpcTransport = {
      name: 'impostor',
      send: async (asked, signal) => {
        const answers = await transport.send(asked, signal)
        return answers.map((answer, index) => {
          const to = (asked[index]?.params[0] as { to?: string } | undefined)?.to
          return to === multicall ? { result } : answer
        })
      },
    }
    expect(told(await callContracts(pool(impostor), calls))).toEqual(calls.map(() => ok))
    expect(sent.length).toBeLessThan(5)
  }
})
