import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/input/parse-input.ts'
import { createEvmAbis } from '#lib/evm/abi/evm-abis.ts'
import { evmExplorerApi } from '#lib/evm/contract/explorer/api.ts'
import type { Hex } from '#lib/evm/node/block.ts'
import type { NodeLog } from '#lib/evm/node/parse.ts'
import { searchLogs } from '#lib/evm/queries/logs/search-logs.ts'
import { createKnownSignatures } from '#lib/evm/signatures/known-signatures.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { indexAnvil } from './anvil-index.ts'
import { evmStores } from './evm-stores.ts'
import { type InspectedContracts, startInspectedContracts } from './inspected-contracts.ts'

let contracts: InspectedContracts
let coin: Hex
let other: Hex
const holder: Hex = `0x${'5e'.repeat(20)}`
const transfer = 'Transfer(address,address,uint256)'

beforeAll(async () => {
  contracts = await startInspectedContracts()
  const { anvil, deploy, call } = contracts
  coin = await deploy('AbleCoin')
  other = await deploy('AbleCoin')
  for (let amount = 1n; amount <= 5n; amount++) await call('AbleCoin', coin, 'mint', [holder, amount])
  await call('AbleCoin', other, 'mint', [holder, 9n])
  // Far more blocks than the first step of a search.
  await anvil.rpc('anvil_mine', ['0x3e8'])
  await call('AbleCoin', coin, 'pause')
})
afterAll(() => contracts?.anvil.stop())

describe.each(dialects)('events on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const open = async () => {
    const store = await createStore()
    const { pool } = await indexAnvil(store, contracts.anvil)
    const builtIn = { chain: 1, read: async () => [{ address: coin, abi: contracts.abiOf('AbleCoin') }] }
    const abis = createEvmAbis({ store, poolOf: () => pool, builtIn, log: { warn: () => {} }, waitMs: 10_000 })
    const { explorer } = await indexAnvil(store, contracts.anvil, { abis, signatures: createKnownSignatures() })
    const read = async (raw: Record<string, unknown>) => await explorer.evmLogs(parseInput(evmExplorerApi.evmLogs, raw))
    /** All pages of a list. */
    const all = async (raw: Record<string, unknown>) => {
      const pages = [await read(raw)]
      for (let cursor = pages[0]?.cursor; cursor; cursor = pages.at(-1)?.cursor)
        pages.push(await read({ ...raw, cursor }))
      return pages
    }
    return { read, all }
  }

  test('of a contract are listed newest first and page by page, and no block is left out', async () => {
    const { all } = await open()
    const pages = await all({ address: coin, limit: 2 })
    expect(pages.flatMap(({ result }) => result.map(({ decoded_event }) => decoded_event?.label))).toEqual([
      'Paused',
      ...Array.from({ length: 5 }, () => 'Transfer'),
      'OwnershipTransferred',
    ])
    const amounts = pages.flatMap(({ result }) => result.map(({ data }) => data)).slice(1, 6)
    expect(amounts.map(Number)).toEqual([5, 4, 3, 2, 1])
    expect(pages.at(-1)?.searched?.from_block).toBe('0')
    const places = pages.flatMap(({ result }) =>
      result.map(({ block_number, log_index }) => `${block_number}/${log_index}`),
    )
    expect(new Set(places).size).toBe(places.length)
  })

  test('are found by event, by indexed argument and within blocks, on every contract', async () => {
    const { read } = await open()
    const count = async (raw: Record<string, unknown>) => (await read({ limit: 50, ...raw })).result.length
    expect(await count({ event: transfer })).toBe(6)
    expect(
      await count({ event: 'Transfer(address indexed from, address indexed to, uint256 value)', address: other }),
    ).toBe(1)
    expect(await count({ topic2: holder })).toBe(6)
    expect(await count({ topic2: holder, address: coin, from_block: 4, to_block: 5 })).toBe(2)
    expect(await count({ event: transfer, topic1: holder })).toBe(0)
    expect(await count({ address: coin, from_block: 9, to_block: 3 })).toBe(0)
    const { result } = await read({ event: transfer, address: other })
    expect(result[0]).toMatchObject({ decoded_event: null, guessed_event: { signature: transfer } })
    expect(result[0]?.block_timestamp).toMatch(/^20/)
  })

  test('are refused without a contract or topic, and with what is no event', async () => {
    const { read } = await open()
    await expect(read({})).rejects.toThrow('address or an event or a topic is required')
    await expect(read({ event: 'Transfer' })).rejects.toThrow('event must be the signature of an event')
    await expect(read({ topic0: 'zz' })).rejects.toThrow('topic0 is not a topic')
  })
})

const logAt = (blockNumber: number): NodeLog => ({
  logIndex: 0,
  address: holder,
  topics: [],
  data: '0x',
  blockHash: '0x',
  blockNumber,
  transactionHash: '0x',
  transactionIndex: 0,
})
const search = { address: holder, topics: [], lowest: 0, highest: 1_000_000, below: undefined, rows: 51 }

describe('a search for events', () => {
  test('takes a bounded number of steps that grow, and reports how far it came', async () => {
    const ranges: number[] = []
    const found = await searchLogs(
      search,
      async ({ from, to }) => {
        ranges.push(to - from + 1)
        return []
      },
      new AbortController().signal,
    )
    expect(ranges).toEqual([64, 512, 4_096, 10_000, 10_000, 10_000, 10_000, 10_000])
    expect(found).toEqual({ logs: [], searchedFrom: 1_000_001 - 54_672 })
  })

  test('keeps what it found when the time is up, and fails if it found out nothing', async () => {
    const limit = new AbortController()
    const slow = async ({ to }: { to: number }) => {
      if (to < search.highest) {
        limit.abort(new Error('time is up'))
        throw limit.signal.reason
      }
      return [logAt(to)]
    }
    expect(await searchLogs(search, slow, limit.signal)).toMatchObject({
      searchedFrom: 999_937,
      logs: [{ blockNumber: 1_000_000 }],
    })
    await expect(searchLogs({ ...search, highest: 5 }, async () => slow({ to: 0 }), limit.signal)).rejects.toThrow(
      'time is up',
    )
  })
})
