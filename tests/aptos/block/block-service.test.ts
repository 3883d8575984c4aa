import { describe, expect, test } from 'vitest'
import { readOutput } from '#lib/api/client/read-output.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { type BlockCacheOptions, createAptosService, createBlockCache } from '#lib/aptos/block/block-cache.ts'
import { aptosMigrations } from '#lib/aptos/chain/migrations/migrations.ts'
import { createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { createAptosExplorerService } from '#lib/aptos/family/explorer-service.ts'
import { aptosApi } from '#lib/aptos/interface-api.ts'
import { packLines } from '#lib/aptos/query/pack-lines.ts'
import { startFullNode } from '#tests/aptos/full-node.ts'
import { fixtureLedger } from '#tests/aptos/ledger-fixture.ts'
import { dialects, testStores } from '#tests/store/test-stores.ts'
import { fastClock } from '#tests/support/fast-clock.ts'
import { serviceErrorOf } from '#tests/support/service-error-of.ts'

const ledger = fixtureLedger([1, 6, 5, 1_250, 7])

const byHeight = (height: number | string, with_transactions = true) =>
  parseInput(aptosApi.blockByHeight, { block_height: height, with_transactions })
const byVersion = (version: number | string, with_transactions = true) =>
  parseInput(aptosApi.blockByVersion, { version, with_transactions })

const serviceOver = async (options?: Parameters<typeof startFullNode>[1], blocks = ledger) => {
  const fullNode = await startFullNode(blocks, options)
  const node = createAptosNode({ baseUrls: [fullNode.baseUrl], silenceMsMax: 2_000, clock: fastClock() })
  return { fullNode, node, service: createAptosService({ nodes: { mainnet: node } }) }
}

describe('blocks from a full node', () => {
  test('transactions of every kind, including an unknown one, are returned as the node writes them', async () => {
    const { service } = await serviceOver()
    const block = await service.blockByHeight(byHeight(1))
    expect(JSON.stringify(block)).toBe(JSON.stringify(ledger[1]))
    expect(new Set(block.transactions?.map(({ type }) => type)).size).toBe(6)
  })

  test('transactions are null without with_transactions, by height and by version', async () => {
    const { service } = await serviceOver()
    const header = { ...ledger[2], transactions: null }
    expect(await service.blockByHeight(byHeight(2, false))).toEqual(header)
    expect(await service.blockByVersion(byVersion(9, false))).toEqual(header)
  })

  test('every version of a block finds the block', async () => {
    const { service } = await serviceOver()
    for (const version of [7, 9, 11]) {
      const block = await service.blockByVersion(byVersion(version))
      expect([block.block_height, block.transactions?.length]).toEqual(['2', 5])
    }
  })

  test.each([
    { blockPage: 100, page: 100 },
    { blockPage: 1_000, page: 60 },
    { blockPage: 0, page: 100 },
  ])('a block larger than one page of the node is returned in full: %o', async (pages) => {
    const { service, fullNode } = await serviceOver(pages)
    const block = await service.blockByHeight(byHeight(3))
    expect(block.transactions?.map(({ hash }) => hash)).toEqual(ledger[3]?.transactions.map(({ hash }) => hash))
    expect(fullNode.requests.length).toBeGreaterThan(3)
  })

  test('a node whose pages lack or repeat a transaction is refused', async () => {
    const { service, fullNode } = await serviceOver({ blockPage: 100 })
    fullNode.bend = (body) => (Array.isArray(body) && body.length === 100 ? [body[0], ...body.slice(0, -1)] : body)
    expect((await serviceErrorOf(service.blockByHeight(byHeight(3)))).code).toBe('upstream_failed')
    fullNode.bend = (body) => (Array.isArray(body) ? [] : body)
    expect((await serviceErrorOf(service.blockByHeight(byHeight(3)))).code).toBe('upstream_failed')
  })

  test('every table item change gets data, and nothing else is modified', async () => {
    const { service } = await serviceOver()
    const asked = await service.blockByHeight(byHeight(2))
    const original = ledger[2]?.transactions[1]
    const mended = asked.transactions?.[1]
    expect(mended?.changes?.map((change) => change.data)).toMatchObject([
      { type: '0x1::coin::CoinStore' },
      { key: '0x0706756e697473', key_type: 'unknown', value: '0x0a00000000000000', value_type: 'unknown' },
      { key: 'units', key_type: '0x1::string::String', value: '10', value_type: 'u64' },
      { key: '0x01', key_type: 'unknown' },
      undefined,
    ])
    const undo = (changes: unknown) =>
      Array.isArray(changes) &&
      changes.map((change) => (change.data?.key_type === 'unknown' ? { ...change, data: null } : change))
    expect({ ...mended, changes: undo(mended?.changes) }).toEqual(original)
  })

  test('events have a guid, and kinds with events have the list, even if the node omits them', async () => {
    const { service, fullNode } = await serviceOver()
    fullNode.bend = (body) => JSON.parse(JSON.stringify(body, (key, value) => (key === 'guid' ? undefined : value)))
    const block = await service.blockByHeight(byHeight(2))
    expect(block.transactions?.[1]?.events?.[0]?.guid).toEqual({ creation_number: '0', account_address: '0x0' })
    expect(block.transactions?.[4]).not.toHaveProperty('events')
  })

  const version9 = '9'
  type Odd = Record<string, unknown>
  test.each([
    [
      'null where others have a number',
      (one: Odd) => ({ ...one, sequence_number: null, gas_unit_price: null }),
      'read',
    ],
    ['no expiration', ({ expiration_timestamp_secs: _, ...one }: Odd) => one, 'read'],
    [
      'an event without guid',
      (one: Odd) => ({ ...one, events: [{ guid: null, sequence_number: null, type: 'a', data: 1 }] }),
      'read',
    ],
    ['an event that is no object', (one: Odd) => ({ ...one, events: ['x', null] }), 'read'],
    ['a change of another form', (one: Odd) => ({ ...one, changes: [7, { type: null, state_key_hash: [] }] }), 'read'],
    ['gas in another form', (one: Odd) => ({ ...one, gas_used: { units: '5' } }), 'raw'],
    ['events that are no list', (one: Odd) => ({ ...one, events: { first: 1 } }), 'raw'],
    ['a payload that is text', (one: Odd) => ({ ...one, payload: 'call' }), 'raw'],
    ['no hash', ({ hash: _, ...one }: Odd) => one, 'raw'],
    ['no type', (one: Odd) => ({ ...one, type: null }), 'raw'],
    ['nothing', () => null, 'raw'],
  ])('a transaction with %s costs none of the others', async (_, bend, expected) => {
    const { service, fullNode } = await serviceOver()
    const bendOne = (one: Odd): unknown => (one.version === version9 ? bend(one) : one)
    fullNode.bend = (body) => {
      const { transactions, ...block } = Object(body)
      return Array.isArray(transactions) ? { ...block, transactions: transactions.map(bendOne) } : body
    }
    const { transactions } = await service.blockByHeight(byHeight(2))
    expect(readOutput(aptosApi.blockByHeight, { ...ledger[2], transactions }).transactions).toEqual(transactions)
    expect(transactions?.map(({ version }) => version)).toEqual(['7', '8', '9', '10', '11'])
    const [others, odd] = [transactions?.filter(({ raw_reason }) => raw_reason === undefined), transactions?.[2]]
    expect(others).toHaveLength(expected === 'read' ? 5 : 4)
    if (expected === 'read') return
    const original = bend(ledger[2]?.transactions[2] ?? {})
    expect(odd).toMatchObject({ version: version9, raw: original, raw_reason: expect.stringContaining('form') })
  })

  test('a height beyond the newest is a 404 naming it, however large; a pruned one is not_available', async () => {
    const { service } = await serviceOver({ oldestHeight: 2 })
    expect(await serviceErrorOf(service.blockByHeight(byHeight(77)))).toMatchObject({ status: 404 })
    const beyond = await serviceErrorOf(service.blockByVersion(byVersion('18446744073709551615')))
    expect(beyond.message).toBe('Aptos has no version 18446744073709551615 yet: the newest is 1268.')
    expect(await serviceErrorOf(service.blockByHeight(byHeight(0)))).toMatchObject({ code: 'not_available' })
  })

  test('a network without a node names the variable to set', async () => {
    const { service } = await serviceOver()
    const input = parseInput(aptosApi.blockByHeight, { block_height: 1, network: 'testnet' })
    const error = await serviceErrorOf(service.blockByHeight(input))
    expect([error.code, error.message.includes('APTOS_TESTNET_NODE_URL')]).toEqual(['chain_not_served', true])
  })
})

describe.each(dialects)('block cache in the database (%s)', (dialect) => {
  const stores = testStores(dialect)

  const cachedService = async (options: BlockCacheOptions = {}, blocks = ledger) => {
    const store = await stores.createMigratedStore<AptosTables>(aptosMigrations)
    const failures: unknown[] = []
    const cache = createBlockCache(store, { onFailure: (error) => failures.push(error), ...options })
    const parts = await serviceOver({ blockPage: 500 }, blocks)
    return { ...parts, store, cache, failures, cached: createAptosService({ nodes: { mainnet: parts.node }, cache }) }
  }

  test('the second response is identical to the first and sends no request to the node', async () => {
    const { cached, cache, fullNode, failures } = await cachedService()
    const first = await cached.blockByHeight(byHeight(3))
    await cache.settled()
    const asked = fullNode.requests.length
    const again = [
      await cached.blockByHeight(byHeight(3)),
      await cached.blockByVersion(byVersion(12)),
      await cached.blockByVersion(byVersion(1_261)),
    ]
    for (const block of again) expect(JSON.stringify(block)).toBe(JSON.stringify(first))
    expect(await cached.blockByVersion(byVersion(500, false))).toEqual({ ...first, transactions: null })
    expect(fullNode.requests.length).toBe(asked)
    expect(failures).toEqual([])
  })

  test('a block that was just read is not unpacked again; after a reset of the network, its successor is returned', async () => {
    const { cached, cache, store, failures } = await cachedService()
    await cached.blockByHeight(byHeight(3))
    await cache.settled()
    const first = await cached.blockByHeight(byHeight(3))
    const again = await cached.blockByVersion(byVersion(12))
    expect(again).toEqual(first)
    expect(again.transactions).toBe(first.transactions)

    const successor = await store.db
      .selectFrom('aptos_block_cache')
      .select(['header', 'transactions'])
      .where('height', '=', 3)
      .executeTakeFirstOrThrow()
    const header = successor.header.replace(/"block_hash":"0x\w{4}/, '"block_hash":"0xbeef')
    const transactions = await packLines(first.transactions?.slice(0, 2) ?? [])
    await store.db.updateTable('aptos_block_cache').set({ header, transactions }).where('height', '=', 3).execute()
    const next = await cached.blockByHeight(byHeight(3))
    expect([next.block_hash.slice(0, 6), next.transactions?.length]).toEqual(['0xbeef', 2])
    expect(failures).toEqual([])
  })

  test('a block cached without transactions does not serve a request with them, nor its neighbours', async () => {
    const { cached, cache, service } = await cachedService()
    await cached.blockByHeight(byHeight(2, false))
    await cache.settled()
    for (const input of [byVersion(6), byVersion(7), byVersion(11), byVersion(12)])
      expect(await cached.blockByVersion(input)).toEqual(await service.blockByVersion(input))
    await cache.settled()
    expect((await cached.blockByHeight(byHeight(2, false))).transactions).toBeNull()
  })

  test('stays within its size by evicting the least recently used', async () => {
    let now = 1_700_000_000_000
    const bytesMax = 12_000
    const blocks = fixtureLedger([1, 900, ...Array<number>(12).fill(5)])
    const { cached, cache, store } = await cachedService({ bytesMax, now: () => now }, blocks)
    const ask = async (height: number) => {
      await cached.blockByHeight(byHeight(height))
      await cache.settled()
      now += 7_200_000
    }
    // The first is used again and again; block 1 alone would be more than a quarter of it all.
    for (let height = 1; height < blocks.length; height++) for (const one of [0, height]) await ask(one)
    const rows = await store.db.selectFrom('aptos_block_cache').select(['height', 'size_bytes']).execute()
    expect(rows.reduce((sum, row) => sum + row.size_bytes, 0)).toBeLessThanOrEqual(bytesMax)
    const heights = rows.map(({ height }) => height).sort((a, b) => a - b)
    expect(heights.slice(-2)).toEqual([12, 13])
    expect(heights).toContain(0)
    for (const gone of [1, 2, 3]) expect(heights).not.toContain(gone)
  })

  test('a failing database costs a request to the node, not the response', async () => {
    const { cached, cache, store, failures } = await cachedService()
    await store.db.schema.dropTable('aptos_block_cache').execute()
    expect((await cached.blockByHeight(byHeight(2))).transactions).toHaveLength(5)
    await cache.settled()
    expect(failures.length).toBeGreaterThan(0)
  })
})

describe('requests by pages', () => {
  test('lists the newest blocks first, and does not fetch known blocks again', async () => {
    const { node, fullNode } = await serviceOver({ oldestHeight: 1 })
    const explorer = createAptosExplorerService({ nodes: { mainnet: node } })
    const heights = async (input: { limit: number; before_height?: string }) =>
      (await explorer.aptosBlocks(input)).result.map(({ block_height }) => Number(block_height))
    expect(await heights({ limit: 3 })).toEqual([4, 3, 2])
    expect(await heights({ limit: 10, before_height: '3' })).toEqual([2, 1])
    const asked = fullNode.requests.length
    await heights({ limit: 3 })
    expect(fullNode.requests.length - asked).toBe(1)
  })

  test('the status gives the range, or says what is wrong', async () => {
    const { node, fullNode } = await serviceOver({ chainId: 7 })
    const explorer = createAptosExplorerService({
      nodes: { mainnet: node },
      source: 'demo',
      now: () => 1_700_000_000_000,
    })
    expect(await explorer.aptosStatus({})).toMatchObject({
      network: 'mainnet',
      chain_id: 7,
      source: 'demo',
      ledger_version: '1268',
      block_height: '4',
      oldest_block_height: '0',
      checked_at: '2023-11-14T22:13:20.000Z',
      error: null,
    })
    await fullNode.stop()
    const down = await explorer.aptosStatus({})
    expect([down.block_height, down.error]).toEqual([null, expect.stringContaining('could not be reached')])
  })
})
