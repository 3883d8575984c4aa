import { describe, expect, test } from 'vitest'
import { ServiceError } from '#lib/base/errors.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { createInternalCallsCache } from '#lib/evm/query/caches/internal-calls-cache.ts'
import { createCursors } from '#lib/store/cursors.ts'
import {
  chainId,
  countingStore,
  coverageAtHand,
  evmServices,
  head,
  naiveWalletHashes,
  walletInput,
} from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { hashOf, randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { pairsOf, sample } from '#tests/support/tier.ts'

describe.each(dialects)("a wallet's transactions on %s", (dialect) => {
  const createStore = evmStores(dialect)
  const filled = async (blocks: EvmBlock[]) => {
    const store = await createStore()
    const services = evmServices(store)
    await services.index.append(blocks, head)
    const ask = (address: string, raw: Record<string, unknown> = {}) =>
      services.evm.walletTransactions(walletInput(address, raw))
    const hashes = async (address: string, raw: Record<string, unknown> = {}) =>
      (await ask(address, raw)).result.map(({ hash }) => hash)
    const walk = async (address: string, raw: Record<string, unknown>, between?: (page: number) => Promise<void>) => {
      const pages = []
      let cursor: string | null | undefined
      do {
        const page = await ask(address, { ...raw, cursor: cursor ?? undefined })
        pages.push(page)
        cursor = page.cursor
        if (cursor) await between?.(page.page)
      } while (cursor)
      return pages
    }
    return { ...services, store, ask, hashes, walk }
  }
  const blocks = randomBlocks(60, { first: 0 }, seeded(20))
  /** One store for the tests that only read. */
  let shared: ReturnType<typeof filled> | undefined
  const filledOnce = () => {
    shared ??= filled(blocks)
    return shared
  }
  const [wallet, other] = [walletOf(0), walletOf(1)]
  const expected = naiveWalletHashes(blocks, wallet)

  test('pages add up to the whole list in order, for every wallet', async () => {
    const { walk } = await filledOnce()
    const created = blocks.flatMap(({ transactions }) => transactions.flatMap((one) => one.contractAddress ?? []))
    expect(created.length).toBeGreaterThan(5)
    const wallets = Array.from({ length: 12 }, (_, index) => walletOf(index))
    for (const address of [...sample(wallets, 4), ...sample(created.slice(0, 5), 2)]) {
      const pages = await walk(address, { limit: 7 })
      expect(pages.flatMap(({ result }) => result.map(({ hash }) => hash))).toEqual(naiveWalletHashes(blocks, address))
      expect(pages.map(({ page }) => page)).toEqual(pages.map((_, index) => index + 1))
      expect(pages.every((page) => page.page_size === 7)).toBe(true)
    }
  })

  test('order=ASC gives the same list oldest first, at any page size and within bounds', async () => {
    const { walk } = await filledOnce()
    const raws = [{}, { from_block: 13 }, { to_block: 41 }, { from_block: 13, to_block: 41, disable_total: false }]
    for (const [limit, raw] of sample(pairsOf([1, 7, 100], raws), 4)) {
      const hashesOf = async (order: string) =>
        (await walk(wallet, { ...raw, order, limit })).flatMap(({ result }) => result.map(({ hash }) => hash))
      const [ascending, descending] = await Promise.all([hashesOf('ASC'), hashesOf('DESC')])
      expect(descending.length).toBeGreaterThan(0)
      expect(ascending).toEqual(descending.toReversed())
    }
  })

  test('a self-transfer is listed once', async () => {
    const { hashes } = await filledOnce()
    const toSelf = blocks.flatMap(({ transactions }) => transactions).find(({ from, to }) => from === to)
    const found = await hashes(toSelf?.from ?? '')
    expect(found.filter((hash) => hash === toSelf?.hash)).toHaveLength(1)
  })

  test("records have the API's fields, types and order", async () => {
    const { ask } = await filledOnce()
    const page = await ask(wallet)
    expect(() => evmApi.walletTransactions.output.parse(page)).not.toThrow()
    const example = evmApi.walletTransactions.example.output
    expect(Object.keys(page)).toEqual(Object.keys(example))
    const { internal_transactions: _, ...record } = example.result[0] ?? {}
    for (const one of page.result) expect(Object.keys(one)).toEqual(Object.keys(record))

    const block = blocks.findLast(({ transactions }) => transactions.some(({ contractAddress }) => contractAddress))
    const creation = block?.transactions.find(({ contractAddress }) => contractAddress)
    const [made] = (await ask(creation?.contractAddress ?? '')).result
    expect(made).toMatchObject({
      hash: creation?.hash,
      to_address: null,
      receipt_contract_address: creation?.contractAddress,
      block_number: String(block?.number),
      block_hash: block?.hash,
      block_timestamp: new Date((block?.timestamp ?? 0) * 1_000).toISOString(),
      transfer_index: [block?.number, creation?.index],
      value: String(creation?.value),
      input: creation?.input,
      receipt_status: creation?.status === null ? null : String(creation?.status),
      receipt_root: creation?.root,
    })
  })

  test('a walk sees each row once while blocks arrive', async () => {
    const random = seeded(21)
    const { walk, index } = await filled(blocks)
    let chain = blocks
    const pages = await walk(wallet, { limit: 5 }, async () => {
      const more = randomBlocks(3, chain.at(-1) as EvmBlock, random)
      await index.append(more, head)
      chain = [...chain, ...more]
    })
    expect(pages.flatMap(({ result }) => result.map(({ hash }) => hash))).toEqual(expected)
  })

  test('a walk continues through a reorg without duplicates, missing nothing below the fork', async () => {
    const random = seeded(22)
    const { walk, index } = await filled(blocks)
    let chain = blocks
    const pages = await walk(wallet, { limit: 12 }, async (page) => {
      const common = 56 - 7 * page
      await index.rewind(common)
      const kept = chain.slice(0, common + 1)
      const more = randomBlocks(12, kept.at(-1) as EvmBlock, random, { fork: `fork ${page}` })
      await index.append(more, head)
      chain = [...kept, ...more]
    })
    const places = pages.flatMap(({ result }) => result.map(({ transfer_index }) => transfer_index))
    expect(new Set(places.map(String)).size).toBe(places.length)
    expect(places).toEqual(places.toSorted((a, b) => (b?.[0] ?? 0) - (a?.[0] ?? 0) || (b?.[1] ?? 0) - (a?.[1] ?? 0)))
    const last = pages.at(-1)?.result.map(({ hash }) => hash) ?? []
    expect(last).toEqual(naiveWalletHashes(chain, wallet).slice(-last.length))
    const untouched = new Set(
      naiveWalletHashes(
        chain.filter(({ hash }) => blocks.some((block) => block.hash === hash)),
        wallet,
      ),
    )
    const seen = pages.flatMap(({ result }) => result.map(({ hash }) => hash))
    expect(seen.filter((hash) => untouched.has(hash))).toEqual([...untouched])
  })

  test('a full last page has no cursor', async () => {
    const { ask } = await filledOnce()
    expect(expected.length).toBeLessThan(100)
    const first = await ask(wallet, { limit: expected.length })
    expect(first).toMatchObject({ cursor: null, page: 1, page_size: expected.length, total: null })
    const short = await ask(wallet, { limit: expected.length - 1 })
    const rest = await ask(wallet, { limit: 50, cursor: short.cursor })
    expect(rest).toMatchObject({ cursor: null, page: 2, page_size: expected.length - 1 })
    expect(rest.result).toHaveLength(1)
  })

  test('block bounds are inclusive', async () => {
    const { hashes } = await filledOnce()
    const within = (from: number, to: number) => naiveWalletHashes(blocks.slice(from, to + 1), wallet)
    expect(await hashes(wallet, { from_block: 20 })).toEqual(within(20, 59))
    expect(await hashes(wallet, { to_block: 20 })).toEqual(within(0, 20))
    expect(await hashes(wallet, { from_block: 10, to_block: 30 })).toEqual(within(10, 30))
    expect(await hashes(wallet, { from_block: 30, to_block: 10 })).toEqual([])
    expect(await hashes(wallet, { from_block: 0, to_block: Number.MAX_SAFE_INTEGER })).toEqual(expected)
    expect(await hashes(wallet, { from_block: 1_000 })).toEqual([])
  })

  test('date bounds include every block of their second', async () => {
    const { hashes } = await filledOnce()
    const shared = blocks.find(({ timestamp }, index) => index > 20 && timestamp === blocks[index + 1]?.timestamp)
    const time = shared?.timestamp ?? 0
    expect(blocks.filter(({ timestamp }) => timestamp === time).length).toBeGreaterThan(1)
    const from = naiveWalletHashes(
      blocks.filter(({ timestamp }) => timestamp >= time),
      wallet,
    )
    const until = naiveWalletHashes(
      blocks.filter(({ timestamp }) => timestamp <= time),
      wallet,
    )
    const only = naiveWalletHashes(
      blocks.filter(({ timestamp }) => timestamp === time),
      wallet,
    )
    expect(await hashes(wallet, { from_date: time })).toEqual(from)
    expect(await hashes(wallet, { to_date: time })).toEqual(until)
    expect(await hashes(wallet, { to_date: time, from_date: new Date(time * 1_000).toISOString() })).toEqual(only)
    const justAfter = new Date(time * 1_000 + 1).toISOString()
    const justBefore = new Date(time * 1_000 - 1).toISOString()
    expect(await hashes(wallet, { from_date: justBefore })).toEqual(from)
    expect(await hashes(wallet, { to_date: justAfter })).toEqual(until)
    expect(await hashes(wallet, { from_date: justAfter })).toEqual(from.slice(0, from.length - only.length))
    expect(await hashes(wallet, { to_date: justBefore })).toEqual(until.slice(only.length))
    expect(await hashes(wallet, { from_date: '2040-01-01' })).toEqual([])
    expect(await hashes(wallet, { to_date: '2001-01-01' })).toEqual([])
    expect(await hashes(wallet, { from_date: '2001-01-01', to_date: '2040-01-01' })).toEqual(expected)
  })

  test('a block bound takes precedence over a date for the same end', async () => {
    const { hashes } = await filledOnce()
    expect(await hashes(wallet, { from_block: 0, from_date: '2040-01-01' })).toEqual(expected)
    expect(await hashes(wallet, { to_block: 59, to_date: '2001-01-01' })).toEqual(expected)
  })

  test('the total counts all matching rows, only on request, and is constant throughout a walk', async () => {
    const { ask, walk, index } = await filled(blocks)
    expect((await ask(wallet)).total).toBeNull()
    expect((await ask(wallet, { disable_total: true })).total).toBeNull()
    expect((await ask(wallet, { disable_total: false, limit: 1 })).total).toBe(expected.length)
    const bounded = naiveWalletHashes(blocks.slice(10, 31), wallet).length
    expect((await ask(wallet, { disable_total: false, from_block: 10, to_block: 30, limit: 1 })).total).toBe(bounded)
    expect((await ask(wallet, { disable_total: false, to_block: 30, limit: 1 })).total).toBe(
      naiveWalletHashes(blocks.slice(0, 31), wallet).length,
    )
    expect((await ask(walletOf(999), { disable_total: false })).total).toBe(0)
    expect((await ask(wallet, { disable_total: false, from_date: '2040-01-01' })).total).toBe(0)
    const pages = await walk(wallet, { disable_total: false, limit: 9 }, async () => {
      await index.rewind(58)
      await index.append(blocks.slice(59), head)
    })
    expect(pages.map(({ total }) => total)).toEqual(pages.map(() => expected.length))
  })

  test('totals follow the chain through a reorg', async () => {
    const { ask, index } = await filled(blocks)
    await index.rewind(40)
    const left = naiveWalletHashes(blocks.slice(0, 41), wallet).length
    expect((await ask(wallet, { disable_total: false, limit: 1 })).total).toBe(left)
  })

  test('a page is one statement, even with a total; a date is one more', async () => {
    const { store } = await filledOnce()
    const counting = countingStore(store)
    const { evm } = evmServices(counting.store, { coverage: coverageAtHand })
    const statementsOf = async (raw: Record<string, unknown>) => {
      const before = counting.statements()
      const page = await evm.walletTransactions(walletInput(wallet, raw))
      return { page, statements: counting.statements() - before }
    }
    const first = await statementsOf({ limit: 5, disable_total: false })
    expect(first.statements).toBe(1)
    expect((await statementsOf({ limit: 5, cursor: first.page.cursor })).statements).toBe(1)
    const dated = await statementsOf({ limit: 5, from_date: '2001-01-01', to_date: '2040-01-01' })
    expect(dated.statements).toBe(3)
    const next = { limit: 5, from_date: '2001-01-01', to_date: '2040-01-01', cursor: dated.page.cursor }
    expect((await statementsOf(next)).statements).toBe(1)
  })

  test('a cursor is valid only for its own list', async () => {
    const { ask, evm, explorer, store } = await filledOnce()
    const { cursor } = await ask(wallet, { limit: 2, from_block: 3 })
    const refused = { code: 'invalid_request', details: [{ name: 'cursor' }] }
    const refusal = (raw: Record<string, unknown>, address = wallet) =>
      expect(ask(address, { limit: 2, from_block: 3, cursor, ...raw })).rejects.toMatchObject(refused)
    await refusal({}, other)
    await refusal({ chain: 'polygon' })
    await refusal({ from_block: 4 })
    await refusal({ to_block: 50 })
    await refusal({ from_date: '2001-01-01' })
    await refusal({ cursor: 'nonsense' })
    await refusal({ cursor: `${cursor?.slice(0, -2)}xx` })
    await refusal({ cursor: `x${cursor}` })
    await expect(explorer.evmTransactions({ chain: 'eth', limit: 2, cursor: cursor ?? '' })).rejects.toMatchObject(
      refused,
    )
    const foreign = evmServices(store, { cursors: createCursors(new Uint8Array(32).fill(1)) })
    const theirs = await foreign.evm.walletTransactions(walletInput(wallet, { limit: 2, from_block: 3 }))
    await refusal({ cursor: theirs.cursor })
    await expect(evm.walletTransactions(walletInput(wallet, { limit: 2, from_block: 3, cursor }))).resolves.toBeTruthy()
  })

  test('an empty index gives an empty list', async () => {
    const { ask } = await filled([])
    expect(await ask(wallet, { disable_total: false, from_date: '2020-01-01' })).toEqual({
      total: 0,
      page_size: 100,
      page: 1,
      cursor: null,
      result: [],
    })
  })

  test('the chain defaults to eth, and one that is not served says what to set', async () => {
    const { ask } = await filledOnce()
    expect((await ask(wallet)).result).toEqual((await ask(wallet, { chain: '0x1' })).result)
    expect((await ask(wallet, { chain: 'polygon' })).result).toEqual([])
    await expect(ask(wallet, { chain: 'bsc' })).rejects.toMatchObject({
      code: 'chain_not_served',
      status: 400,
      message: expect.stringContaining('NODE_URL_BSC'),
    })
    await expect(ask(wallet, { chain: '0x999' })).rejects.toMatchObject({ code: 'invalid_request' })
  })

  describe('with internal transactions', () => {
    const call = (from: string) => ({
      type: 'CALL',
      from: from as `0x${string}`,
      to: other,
      value: 5n,
      gas: 90n,
      gasUsed: 30n,
      input: '0x' as const,
      output: '0x' as const,
      depth: 1,
      error: null,
      isUndone: false,
    })

    test('each transaction has its own, fetched from the node once and cached with its block', async () => {
      const { store, index } = await filled(blocks)
      const asked: string[] = []
      let underWay = 0
      let mostUnderWay = 0
      const internalCalls = async (_: unknown, hash: string) => {
        asked.push(hash)
        mostUnderWay = Math.max(mostUnderWay, ++underWay)
        await Promise.resolve()
        underWay--
        return [call(hashOf('caller', hash).slice(0, 42)), { ...call(wallet), type: 'STATICCALL' }]
      }
      const cache = createInternalCallsCache(store)
      const { evm } = evmServices(store, { node: { internalCalls }, internalCalls: cache })
      const page = () => evm.walletTransactions(walletInput(wallet, { include: 'internal_transactions' }))
      const first = await page()
      expect(() => evmApi.walletTransactions.output.parse(first)).not.toThrow()
      const [example] = evmApi.walletTransactions.example.output.result
      expect(Object.keys(first.result[0] ?? {})).toEqual(Object.keys(example ?? {}))
      const withCalls = first.result.filter(({ internal_transactions }) => internal_transactions?.length)
      expect(withCalls.map(({ hash }) => hash).sort()).toEqual(asked.toSorted())
      expect(withCalls[0]?.internal_transactions).toEqual([
        {
          transaction_hash: withCalls[0]?.hash,
          block_number: Number(withCalls[0]?.block_number),
          block_hash: withCalls[0]?.block_hash,
          type: 'CALL',
          from: hashOf('caller', withCalls[0]?.hash ?? '').slice(0, 42),
          to: other,
          value: '5',
          gas: '90',
          gas_used: '30',
          input: '0x',
          output: '0x',
        },
        expect.objectContaining({ type: 'STATICCALL' }),
      ])
      expect(mostUnderWay).toBeGreaterThan(1)
      expect(mostUnderWay).toBeLessThanOrEqual(4)

      await cache.settled()
      asked.length = 0
      expect(await page()).toEqual(first)
      expect(asked).toEqual([])

      const forked = randomBlocks(8, blocks[51] as EvmBlock, seeded(23), { fork: 'other' })
      await index.rewind(51)
      await index.append(forked, head)
      const after = await page()
      const fresh = new Set(forked.flatMap(({ transactions }) => transactions.map(({ hash }) => hash as string)))
      expect(asked.length).toBeGreaterThan(0)
      expect(asked.every((hash) => fresh.has(hash))).toBe(true)
      expect(after.result.map(({ hash }) => hash)).toEqual(
        naiveWalletHashes([...blocks.slice(0, 52), ...forked], wallet),
      )
    })

    test('plain transfers are not traced', async () => {
      const { store } = await filled(blocks)
      const asked = new Set<string>()
      const internalCalls = async (_: unknown, hash: string) => {
        asked.add(hash)
        return []
      }
      const { evm } = evmServices(store, { node: { internalCalls } })
      const { result } = await evm.walletTransactions(walletInput(wallet, { include: 'internal_transactions' }))
      const bare = result.filter(
        ({ to_address, input, receipt_gas_used, block_number }) =>
          to_address !== null && input === '0x' && receipt_gas_used === '21000' && Number(block_number) % 5 !== 0,
      )
      expect(bare.length).toBeGreaterThan(0)
      expect(bare.some(({ hash }) => asked.has(hash))).toBe(false)
      expect(result.every(({ internal_transactions }) => internal_transactions?.length === 0)).toBe(true)
      expect(asked.size).toBe(result.length - bare.length)
    })

    test('a chain without traces has null and a note, unless another source may have them', async () => {
      const { ask, store } = await filled(blocks)
      const headers: Record<string, string> = {}
      const { evm } = evmServices(store)
      const input = walletInput(wallet, { include: 'internal_transactions' })
      const { result } = await evm.walletTransactions(input, {
        setHeader: (name, value) => Object.assign(headers, { [name]: value }),
      })
      const untraced = result.filter(({ internal_transactions }) => internal_transactions === null)
      expect(untraced.length).toBeGreaterThan(0)
      expect(headers['x-internal-transactions-missing']).toMatch(new RegExp(`^${untraced.length}: .*traces`))
      await expect(evm.walletTransactions(input, { hasNext: true })).rejects.toMatchObject({ code: 'not_available' })
      const none = await ask(walletOf(999), { include: 'internal_transactions' })
      expect(none.result).toEqual([])
    })

    test('a transaction that cannot be traced has null, and the others have their calls', async () => {
      const { store } = await filled(blocks)
      const asked: string[] = []
      const internalCalls = async (_: unknown, hash: string) => {
        asked.push(hash)
        if (asked.length === 2) throw new ServiceError('not_available', 'The node no longer has the state.')
        return [call(wallet)]
      }
      const headers: Record<string, string> = {}
      const { evm } = evmServices(store, { node: { internalCalls } })
      const { result } = await evm.walletTransactions(walletInput(wallet, { include: 'internal_transactions' }), {
        setHeader: (name, value) => Object.assign(headers, { [name]: value }),
      })
      const untraced = result.filter(({ internal_transactions }) => internal_transactions === null)
      expect(untraced.map(({ hash }) => hash)).toEqual([asked[1]])
      expect(result.filter(({ internal_transactions }) => internal_transactions?.length)).toHaveLength(asked.length - 1)
      expect(headers).toEqual({ 'x-internal-transactions-missing': '1: The node no longer has the state.' })
    })

    test('calls traced while a reorg removed their block are not cached', async () => {
      const { store, index } = await filled(blocks)
      const internalCalls = async () => {
        await index.rewind(0)
        return [call(wallet)]
      }
      const cache = createInternalCallsCache(store)
      const { evm } = evmServices(store, { node: { internalCalls }, internalCalls: cache })
      await evm.walletTransactions(walletInput(wallet, { include: 'internal_transactions', limit: 1 }))
      await cache.settled()
      const kept = await store.db.selectFrom('evm_internal_calls').selectAll().where('chain', '=', chainId).execute()
      expect(kept).toEqual([])
    })

    test('traces finished before a node failure are cached, and a retry continues from there', async () => {
      const { store } = await filled(blocks)
      const cache = createInternalCallsCache(store)
      let left = 6
      let asked = 0
      const internalCalls = async () => {
        asked++
        if (left-- <= 0) throw new ServiceError('upstream_timeout', 'The node did not answer in time.')
        return [call(wallet)]
      }
      const { evm } = evmServices(store, { node: { internalCalls }, internalCalls: cache })
      const page = () => evm.walletTransactions(walletInput(wallet, { include: 'internal_transactions' }))
      const first = await page()
      expect(first.result.filter(({ internal_transactions }) => internal_transactions?.length)).toHaveLength(6)
      expect(asked).toBeLessThanOrEqual(6 + 4 + 3)
      await cache.settled()
      left = asked = 1_000
      const { result } = await page()
      const traced = result.filter(({ internal_transactions }) => internal_transactions?.length).length
      expect(traced).toBeGreaterThan(6)
      expect(asked - 1_000).toBe(traced - 6)
    })

    test('a page with more calls than a response may hold is refused with a message, traced or cached', async () => {
      const { store } = await filled(blocks)
      const cache = createInternalCallsCache(store)
      const huge = `0x${'00'.repeat(9_000_000)}` as const
      let input: typeof huge = huge
      const node = { internalCalls: async () => [{ ...call(wallet), input }] }
      const { evm } = evmServices(store, { node, internalCalls: cache })
      const page = (limit: number) =>
        evm.walletTransactions(walletInput(wallet, { include: 'internal_transactions', limit }))
      const refusal = { code: 'invalid_request', message: expect.stringContaining('fewer transactions') }
      await expect(page(20)).rejects.toMatchObject(refusal)
      input = '0x'
      expect((await page(20)).result).toHaveLength(20)
      await cache.settled()
      await store.db
        .updateTable('evm_internal_calls')
        .set({ size_bytes: 20 << 20 })
        .execute()
      await expect(page(20)).rejects.toMatchObject(refusal)
      expect((await page(1)).result).toHaveLength(1)
    })
  })
})
