import { describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { wantDocuments } from '#lib/evm/nft/metadata/stored-metadata.ts'
import { walletNftTransfersQuery } from '#lib/evm/nft/wallet-nft-transfers.ts'
import { countPlaces } from '#lib/evm/query/merged-ranges.ts'
import { candidatesMax } from '#lib/evm/query/planned-page.ts'
import { createCursors } from '#lib/store/cursors.ts'
import type { Store } from '#lib/store/store.ts'
import { countingStore } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { readFlags } from '#tests/evm/query/read-flags.ts'
import {
  blockHashAt,
  contractOf,
  insertBlocks,
  insertHead,
  insertHeaders,
  insertTokenRows,
  newestFirst,
  queryContext,
  randomTokenRows,
  takesPart,
  timestampAt,
  zeroAddress,
} from '#tests/evm/query/token-rows-fixture.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { pairsOf, sample } from '#tests/support/tier.ts'
import { walkPages } from '#tests/support/walk-pages.ts'

type Raw = Record<string, unknown>

/** What a row is called in these tests: its place, which no other row has. */
const nameOf = (row: NftTransferRow) =>
  [row.block_number, row.log_index, toHex(row.from_address), toHex(row.to_address), row.token_id, row.amount].join('/')

const asking = (store: Store<EvmTables>, options: Parameters<typeof queryContext>[1] = {}) => {
  const answer = walletNftTransfersQuery(queryContext(store, options))
  return (address: string, raw: Raw = {}) => answer(parseInput(evmApi.walletNftTransfers, { address, ...raw }))
}

type Page = Awaited<ReturnType<ReturnType<typeof asking>>>

const namesOn = (pages: readonly Page[]) =>
  pages.flatMap(({ result }) =>
    result.map((one) =>
      [one.block_number, one.log_index, one.from_address, one.to_address, one.token_id, one.amount].join('/'),
    ),
  )

const dateOf = (block: number) => new Date(timestampAt(block) * 1_000).toISOString()

describe.each(dialects)("a wallet's NFT transfers on %s", (dialect) => {
  const createStore = evmStores(dialect)
  const { nftTransfers } = randomTokenRows(0, 60, seeded(1))
  const filled = async () => {
    const store = await createStore()
    await insertTokenRows(store, { nftTransfers })
    // The oldest blocks are known by headers alone, as the history of a contract leaves them.
    await insertHeaders(store, 0, 9)
    await insertBlocks(store, 10, 60)
    await insertHead(store, 60)
    return store
  }
  let shared: ReturnType<typeof filled> | undefined
  const filledOnce = () => {
    shared ??= filled()
    return shared
  }
  const wallets = [...Array.from({ length: 5 }, (_, index) => walletOf(index)), zeroAddress]
  const wallet = walletOf(0)
  const expected = (address: string, keep: (row: NftTransferRow) => boolean = () => true) =>
    newestFirst(nftTransfers.filter((row) => takesPart(row, address) && keep(row))).map(nameOf)

  test('pages add up to the whole list in order, for every wallet and direction', async () => {
    const ask = asking(await filledOnce())
    const sides = {
      both: () => true,
      from: (row: NftTransferRow, address: string) => toHex(row.from_address) === address,
      to: (row: NftTransferRow, address: string) => toHex(row.to_address) === address,
    }
    for (const [address, [direction, isOn]] of sample(pairsOf(wallets, Object.entries(sides)), 8)) {
      const pages = await walkPages((cursor) => ask(address, { direction, limit: 7, cursor }))
      expect(namesOn(pages)).toEqual(expected(address, (row) => isOn(row, address)))
      expect(pages.map(({ page }) => page)).toEqual(pages.map((_, index) => index))
      expect(pages.every(({ page_size }) => page_size === 7)).toBe(true)
    }
  })

  test('order=ASC gives the same list oldest first, at any page size, direction and bounds', async () => {
    const ask = asking(await filledOnce())
    const raws = [{}, { from_block: 13 }, { to_block: 41 }, { from_block: 13, to_block: 41 }, { direction: 'to' }]
    for (const [limit, raw] of sample(pairsOf([1, 2, 7, 100], raws), 6)) {
      const walk = (order: string) => walkPages((cursor) => ask(wallet, { ...raw, order, limit, cursor }))
      const [ascending, descending] = await Promise.all([walk('ASC'), walk('DESC')])
      expect(namesOn(ascending)).toEqual(namesOn(descending).toReversed())
      expect(ascending.map(({ index_complete }) => index_complete)).toEqual(
        ascending.map(() => descending[0]?.index_complete),
      )
    }
    const { cursor } = await ask(wallet, { limit: 2, order: 'ASC' })
    await expect(ask(wallet, { cursor })).rejects.toThrow(/cursor belongs to another list/)
  })

  test('a page of any size may end within a batch or between the two sides of a self-transfer', async () => {
    const ask = asking(await filledOnce())
    const self = nftTransfers.filter((row) => toHex(row.from_address) === wallet && toHex(row.to_address) === wallet)
    expect(self.length).toBeGreaterThan(3)
    for (const limit of [1, 2, 3, expected(wallet).length, 100])
      expect(namesOn(await walkPages((cursor) => ask(wallet, { limit, cursor })))).toEqual(expected(wallet))
    expect(await ask(wallet, { limit: expected(wallet).length })).toMatchObject({ cursor: null })
  })

  test('contract_addresses keeps transfers of these contracts, in any order, direction, page size and bounds', async () => {
    const ask = asking(await filledOnce())
    const contracts = [contractOf(0), contractOf(1), contractOf(0), contractOf(0)]
    const isKept = (row: NftTransferRow) => contracts.includes(toHex(row.token_address))
    for (const [address, limit] of sample(pairsOf(wallets, [1, 7, 100]), 6)) {
      const walk = (raw: Raw) =>
        walkPages((cursor) => ask(address, { contract_addresses: contracts, limit, cursor, ...raw })).then(namesOn)
      expect(await walk({})).toEqual(expected(address, isKept))
      expect(await walk({ order: 'ASC' })).toEqual(expected(address, isKept).toReversed())
      expect(await walk({ direction: 'to', from_block: 13, to_block: 41 })).toEqual(
        expected(
          address,
          (row) => isKept(row) && toHex(row.to_address) === address && row.block_number >= 13 && row.block_number <= 41,
        ),
      )
    }
    expect(await ask(wallet, { contract_addresses: contracts, disable_total: false })).toMatchObject({ total: null })
    expect(await ask(wallet, { contract_addresses: [walletOf(0)] })).toMatchObject({ cursor: null, result: [] })
    const { cursor } = await ask(wallet, { contract_addresses: contracts, limit: 2 })
    await expect(ask(wallet, { cursor, limit: 2 })).rejects.toThrow(/cursor belongs to another list/)
  })

  test.each(['ASC', 'DESC'])(
    'with contract_addresses, a request reads a bounded number of rows and the next one continues there (%s)',
    async (order) => {
      const store = await createStore()
      const [pattern] = nftTransfers
      if (!pattern) throw new Error('unreachable: there are rows')
      const [wanted, other] = [contractOf(0), contractOf(1)].map(toBytes)
      const blocks = 2 * candidatesMax + 500
      // The wallet has thousands of transfers of another contract, the contract thousands of another wallet.
      const row = (block_number: number, log_index: number, mine: boolean) => ({
        ...pattern,
        block_number,
        log_index,
        batch_index: 0,
        token_address: mine ? other : wanted,
        from_address: toBytes(zeroAddress),
        to_address: toBytes(walletOf(mine ? 0 : 1)),
      })
      const rows = Array.from({ length: blocks }, (_, block) => [row(block, 0, true), row(block, 1, false)]).flat()
      const middle = { ...row(blocks / 2, 2, true), token_address: wanted }
      await store.db
        .transaction()
        .execute((transaction) => store.insertMany(transaction, 'evm_nft_transfers', [...rows, middle]))
      await insertHeaders(store, blocks / 2, blocks / 2)
      await insertHead(store, blocks)
      const ask = asking(store)
      const pages = await walkPages((cursor) =>
        ask(walletOf(0), { contract_addresses: [contractOf(0)], order, limit: 5, cursor }),
      )
      expect(pages.map(({ result }) => result.length)).toEqual([0, 1, 0])
      expect(pages.flatMap(({ result }) => result)[0]?.block_number).toBe(String(blocks / 2))
    },
  )

  test('later pages keep the limit of the first', async () => {
    const ask = asking(await filledOnce())
    const { cursor } = await ask(wallet, { limit: 4 })
    const next = await ask(wallet, { limit: 50, cursor })
    expect(next).toMatchObject({ page: 1, page_size: 4 })
    expect(next.result).toHaveLength(4)
  })

  test('block and date bounds apply to every page', async () => {
    const ask = asking(await filledOnce())
    const within = (low: number, high: number) =>
      expected(wallet, ({ block_number }) => block_number >= low && block_number <= high)
    const walk = async (raw: Raw) => namesOn(await walkPages((cursor) => ask(wallet, { limit: 5, ...raw, cursor })))
    expect(await walk({ from_block: 13 })).toEqual(within(13, 60))
    expect(await walk({ to_block: '41' })).toEqual(within(0, 41))
    expect(await walk({ from_block: 13, to_block: 41 })).toEqual(within(13, 41))
    expect(await walk({ from_block: 20, to_block: 20 })).toEqual(within(20, 20))
    expect(await walk({ from_block: 41, to_block: 13 })).toEqual([])
    expect(await walk({ from_date: dateOf(20), to_date: dateOf(40) })).toEqual(within(20, 41))
    expect(await walk({ from_date: dateOf(20), from_block: 30 })).toEqual(within(30, 60))
    expect(await walk({ to_date: dateOf(20), to_block: 30 })).toEqual(within(0, 30))
    expect(await walk({ from_date: '2040-01-01' })).toEqual([])
    expect(await walk({ to_date: '2001-01-01' })).toEqual([])
    expect(await walk({ to_block: Number.MAX_SAFE_INTEGER })).toEqual(within(0, 60))
    expect(await walk({ from_block: Number.MAX_SAFE_INTEGER })).toEqual([])
  })

  test('token ids are formatted as requested', async () => {
    const ask = asking(await filledOnce())
    const decimal = (await ask(wallet)).result.map(({ token_id }) => token_id)
    const hex = (await ask(wallet, { format: 'hex' })).result.map(({ token_id }) => token_id)
    expect(hex.map((id) => BigInt(id).toString())).toEqual(decimal)
    expect(hex.every((id) => /^0x(0|[1-9a-f][0-9a-f]*)$/.test(id))).toBe(true)
    expect(hex).toContain(`0x8${'0'.repeat(63)}`)
  })

  test('a transfer says the name of its contract, and has the small preview of its token', async () => {
    const store = await filled()
    const [row] = newestFirst(nftTransfers.filter((one) => takesPart(one, wallet)))
    if (!row) throw new Error('no transfer')
    const key = Buffer.alloc(32, 7)
    await store.db
      .insertInto('evm_contracts')
      .values({
        ...{ chain: 1, address: row.token_address, kind: 'ERC721', name: 'Lanterns', symbol: 'LNT' },
        ...{ decimals: null, ask_at: null, failures: 0, note: null },
      })
      .execute()
    await wantDocuments(store, 1, [{ ...row, minted_block: null }], { now: 1_000 })
    await store.db
      .updateTable('evm_nft_metadata')
      .set({ media_uri: 'https://pictures.example/1.png', media_key: key })
      .where('token_hash', '=', row.token_hash)
      .execute()
    const preview = { url: 'https://spyglass.example/media/low/1.webp', width: 100, height: 100 }
    const media = async () =>
      new Map([
        [
          toHex(key),
          {
            ...{ status: 'success' as const, updatedAt: null, original_media_url: null },
            media_collection: { low: preview, medium: preview, high: preview },
          },
        ],
      ])
    const first = (await asking(store, { media })(wallet, { limit: 1 })).result[0]
    expect(first).toMatchObject({ token_name: 'Lanterns', token_picture: '/media/low/1.webp' })
  })

  test("records have the API's fields, types and order", async () => {
    const ask = asking(await filledOnce())
    const page = await ask(wallet, { limit: 100 })
    expect(() => evmApi.walletNftTransfers.output.parse(page)).not.toThrow()
    const example = evmApi.walletNftTransfers.example.output
    expect(Object.keys(page)).toEqual(Object.keys(example))
    for (const one of page.result) expect(Object.keys(one)).toEqual(Object.keys(example.result[0] ?? {}))
    const rows = newestFirst(nftTransfers.filter((row) => takesPart(row, wallet)))
    expect(rows.length).toBeLessThan(100)
    for (const [index, row] of rows.entries())
      expect(page.result[index]).toMatchObject({
        block_number: String(row.block_number),
        block_timestamp: dateOf(row.block_number),
        block_hash: blockHashAt(row.block_number),
        transaction_hash: toHex(row.transaction_hash),
        transaction_index: row.transaction_index,
        log_index: row.log_index,
        value: row.transaction_value,
        contract_type: row.standard === 0 ? null : `ERC${row.standard}`,
        transaction_type: row.is_batch ? 'Batch' : 'Single',
        token_address: toHex(row.token_address),
        from_address_label: toHex(row.from_address) === zeroAddress ? 'Null address' : null,
        to_address_label: toHex(row.to_address) === zeroAddress ? 'Null address' : null,
        verified: 1,
        operator: row.operator && toHex(row.operator),
        possible_spam: false,
        verified_collection: false,
      })
  })

  test('a walk sees each row once while newer rows arrive', async () => {
    const store = await filled()
    const ask = asking(store)
    const random = seeded(2)
    let next = 61
    const pages = await walkPages(
      (cursor) => ask(wallet, { limit: 6, cursor }),
      async () => {
        const { nftTransfers: more } = randomTokenRows(next, next + 2, random)
        await insertTokenRows(store, { nftTransfers: more })
        await insertHeaders(store, next, next + 2)
        next += 3
      },
    )
    expect(namesOn(pages)).toEqual(expected(wallet))
  })

  test('totals are exact, counted on request, and constant throughout a walk', async () => {
    const store = await filledOnce()
    const ask = asking(store)
    for (const address of wallets)
      expect((await ask(address, { limit: 3, disable_total: false })).total).toBe(expected(address).length)
    const pages = await walkPages((cursor) => ask(wallet, { limit: 9, disable_total: false, from_block: 20, cursor }))
    const total = expected(wallet, ({ block_number }) => block_number >= 20).length
    expect(pages.map((page) => page.total)).toEqual(pages.map(() => total))
    expect((await ask(wallet)).total).toBeNull()
    expect((await ask(wallet, { disable_total: false, from_block: 5, to_block: 4 })).total).toBe(0)
  })

  test('a total over the limit is null', async () => {
    const { db } = await filledOnce()
    const address = Buffer.from(wallet.slice(2), 'hex')
    const merged = {
      table: 'evm_nft_transfers',
      chain: 1,
      ranges: [
        { column: 'from_address', address },
        { column: 'to_address', address },
      ],
      floor: [0],
      before: undefined,
    } as const
    const { length } = expected(wallet)
    expect(await countPlaces(db, merged, length)).toBe(length)
    expect(await countPlaces(db, merged, length - 1)).toBeNull()
  })

  test('block_exists and index_complete refer to the requested blocks', async () => {
    const store = await createStore()
    const ask = asking(store)
    const told = async (raw: Raw = {}) => {
      const { block_exists, index_complete } = await ask(wallet, raw)
      return { block_exists, index_complete }
    }
    const nothing = { block_exists: false, index_complete: false }
    const some = { block_exists: true, index_complete: false }
    const all = { block_exists: true, index_complete: true }
    expect(await told()).toEqual(nothing)

    await insertBlocks(store, 10, 20)
    await insertBlocks(store, 30, 40)
    await insertHead(store, 42)
    expect(await told()).toEqual(some)
    expect(await told({ from_block: 10, to_block: 20 })).toEqual(all)
    expect(await told({ from_block: 15, to_block: 35 })).toEqual(some)
    expect(await told({ from_block: 21, to_block: 29 })).toEqual(nothing)
    // The newest known block is 42, and the index ends at 40.
    expect(await told({ from_block: 30 })).toEqual(some)
    expect(await told({ from_block: 30, to_block: 40 })).toEqual(all)
    expect(await told({ from_block: 30, to_block: 50 })).toEqual(some)
    expect(await told({ from_block: 43 })).toEqual(nothing)
    expect(await told({ from_block: 20, to_block: 10 })).toEqual(nothing)
    // Block 30 is the first stored one from this date, but 29 may be as young; of 32 on, the one before is known to be older.
    expect(await told({ from_date: dateOf(28), to_block: 40 })).toEqual(some)
    expect(await told({ from_date: dateOf(32), to_block: 40 })).toEqual(all)
    expect(await told({ from_block: 30, to_date: dateOf(36) })).toEqual(all)
    expect(await told({ from_block: 30, to_date: '2040-01-01' })).toEqual(some)

    await store.db.updateTable('evm_chains').set({ head_latest: 40 }).execute()
    expect(await told({ from_block: 30 })).toEqual(all)
    expect(await told({ from_block: 30, to_block: 50 })).toEqual(all)
  })

  test('index_complete covers the whole requested range on every page', async () => {
    const ask = asking(await filledOnce())
    const completeOn = async (raw: Raw) =>
      (await walkPages((cursor) => ask(wallet, { limit: 8, ...raw, cursor }))).map((page) => page.index_complete)
    const complete = await completeOn({ from_block: 10 })
    expect(complete.length).toBeGreaterThan(2)
    expect(complete).toEqual(complete.map(() => true))
    const partly = await completeOn({})
    expect(partly).toEqual(partly.map(() => false))
  })

  test('a page is one statement besides the index status and the names of its tokens, and so is a total; a date is one more', async () => {
    const counting = countingStore(await filledOnce())
    const ask = asking(counting.store)
    await readFlags(counting.store, [0, 1, 2].map(contractOf))
    const statementsOf = async (raw: Raw) => {
      const before = counting.statements()
      const page = await ask(wallet, raw)
      return { page, statements: counting.statements() - before }
    }
    const first = await statementsOf({ limit: 5 })
    expect(first.statements).toBe(3)
    expect((await statementsOf({ limit: 5, cursor: first.page.cursor })).statements).toBe(3)
    expect((await statementsOf({ limit: 5, disable_total: false })).statements).toBe(4)
    const dates = { limit: 5, from_date: '2001-01-01', to_date: '2040-01-01' }
    const dated = await statementsOf(dates)
    expect(dated.statements).toBe(5)
    expect((await statementsOf({ ...dates, cursor: dated.page.cursor })).statements).toBe(3)
  })

  test('a cursor is valid only for its own list', async () => {
    const store = await filledOnce()
    const ask = asking(store)
    const list = { limit: 2, direction: 'both', from_block: 3, to_block: 50 }
    const { cursor } = await ask(wallet, list)
    const refused = { code: 'invalid_request', details: [{ name: 'cursor' }] }
    const refusal = (raw: Raw, address = wallet) =>
      expect(ask(address, { ...list, cursor, ...raw })).rejects.toMatchObject(refused)
    await refusal({}, walletOf(1))
    await refusal({ chain: 'polygon' })
    await refusal({ direction: 'from' })
    await refusal({ from_block: 4 })
    await refusal({ to_block: 51 })
    await refusal({ from_date: '2001-01-01' })
    const foreign = walletNftTransfersQuery(queryContext(store, { cursors: createCursors(new Uint8Array(32).fill(1)) }))
    const theirs = await foreign(parseInput(evmApi.walletNftTransfers, { address: wallet, ...list }))
    await refusal({ cursor: theirs.cursor })
    // How ids are written is no part of the list.
    await expect(ask(wallet, { ...list, cursor, format: 'hex', disable_total: false })).resolves.toBeTruthy()
  })
})
