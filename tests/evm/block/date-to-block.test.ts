import { describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { evmServices } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { blockHashAt, insertBlocks, timestampAt } from '#tests/evm/query/token-rows-fixture.ts'
import { dialects } from '#tests/store/test-stores.ts'

const asIso = (seconds: number) => new Date(seconds * 1_000).toISOString()

describe.each(dialects)('the block of a date on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('is the last one at or before it, from the index if the next block is indexed too', async () => {
    const store = await createStore()
    await insertBlocks(store, 0, 20)
    const { evm } = evmServices(store)
    const blockAt = async (seconds: number) =>
      (await evm.dateToBlock(parseInput(evmApi.dateToBlock, { date: asIso(seconds) }))).block
    // Two blocks share each time.
    expect(await blockAt(timestampAt(10))).toBe(11)
    expect(await blockAt(timestampAt(10) - 1)).toBe(9)
    expect(await blockAt(timestampAt(0) - 1_000)).toBe(0)
    expect(await blockAt(timestampAt(20) + 1_000)).toBe(20)
    expect(await evm.dateToBlock({ date: asIso(timestampAt(4)) })).toEqual({
      date: asIso(timestampAt(4)).replace('.000Z', '+00:00'),
      block: 5,
      timestamp: timestampAt(4),
      block_timestamp: asIso(timestampAt(4)),
      hash: blockHashAt(5),
      parent_hash: blockHashAt(4),
    })
  })

  test('outside the index is found with a few headers from the node, and never guessed without one', async () => {
    const store = await createStore()
    await insertBlocks(store, 1_000_000, 1_000_010)
    await insertBlocks(store, 1_000, 1_010)
    let headers = 0
    const header = async (_: unknown, number: number) => {
      headers += 1
      return { number, hash: '0x01' as const, parentHash: '0x00' as const, timestamp: timestampAt(number) }
    }
    const { evm } = evmServices(store, { node: { header } })
    expect((await evm.dateToBlock({ date: asIso(timestampAt(345_678)) })).block).toBe(345_679)
    expect(headers).toBeLessThan(25)
    expect((await evm.dateToBlock({ date: asIso(timestampAt(500)) })).block).toBe(501)
    expect((await evm.dateToBlock({ date: asIso(timestampAt(0) - 1) })).block).toBe(0)
    await expect(evmServices(store).evm.dateToBlock({ date: asIso(timestampAt(500)) })).rejects.toMatchObject({
      code: 'not_available',
    })
  })
})
