import { describe, expect, test } from 'vitest'
import type { Input, Output } from '#lib/api/endpoint.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { writeBuiltFrom } from '#lib/evm/chain/fanout/update-lists.ts'
import { writeChainStatus } from '#lib/evm/chain/stored/status.ts'
import { type EvmExplorerApi, evmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmNodeAccess } from '#lib/evm/query/node-access.ts'
import { searchQuery } from '#lib/evm/search/search.ts'
import { latestTransactionsQuery } from '#lib/evm/transaction/latest-transactions.ts'
import { chainLogo } from '#lib/logos/logos.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { chainId, evmServices, head, naiveWalletHashes } from './evm-services.ts'
import { evmStores } from './evm-stores.ts'
import { hashOf, randomBlocks, walletOf } from './random-chain.ts'
import { queryContext } from './token-rows-fixture.ts'

const blocks = randomBlocks(60, { first: 0 }, seeded(40), { firstTimestamp: 1_699_999_000 })
const wallet = walletOf(0)
const newest = blocks.at(-1) as EvmBlock

describe.each(dialects)('the explorer endpoints on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const filled = async (node: EvmNodeAccess = {}) => {
    const store = await createStore()
    const services = evmServices(store, { node, now: () => (newest.timestamp + 5) * 1_000 })
    await services.index.append(blocks, head)
    /** Asks with raw parameters and checks the answer against the contract. */
    const ask = async <Name extends keyof EvmExplorerApi>(
      name: Name,
      raw: Record<string, unknown> = {},
    ): Promise<Output<EvmExplorerApi[Name]>> => {
      const input = parseInput(evmExplorerApi[name], raw) as Input<EvmExplorerApi[Name]>
      const answer = await (services.explorer[name] as (given: typeof input) => Promise<unknown>)(input)
      return evmExplorerApi[name].output.parse(answer) as Output<EvmExplorerApi[Name]>
    }
    return { ...services, store, ask }
  }

  test('blocks and transactions are paged newest first', async () => {
    const { ask } = await filled()
    const numbers: string[] = []
    const hashes: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await ask('evmBlocks', { limit: 25, cursor })
      numbers.push(...page.result.map(({ block_number }) => block_number))
      cursor = page.cursor
    }
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await ask('evmTransactions', { limit: 40, cursor })
      hashes.push(...page.result.map(({ hash }) => hash))
      cursor = page.cursor
    }
    expect(numbers).toEqual(blocks.map(({ number }) => String(number)).reverse())
    expect(hashes).toEqual(
      blocks.toReversed().flatMap(({ transactions }) => transactions.toReversed().map(({ hash }) => hash)),
    )
  })

  test('transactions are filtered by status, method, value, wallet, direction and other address, in bounded steps', async () => {
    const store = await createStore()
    const calling = blocks.map((block) => ({
      ...block,
      transactions: block.transactions.map((one) =>
        one.to !== null && one.index % 3 === 0 ? { ...one, input: `0xa9059cbb${'00'.repeat(64)}` as const } : one,
      ),
    }))
    await evmServices(store).index.append(calling, head)
    // Few enough that every list takes several steps.
    const transactions = latestTransactionsQuery(queryContext(store), { chain: 9, wallet: 4 })
    const all = calling
      .toReversed()
      .flatMap(({ number, transactions }) => transactions.toReversed().map((one) => ({ number, ...one })))
    const found = async (raw: Record<string, unknown>) => {
      const hashes: string[] = []
      const steps: number[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await transactions(parseInput(evmExplorerApi.evmTransactions, { limit: 3, ...raw, cursor }))
        hashes.push(...page.result.map(({ hash }) => hash))
        steps.push(Number(page.searched_to_block))
        cursor = page.cursor
      }
      expect(steps).toEqual(steps.toSorted((a, b) => b - a))
      expect(steps.at(-1)).toBe(raw.from_block ?? 0)
      return { hashes, steps: steps.length }
    }
    type Row = (typeof all)[number]
    const cases: [Record<string, unknown>, (row: Row) => boolean][] = [
      [{ status: 'failed' }, ({ status }) => status === 0],
      [{ status: 'success' }, ({ status }) => status !== 0],
      [{ method: '0xa9059cbb' }, ({ to, input }) => to !== null && input.startsWith('0xa9059cbb')],
      [{ method: 'transfer(address,uint256)' }, ({ to, input }) => to !== null && input.startsWith('0xa9059cbb')],
      [{ method: 'transfer' }, ({ to, input }) => to !== null && input.startsWith('0xa9059cbb')],
      [{ method: '0x' }, ({ input }) => input === '0x'],
      [{ min_value: '500' }, ({ value }) => value >= 500n],
      [{ address: wallet, direction: 'out' }, ({ from }) => from === wallet],
      [
        { address: wallet, direction: 'in' },
        ({ from, to, contractAddress }) => from !== wallet && [to, contractAddress].includes(wallet),
      ],
      [
        { address: wallet, counterparty: walletOf(1), from_block: 20, to_block: 50 },
        ({ number, from, to }) =>
          number >= 20 && number <= 50 && [from, to].includes(wallet) && [from, to].includes(walletOf(1)),
      ],
    ]
    for (const [filters, isWanted] of cases) {
      const { hashes, steps } = await found(filters)
      expect(hashes, JSON.stringify(filters)).toEqual(all.filter(isWanted).map(({ hash }) => hash))
      expect(hashes.length, JSON.stringify(filters)).toBeGreaterThan(0)
      expect(steps).toBeGreaterThan(2)
    }
    const given = (raw: Record<string, unknown>) => transactions(parseInput(evmExplorerApi.evmTransactions, raw))
    await expect(given({ method: 'noSuchMethodAnywhere' })).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(given({ direction: 'in' })).rejects.toMatchObject({ message: expect.stringContaining('direction') })
  })

  test('blocks before a time start with the last block of that time; there are none before the first', async () => {
    const { ask } = await filled()
    const { result } = await ask('evmBlocks', { limit: 100 })
    const [at, older] = result.slice(20)
    const until = Date.parse(at?.block_timestamp ?? '')
    const numberAt = async (ms: number) =>
      (await ask('evmBlocks', { to_date: new Date(ms).toISOString(), limit: 1 })).result[0]?.block_number
    expect(await numberAt(until)).toBe(at?.block_number)
    expect(await numberAt(until - 1)).toBe(older?.block_number)
    expect(await numberAt(Date.parse(result.at(-1)?.block_timestamp ?? '') - 1_000)).toBeUndefined()
  })

  test('a block is found by number and by hash, and reports whether it is final', async () => {
    const { ask, store } = await filled()
    const [block] = blocks.slice(33)
    const byNumber = await ask('evmBlock', { block_number_or_hash: 33 })
    expect(byNumber).toEqual(await ask('evmBlock', { block_number_or_hash: block?.hash }))
    expect(byNumber).toMatchObject({
      block_number: '33',
      block_hash: block?.hash,
      parent_hash: block?.parentHash,
      transaction_count: block?.transactions.length,
      gas_used: String(block?.gasUsed),
      finalized: true,
    })
    await writeChainStatus(store.db, chainId, { head: { latest: 59, finalized: 32 } })
    expect((await ask('evmBlock', { block_number_or_hash: 33 })).finalized).toBe(false)
    for (const unknown of [60, hashOf('unknown')])
      await expect(ask('evmBlock', { block_number_or_hash: unknown })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('transactions of a block are paged in execution order', async () => {
    const { ask, index } = await filled()
    const full = blocks.findLast(({ transactions }) => transactions.length > 3) as EvmBlock
    const first = await ask('evmBlockTransactions', { block_number_or_hash: full.number, limit: 2 })
    const rest = await ask('evmBlockTransactions', {
      block_number_or_hash: full.number,
      limit: 2,
      cursor: first.cursor,
    })
    expect([...first.result, ...rest.result].map(({ hash }) => hash)).toEqual(
      full.transactions.slice(0, 4).map(({ hash }) => hash),
    )
    const inside = await ask('evmBlockTransactions', { block_number_or_hash: full.number, limit: 2, from_index: 2 })
    expect(inside.result).toEqual(rest.result)
    await expect(ask('evmBlockTransactions', { block_number_or_hash: 60 })).rejects.toMatchObject({ code: 'not_found' })

    await index.rewind(full.number - 1)
    await index.append(
      randomBlocks(2, blocks[full.number - 1] as EvmBlock, seeded(41), { fork: 'other', transactionsPerBlockMax: 9 }),
      head,
    )
    await expect(
      ask('evmBlockTransactions', { block_number_or_hash: full.number, limit: 2, cursor: first.cursor }),
    ).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringContaining('reorg') })
  })

  test('a block that is not indexed is read from the node and looks like an indexed one', async () => {
    const [early] = randomBlocks(1, { first: 700 }, seeded(42), { transactionsPerBlockMax: 9 })
    const findBlock: EvmNodeAccess['findBlock'] = async (_, wanted) =>
      wanted === 700 || wanted === early?.hash ? early : undefined
    const { ask } = await filled({ findBlock })
    const told = await ask('evmBlock', { block_number_or_hash: 700 })
    const toldTransactions = await ask('evmBlockTransactions', { block_number_or_hash: early?.hash, limit: 2 })
    const indexed = await filled()
    await indexed.ranges.appendRange([early as EvmBlock], head)
    expect(told).toEqual(await indexed.ask('evmBlock', { block_number_or_hash: 700 }))
    const stored = await indexed.ask('evmBlockTransactions', { block_number_or_hash: early?.hash, limit: 2 })
    expect(toldTransactions.result).toEqual(stored.result)
    const next = await ask('evmBlockTransactions', {
      block_number_or_hash: early?.hash,
      limit: 100,
      cursor: toldTransactions.cursor,
    })
    expect(next.result[0]?.transaction_index).toBe('2')
  })

  test('activity sums up the days of a chain or an address, with zeros for days without blocks', async () => {
    const { ask } = await filled()
    const dayOf = ({ timestamp }: EvmBlock) => new Date(timestamp * 1_000).toISOString().slice(0, 10)
    const days = [...new Set(blocks.map(dayOf))]
    const sumsOf = (of: EvmBlock[], transactions: EvmBlock['transactions']) => ({
      transactions: transactions.length,
      blocks: of.length,
      gas_used: String(transactions.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)),
    })
    const { result } = await ask('evmActivity', { days: 3 })
    expect(result.map(({ day }) => day)).toHaveLength(3)
    expect(result.at(-1)?.day).toBe(days.at(-1))
    for (const { day, ...sums } of result) {
      const ofDay = blocks.filter((block) => dayOf(block) === day)
      expect(sums).toEqual(
        sumsOf(
          ofDay,
          ofDay.flatMap(({ transactions }) => transactions),
        ),
      )
    }
    const own = await ask('evmActivity', { days: 3, address: wallet })
    const hashes = new Set(naiveWalletHashes(blocks, wallet))
    for (const { day, ...sums } of own.result) {
      const touched = blocks.filter(
        (block) => dayOf(block) === day && block.transactions.some(({ hash }) => hashes.has(hash)),
      )
      const transactions = touched.flatMap((block) => block.transactions.filter(({ hash }) => hashes.has(hash)))
      const sent = transactions.filter(({ from }) => from === wallet).length
      expect(sums).toEqual({ ...sumsOf(touched, transactions), sent })
    }
    expect(own.result.some(({ transactions }) => transactions > 0)).toBe(true)
    const whole = await ask('evmActivity', { address: wallet, whole: true })
    const active = blocks.filter(({ transactions }) => transactions.some(({ hash }) => hashes.has(hash)))
    expect(whole.result.at(0)?.day).toBe(active.map(dayOf).sort().at(0))
    expect(whole.result.reduce((sum, { transactions }) => sum + transactions, 0)).toBe(hashes.size)
    expect(whole.result.length).toBeLessThanOrEqual(120)
    expect((await ask('evmActivity', { address: walletOf(98_765), whole: true })).result).toEqual([])
    expect(own.result.some(({ transactions, sent = 0 }) => sent > 0 && sent < transactions)).toBe(true)
  })

  test('the previous and next transaction are those of the same sender, whatever lies between', async () => {
    const { ask } = await filled()
    const all = blocks.flatMap(({ number, transactions }) =>
      transactions.map(({ hash, nonce, from }) => ({ hash, nonce: String(nonce), block_number: String(number), from })),
    )
    const shown = (found: (typeof all)[number] | undefined) => {
      if (!found) return null
      const { from: _, ...rest } = found
      return rest
    }
    let between = 0
    for (const sender of new Set(all.map(({ from }) => from))) {
      const own = all.filter(({ from }) => from === sender)
      for (const [place, { hash }] of own.entries()) {
        expect(await ask('evmSenderNeighbours', { transaction_hash: hash })).toEqual({
          previous: shown(own[place - 1]),
          next: shown(own[place + 1]),
        })
        if (place > 0 && place < own.length - 1) between++
      }
    }
    expect(between).toBeGreaterThan(10)
    await expect(ask('evmSenderNeighbours', { transaction_hash: hashOf('unknown') })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('a query is found as what it is, on every served chain or on one', async () => {
    const { ask, explorer } = await filled()
    const block = blocks[33] as EvmBlock
    const transaction = blocks.flatMap(({ transactions }) => transactions)[7]
    const search = async (q: string, chain?: string) =>
      (await ask('evmSearch', { q, chain })).result.map((hit) => `${hit.type} ${hit.chain} ${hit.value}`)
    expect(await search('33')).toEqual(['block eth 33'])
    expect(await search(' #33 ')).toEqual(['block eth 33'])
    expect(await search(block.hash.toUpperCase().replace('0X', '0x'))).toEqual([`block eth ${block.hash}`])
    expect(await search(transaction?.hash ?? '')).toEqual([`transaction eth ${transaction?.hash}`])
    expect(await search(wallet)).toEqual([`address eth ${wallet}`])
    expect(await search(walletOf(999))).toEqual([`address polygon ${walletOf(999)}`, `address eth ${walletOf(999)}`])
    expect(await search('33', 'polygon')).toEqual([])
    for (const nothing of ['99,999', hashOf('unknown'), 'vitalik', '0x12']) expect(await search(nothing)).toEqual([])
    expect(await search(block.hash.slice(0, 20), 'eth')).toEqual([`block eth ${block.hash}`])
    expect(await search(transaction?.hash.slice(0, 40) ?? '', 'eth')).toEqual([`transaction eth ${transaction?.hash}`])
    expect((await explorer.evmSearch({ q: '33' })).result[0]?.title).toBe('Block 33 on Ethereum')
  })

  test('a failing node of one chain hides no hit, and is named where there is none', async () => {
    const findBlock: EvmNodeAccess['findBlock'] = async ({ name }) => {
      if (name === 'eth') return undefined
      throw new ServiceError('upstream_failed', 'down')
    }
    const { ask } = await filled({ findBlock })
    expect(await ask('evmSearch', { q: '33' })).toMatchObject({ result: [{ chain: 'eth' }], unanswered: ['Polygon'] })
    expect(await ask('evmSearch', { q: '3333' })).toEqual({ result: [], unanswered: ['Polygon'] })
    await expect(ask('evmSearch', { q: hashOf('unknown'), chain: 'polygon' })).rejects.toThrow('down')
  })

  test('a search does not wait for a chain whose node is silent, and names it', async () => {
    const silent = new Promise<never>(() => {})
    const findBlock: EvmNodeAccess['findBlock'] = ({ name }) => (name === 'eth' ? Promise.resolve(undefined) : silent)
    const { store } = await filled()
    const soon = searchQuery(queryContext(store, { node: { findBlock } }), { waitMs: 1_000 })
    expect(await soon({ q: '33' })).toMatchObject({ result: [{ chain: 'eth' }], unanswered: ['Polygon'] })
    await expect(soon({ q: '3333', chain: 'polygon' })).rejects.toMatchObject({ code: 'upstream_timeout' })
  })

  test('the status of each chain gives the progress of its index', async () => {
    const { ask, store } = await filled()
    await writeChainStatus(store.db, chainId, {
      head: { latest: 60, finalized: 50 },
      checkedAt: newest.timestamp + 3,
    })
    const { result } = await ask('evmChains')
    expect(result).toEqual([
      expect.objectContaining({ chain: 'polygon', status: 'SYNCING', indexed_block: null, lag_seconds: null }),
      {
        chain: 'eth',
        title: 'Ethereum',
        chain_id: '0x1',
        symbol: 'ETH',
        decimals: 18,
        icon: chainLogo(1),
        colour: '#627eea',
        source: 'index',
        status: 'SYNCED',
        first_block: '0',
        indexed_block: '59',
        head_block: '60',
        finalized_block: '50',
        indexed_block_timestamp: new Date(newest.timestamp * 1_000).toISOString(),
        checked_at: new Date((newest.timestamp + 3) * 1_000).toISOString(),
        lag_seconds: 3,
        decoding_percent: null,
        error: null,
        index_complete: false,
        coverage: '0-59',
        coverage_note: 'Indexed up to block 59; later transactions are not included.',
      },
    ])
  })

  test('the status counts the blocks that are not in the lists by wallet and token yet', async () => {
    const { ask, store } = await filled()
    const left = async () => (await ask('evmChains')).result.map(({ list_blocks_left }) => list_blocks_left)
    await writeBuiltFrom(store.db, chainId, 45)
    expect(await left()).toEqual([undefined, 45])
    await writeBuiltFrom(store.db, chainId, 0)
    expect(await left()).toEqual([undefined, undefined])
  })
})
