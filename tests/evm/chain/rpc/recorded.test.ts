import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { internalCalls } from '#lib/evm/chain/rpc/traces/traces.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { hasRecordings, type ReplayNode, startReplayNode } from '#tests/support/recorded-mainnet.ts'
import { quickClock } from './quick-clock.ts'

const manifest = z.object({
  blocks: z.array(
    z.object({ number: z.number(), txs: z.number(), logs: z.number(), debug: z.boolean(), parity: z.boolean() }),
  ),
})

/** Real blocks of real chains, where the recordings are at hand. */
describe.runIf(hasRecordings)('recorded blocks', () => {
  let node: ReplayNode
  let url = ''
  beforeAll(async () => {
    node = await startReplayNode()
    url = node.url
  })
  afterAll(async () => await node?.stop())

  const recorded = async (chain: string) => {
    const answer = await fetch(`${url}/__admin/manifest?chain=${chain}`)
    return manifest.parse(await answer.json()).blocks
  }
  const set = (path: string, body: object) =>
    fetch(`${url}/__admin/${path}`, { method: 'POST', body: JSON.stringify(body) })
  const poolOf = (chain: string) =>
    createPool([httpTransport(`${url}/${chain}`)], {
      attemptsMax: 30,
      totalMs: 3_600_000,
      clock: quickClock(),
    })
  const countsOf = ({ number, transactions }: EvmBlock) => ({
    number,
    txs: transactions.length,
    logs: transactions.reduce((sum, { logs }) => sum + logs.length, 0),
  })

  test.each([['mainnet'], ['polygon'], ['arbitrum'], ['arb-sepolia']])(
    'every block of %s passes every check',
    async (chain) => {
      const reader = createEvmReader(poolOf(chain), { finalityBlocks: 65 })
      const blocks = await recorded(chain)
      for (const { number, txs, logs } of blocks) {
        const [block] = await reader.blocks(number, number)
        expect(block && countsOf(block)).toEqual({ number, txs, logs })
      }
    },
  )

  test('thousands of small blocks are read in a row', async () => {
    const reader = createEvmReader(poolOf('sepolia'), { finalityBlocks: 65 })
    const blocks = await recorded('sepolia')
    const read = await reader.blocks(blocks[0]?.number ?? 0, blocks.at(-1)?.number ?? 0)
    expect(read).toHaveLength(blocks.length)
    expect(read.slice(1).every(({ parentHash }, index) => parentHash === read[index]?.hash)).toBe(true)
  })

  test('a node with many faults gives the same blocks, only later', async () => {
    const some = (await recorded('mainnet')).slice(0, 25)
    const read = async () => {
      const reader = createEvmReader(poolOf('mainnet'), { finalityBlocks: 65 })
      return Promise.all(some.map(async ({ number }) => (await reader.blocks(number, number))[0]))
    }
    const sound = await read()
    const names = [
      'http429',
      'http502html',
      'truncate',
      'reset',
      'rpcInternal',
      'nullResult',
      'missingReceipt',
      'shuffleBatch',
    ]
    const withShare = (share: number) =>
      set('faults', { ...Object.fromEntries(names.map((name) => [name, share])), seed: 7 })
    await withShare(0.06)
    const faulty = await read().finally(() => withShare(0))
    expect(faulty).toEqual(sound)
  })

  test('both trace methods give the recorded number of calls', async () => {
    const blocks = await recorded('mainnet')
    const reader = createEvmReader(poolOf('mainnet'), { finalityBlocks: 65 })
    for (const kind of ['debug', 'parity'] as const) {
      const traced = blocks.find((block) => block[kind] && block.txs > 20)
      const [block] = traced ? await reader.blocks(traced.number, traced.number) : []
      const pool = poolOf('mainnet')
      const calls = await Promise.all((block?.transactions ?? []).map(({ hash }) => internalCalls(pool, hash)))
      expect(calls.flat().length).toBeGreaterThan(0)
    }
  })
})
