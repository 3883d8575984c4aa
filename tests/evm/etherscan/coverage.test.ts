import { describe, expect, test } from 'vitest'
import { createEvmIndex, createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { chainId } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { askIndex } from './ask-index.ts'

const blocks = randomBlocks(61, { first: 0 }, seeded(7))
const newest = blocks.at(-1)?.timestamp ?? 0
const address = walletOf(0)
const lists = [
  ['account', 'txlist', {}],
  ['account', 'tokentx', {}],
  ['account', 'tokennfttx', {}],
  ['account', 'token1155tx', {}],
] as const

describe.each(dialects)('coverage on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('a question outside the indexed ranges is an error that names them, one inside is answered', async () => {
    const store = await createStore()
    const ranges = createEvmRangeIndex(store, chainId)
    await ranges.appendRange(blocks.slice(10, 21), { latest: 60, finalized: 60 })
    await ranges.appendRange(blocks.slice(40, 51), { latest: 60, finalized: 60 })
    const ask = askIndex(store, newest)
    for (const [module, action] of lists) {
      const list = (startblock?: number, endblock?: number | string) =>
        ask(module, action, {
          address,
          ...(startblock !== undefined && { startblock: String(startblock) }),
          ...(endblock !== undefined && { endblock: String(endblock) }),
        })
      const indexed = 'Incomplete: blocks 10-20, 40-50 are indexed here; the request needs '
      expect((await list()).result).toBe(`${indexed}0 to the newest block`)
      expect((await list(0, 12)).result).toBe(`${indexed}0-12`)
      expect((await list(12, 21)).result).toBe(`${indexed}12-21`)
      expect((await list(15, 45)).result).toBe(`${indexed}15-45`)
      expect((await list(30, 35)).result).toBe(`${indexed}30-35`)
      expect((await list(45, 99_999_999)).result).toContain(indexed)
      expect(['OK', 'No transactions found']).toContain((await list(10, 20)).message)
      expect(['OK', 'No transactions found']).toContain((await list(41, 50)).message)
    }
    expect((await ask('logs', 'getLogs', { address, fromBlock: '0', toBlock: '12' })).result).toContain('10-20, 40-50')
  })

  test('inside it, logs are those of the blocks, and pages of transfers add up', async () => {
    const store = await createStore()
    await createEvmIndex(store, chainId, { from: 0 }).append(blocks, { latest: 60, finalized: 50 })
    const ask = askIndex(store, newest)
    const logs = blocks.flatMap(({ transactions }) => transactions.flatMap((one) => one.logs))
    const [log] = logs.filter(({ topics }) => topics.length > 1)
    const [topic0 = '', topic1 = ''] = log?.topics ?? []
    const wanted = logs.filter(({ topics }) => topics[0] === topic0 || topics[1] === topic1)
    const found = await ask('logs', 'getLogs', { topic0, topic1, topic0_1_opr: 'or' })
    expect(found.result).toMatchObject(wanted.map(({ address, topics, data }) => ({ address, topics, data })))
    for (const [module, action] of lists) {
      const pageOf = async (page: number) =>
        (await ask(module, action, { address, page: String(page), offset: '3', sort: 'desc' })).result as unknown[]
      const pages = [await pageOf(1), await pageOf(2), await pageOf(3)].flat()
      expect((await ask(module, action, { address, offset: '9', sort: 'desc' })).result).toEqual(pages)
    }
  })

  test('a followed chain may lag by the newest blocks, but not by more than a minute', async () => {
    const store = await createStore()
    const index = createEvmIndex(store, chainId, { from: 0 })
    await index.append(blocks.slice(0, 60), { latest: 60, finalized: 50 })
    const list = (ask: ReturnType<typeof askIndex>, endblock: string) =>
      ask('account', 'txlist', { address, endblock, sort: 'desc' })
    const indexedAt = blocks[59]?.timestamp ?? 0
    const soon = askIndex(store, indexedAt + 59)
    expect((await list(soon, 'latest')).status).toBe('1')
    expect(await list(soon, '99999999')).toEqual(await list(soon, '59'))
    // A block that exists is asked for by its number.
    expect((await list(soon, '60')).result).toContain('blocks 0-59 are indexed here')
    expect((await list(askIndex(store, indexedAt + 61), 'latest')).result).toContain('blocks 0-59 are indexed here')
  })

  test('nothing is claimed before anything is indexed', async () => {
    const ask = askIndex(await createStore(), newest)
    expect(await ask('account', 'txlist', { address })).toEqual({
      status: '0',
      message: 'NOTOK',
      result: 'Incomplete: no block is indexed here; the request needs 0 to the newest block',
    })
  })
})
