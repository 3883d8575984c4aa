import { createHash } from 'node:crypto'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { createKeptCalldata } from '#lib/evm/query/caches/kept-calldata.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(async () => {
  await anvil?.stop()
})

const visitor = { id: 'a visitor', hasKey: false }
const calldata = (bytes: number, byte = 'ab'): Hex => `0x${byte.repeat(bytes)}`

describe.each(dialects)('calldata that is too long for a URL, on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const start = async (options: { bytesMax?: number; left?: number } = {}) => {
    const store = await createStore()
    let left = options.left ?? 100
    let now = 1_700_000_000_000
    const kept = createKeptCalldata(store, {
      quota: { take: async () => (left-- > 0 ? 1 : undefined) },
      bytesMax: options.bytesMax,
      now: () => now,
    })
    return { store, kept, passHour: () => (now += 3_600_000) }
  }

  test('is simulated by its id, at 100 kB', async () => {
    const { store, kept } = await start()
    const { explorer } = await indexAnvil(store, anvil, { keptCalldata: kept })
    const data = calldata(100_000)
    const simulate = async (input: Record<string, unknown>) =>
      await explorer.evmSimulation(parseInput(evmExplorerApi.evmSimulation, { to: `0x${'bb'.repeat(20)}`, ...input }))
    const keep = async (written: string) =>
      await explorer.evmKeepCalldata(parseInput(evmExplorerApi.evmKeepCalldata, { data: written }), {
        requester: visitor,
      })
    const { data_id, byte_count } = await keep(data)
    expect(byte_count).toBe(100_000)
    expect(data_id).toBe(
      `0x${createHash('sha256')
        .update(Buffer.from(data.slice(2), 'hex'))
        .digest('hex')}`,
    )
    expect(await simulate({ data_id })).toMatchObject({ status: 'succeeded', input: data })
    await expect(simulate({ data_id, data: '0x12' })).rejects.toThrow('data_id excludes data')
    await expect(simulate({ data_id: `0x${'12'.repeat(32)}` })).rejects.toThrow('paste the calldata again')
    await expect(simulate({ data })).rejects.toThrow('data has more than 5,000 bytes')
    await expect(keep(calldata(131_073))).rejects.toThrow('data has more than 131,072 bytes')
    await expect(keep('0xabc')).rejects.toThrow('data is not calldata')
  })

  test('is kept once, and counted per visitor', async () => {
    const { kept } = await start({ left: 1 })
    const id = await kept.keep(1, calldata(6_000), visitor)
    expect(await kept.keep(1, calldata(6_000), visitor)).toBe(id)
    await expect(kept.keep(1, calldata(6_001), visitor)).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await kept.read(1, id as Hex)).toBe(calldata(6_000))
    expect(await kept.read(2, id as Hex)).toBeUndefined()
  })

  test('is removed when room is needed, the least recently used first', async () => {
    const { kept, passHour } = await start({ bytesMax: 25_000 })
    const ids: Hex[] = []
    for (const byte of ['01', '02', '03']) {
      ids.push(await kept.keep(1, calldata(8_000, byte), visitor))
      passHour()
      // The first is used again and again.
      await kept.read(1, ids[0] ?? '0x')
    }
    await kept.keep(1, calldata(8_000, '04'), visitor)
    const left = await Promise.all(ids.map(async (id) => (await kept.read(1, id)) !== undefined))
    expect(left).toEqual([true, false, false])
  })

  test('of a chain is not removed for that of a busier one', async () => {
    const { kept, passHour } = await start({ bytesMax: 25_000 })
    const quiet = await kept.keep(2, calldata(8_000), visitor)
    const busy: Hex[] = []
    for (const byte of ['01', '02', '03', '04']) {
      passHour()
      busy.push(await kept.keep(1, calldata(8_000, byte), visitor))
    }
    expect(await kept.read(2, quiet)).toBe(calldata(8_000))
    const left = await Promise.all(busy.map(async (id) => (await kept.read(1, id)) !== undefined))
    expect(left).toEqual([false, false, true, true])
  })
})
