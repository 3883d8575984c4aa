import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import { createEvmAbis } from '#lib/evm/abi/sources/evm-abis.ts'
import type { NodeLog } from '#lib/evm/chain/rpc/parse.ts'
import { nodeSteps, searchLogs } from '#lib/evm/events/search-logs.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { createKnownSignatures } from '#lib/evm/signatures/known-signatures.ts'
import { type InspectedContracts, startInspectedContracts } from '#tests/evm/contract/inspected-contracts.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'

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
  /** Blocks below `from` are not indexed. */
  const open = async (from = 0) => {
    const store = await createStore()
    const { pool } = await indexAnvil(store, contracts.anvil, {}, from)
    const builtIn = { chain: 1, read: async () => [{ address: coin, abi: contracts.abiOf('AbleCoin') }] }
    const abis = createEvmAbis({ store, poolOf: () => pool, builtIn, log: { warn: () => {} }, waitMs: 10_000 })
    const options = { abis, signatures: createKnownSignatures() }
    const { explorer, sent } = await indexAnvil(store, contracts.anvil, options, from)
    const read = async (raw: Record<string, unknown>) => await explorer.evmLogs(parseInput(evmExplorerApi.evmLogs, raw))
    /** All pages of a list. */
    const all = async (raw: Record<string, unknown>) => {
      const pages = [await read(raw)]
      for (let cursor = pages[0]?.cursor; cursor; cursor = pages.at(-1)?.cursor)
        pages.push(await read({ ...raw, cursor }))
      return pages
    }
    const kinds = async (address: string) =>
      (await explorer.evmContractEvents(parseInput(evmExplorerApi.evmContractEvents, { address }))).result
    return { read, all, kinds, sent }
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

  test('of indexed blocks come from the index, those of other blocks from the node', async () => {
    const { sent, read, all } = await open()
    const before = sent('eth_getLogs')
    const inIndex = await read({ address: coin, limit: 50 })
    expect(sent('eth_getLogs')).toBe(before)
    const late = await open(8)
    const mixed = await late.all({ address: coin, limit: 50 })
    expect(late.sent('eth_getLogs')).toBeGreaterThan(0)
    expect(mixed.flatMap(({ result }) => result)).toEqual(inIndex.result)
    const { blocks, result } = await late.read({ address: coin, limit: 50, blocks: 'indexed' })
    expect(blocks).toBe('indexed')
    expect(result.map(({ decoded_event }) => decoded_event?.label)).toEqual(['Paused'])
    expect((await all({ blocks: 'indexed', limit: 3 })).flatMap((page) => page.result).length).toBeGreaterThan(8)
  })

  test('are found by the name of the event, and by arguments as people write them', async () => {
    const { read } = await open()
    const count = async (raw: Record<string, unknown>) => (await read({ limit: 50, ...raw })).result.length
    expect(await count({ address: coin, event: 'Transfer' })).toBe(5)
    expect(await count({ address: coin, event: 'Paused' })).toBe(1)
    const topic0 = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    expect(await count({ address: coin, event: topic0, topic2: holder })).toBe(5)
    expect(await count({ address: coin, event: 'Transfer', topic2: holder.toUpperCase().replace('X', 'x') })).toBe(5)
    await expect(count({ event: 'Transfer' })).rejects.toThrow('event must be the signature of an event')
    await expect(count({ address: coin, event: 'Transfer', topic2: '0x12' })).rejects.toThrow(
      'topic2 must be an address: 0x and 40 hex digits',
    )
    await expect(count({ topic1: 'five' })).rejects.toThrow('topic1 must be an address, a number')
  })

  test('are listed by kind: of the ABI, or of the newest events with guessed names', async () => {
    const { kinds } = await open()
    expect(await kinds(coin)).toContainEqual(
      expect.objectContaining({
        signature: transfer,
        source: 'abi',
        inputs: [
          { name: 'from', type: 'address', indexed: true },
          { name: 'to', type: 'address', indexed: true },
          { name: expect.any(String), type: 'uint256', indexed: false },
        ],
      }),
    )
    expect((await kinds(other)).map(({ signature, source }) => [signature, source])).toEqual([
      ['OwnershipTransferred(address,address)', 'guess'],
      [transfer, 'guess'],
    ])
    expect(await kinds(holder)).toEqual([])
  })

  test('are refused without a contract or topic, and for text that is not an event', async () => {
    const { read } = await open()
    await expect(read({})).rejects.toThrow('address or an event or a topic is required')
    expect((await read({ blocks: 'indexed', limit: 50 })).result.length).toBeGreaterThan(8)
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
    const onNode = nodeSteps(search, async ({ from, to }) => {
      ranges.push(to - from + 1)
      return []
    })
    const found = await searchLogs(
      search,
      (to, signal) => onNode({ from: search.lowest, to }, signal),
      new AbortController().signal,
    )
    expect(ranges).toEqual([64, 512, 4_096, 10_000, 10_000, 10_000, 10_000, 10_000])
    expect(found).toEqual({ logs: [], searchedFrom: 1_000_001 - 54_672 })
  })

  test('keeps what it found when the time is up or a node fails, and fails if it found out nothing', async () => {
    const limit = new AbortController()
    const first = (to: number) => ({ from: to - 63, logs: [logAt(to)] })
    const slow = async (to: number) => {
      if (to === search.highest) return first(to)
      limit.abort(new Error('time is up'))
      throw limit.signal.reason
    }
    const kept = { searchedFrom: 999_937, logs: [{ blockNumber: 1_000_000 }] }
    expect(await searchLogs(search, slow, limit.signal)).toMatchObject(kept)
    const failing = async (to: number) => {
      if (to === search.highest) return first(to)
      throw new ServiceError('upstream_timeout', 'The node did not answer.')
    }
    const { signal } = new AbortController()
    expect(await searchLogs(search, failing, signal)).toMatchObject(kept)
    await expect(searchLogs({ ...search, highest: 5 }, () => slow(0), limit.signal)).rejects.toThrow('time is up')
  })
})
