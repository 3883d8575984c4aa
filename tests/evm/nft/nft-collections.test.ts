import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Output } from '#lib/api/endpoint.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { unchecked } from '#lib/evm/chain/backfill/drop-older-chain.ts'
import { decoderVersion } from '#lib/evm/chain/decode/decoder-version.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmIndex, createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { type EvmExplorerApi, evmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmServiceOptions } from '#lib/evm/family/service.ts'
import type { Store } from '#lib/store/store.ts'
import { tokenBlocks } from '#tests/evm/chain/token-blocks.ts'
import { chainId, coverageAtHand, evmServices } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { rememberStatements } from '#tests/support/remembered-statements.ts'
import { seeded } from '#tests/support/seeded.ts'

type Listed = Output<EvmExplorerApi['evmNftCollections']>['result'][number]

const addressOf = (row: Listed | undefined): Uint8Array => Buffer.from(row?.address.slice(2) ?? '', 'hex')

const head = { latest: 59, finalized: 50 }
const options = { firstTimestamp: 1_699_999_000 }

/** Owners and NFTs of each contract, counted from the stored NFTs and balances; days from the stored transfers. */
const plainCounts = async ({ db }: Store<EvmTables>) => {
  const tokens = await db.selectFrom('evm_nft_tokens').selectAll().execute()
  const balances = await db.selectFrom('evm_nft_balances').selectAll().where('is_held', '=', 1).execute()
  const transfers = await db.selectFrom('evm_nft_transfers').select(['token_address', 'block_number']).execute()
  return new Map<string, object>(
    [...Map.groupBy(transfers, ({ token_address }) => toHex(token_address))].map(([address, moves]) => {
      const isOwn = ({ token_address }: { token_address: Uint8Array }) => toHex(token_address) === address
      const owners = [...tokens, ...balances].filter(isOwn).flatMap(({ owner }) => (owner ? [toHex(owner)] : []))
      return [
        address,
        {
          transfers: moves.length,
          tokens: tokens.filter(isOwn).filter(({ supply }) => supply !== '0').length,
          owners: new Set(owners).size,
          first_block: String(Math.min(...moves.map(({ block_number }) => block_number))),
        },
      ] as const
    }),
  )
}

describe.each(dialects)('NFT collections on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const filled = async () => {
    const store = await createStore()
    const index = createEvmIndex(store, chainId, { from: 0 })
    await index.append(tokenBlocks(60, { first: 0 }, seeded(21), options), head)
    return store
  }
  const ask = async (
    store: Store<EvmTables>,
    raw: Record<string, unknown> = {},
    services: Partial<EvmServiceOptions> = { coverage: coverageAtHand },
  ) => {
    const { evmNftCollections } = evmServices(store, services).explorer
    const rows: Listed[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const input = parseInput(evmExplorerApi.evmNftCollections, { ...raw, cursor: cursor ?? undefined })
      const page = await evmNftCollections(input)
      rows.push(...evmExplorerApi.evmNftCollections.output.parse(page).result)
      cursor = page.cursor
    }
    return rows
  }

  test.each([
    ['owners', ({ owners }: Listed) => owners],
    ['transfers', ({ day_transfers }: Listed) => day_transfers],
    ['newest', ({ first_block }: Listed) => Number(first_block)],
  ] as const)('are listed by %s, page after page', async (sort, valueOfRow) => {
    const store = await filled()
    const rows = await ask(store, { sort, limit: 2 })
    const plain = await plainCounts(store)
    expect(new Set(rows.map(({ address }) => address)).size).toBe(rows.length)
    expect(rows.map(valueOfRow)).toEqual(rows.map(valueOfRow).toSorted((a, b) => b - a))
    expect(rows.map(({ address }) => address).sort()).toEqual([...plain.keys()].sort())
    expect(rows.length).toBeGreaterThan(3)
    for (const row of rows) expect(row).toMatchObject({ ...plain.get(row.address), index_complete: true })
  })

  test('the default order lists those without a transfer on the day too, newest first, after those with one', async () => {
    const store = await filled()
    const addresses = async (raw: Record<string, unknown> = {}) =>
      (await ask(store, { limit: 2, ...raw })).map(({ address }) => address)
    const newest = await addresses({ sort: 'newest' })
    const [first = '', ...others] = await addresses()
    await store.db.deleteFrom('evm_nft_collection_days').where('token_address', '=', toBytes(first)).execute()
    expect(await addresses()).toEqual([...others, first])
    await store.db.deleteFrom('evm_nft_collection_days').execute()
    expect(await addresses()).toEqual(newest)
    const { rowCounts, remember } = rememberStatements()
    await ask({ ...store, db: store.db.withPlugin(remember) }, { limit: 2 })
    // A page, and the row that shows whether there is another.
    expect(Math.max(...rowCounts)).toBe(3)
  })

  test('a search finds collections, and no ERC20 token, by the beginning of a word of their name', async () => {
    const store = await filled()
    const [collection] = await ask(store)
    const coin = await store.db.selectFrom('evm_erc20_tokens').select('token_address').executeTakeFirstOrThrow()
    const contracts = [addressOf(collection), coin.token_address]
    for (const address of contracts) {
      await store.db
        .updateTable('evm_contracts')
        .set({ name: 'Harbor Lights', symbol: 'HBR' })
        .where('address', '=', address)
        .execute()
      await store.db
        .insertInto('evm_contract_words')
        .values(
          ['harbor lights', 'lights', 'hbr'].map((word) => ({ chain: chainId, word: Buffer.from(word), address })),
        )
        .execute()
    }
    expect((await ask(store, { search: 'harb' })).map(({ address }) => address)).toEqual([collection?.address])
    expect(await ask(store, { search: 'lantern' })).toEqual([])
  })

  test('on a partial index only collections with a verified backfill are called complete', async () => {
    const store = await createStore()
    const blocks = tokenBlocks(40, { first: 20 }, seeded(22), options)
    await createEvmRangeIndex(store, chainId).appendRange(blocks, head)
    const before = await ask(store, { sort: 'owners' }, {})
    expect(before.length).toBeGreaterThan(3)
    expect(before.filter(({ index_complete }) => index_complete)).toEqual([])
    const [first] = before
    const address = addressOf(first)
    const history = { chain: chainId, address, requested_at: 0, started_at: 0, synced_at: 0, row_count: 0 }
    const speeds = {
      rows_per_second: null,
      blocks_per_second: null,
      error: null,
      outcome: null,
      decoder_version: decoderVersion,
    }
    await store.db
      .insertInto('evm_histories')
      .values({ ...history, ...speeds, ...unchecked, first_block: 0, target_block: 19 })
      .execute()
    await store.db
      .insertInto('evm_history_intervals')
      .values({ chain: chainId, address, first_block: 0, last_block: 19 })
      .execute()
    const completeOnes = async () =>
      (await ask(store, { sort: 'owners' }, {})).flatMap((row) => (row.index_complete ? [row.address] : []))
    expect(await completeOnes()).toEqual([])
    await store.db.updateTable('evm_histories').set({ check_state: 'passed', check_block: 19 }).execute()
    expect(await completeOnes()).toEqual([first?.address])
  })
})

describe.each(dialects)('a page of collections is a range of one index on %s', (dialect) => {
  const createStore = evmStores(dialect)
  test.each([
    ['owners', 'evm_nft_collections', 'owners', 'evm_nft_collections_by_owners'],
    ['age', 'evm_nft_collections', 'first_block', 'evm_nft_collections_by_age'],
    ['transfers a day', 'evm_nft_collection_days', 'transfers', 'evm_nft_collection_days_by_transfers'],
  ])('by %s', async (_, table, name, index) => {
    const { db } = await createStore()
    const column = sql.ref(name)
    const day = name === 'transfers' ? sql`and day = 1` : sql``
    const page = sql`select * from ${sql.table(table)}
      where chain = 1 ${day} and ${column} > 0 and (${column}, token_address) < (5, ${Buffer.alloc(20)})
      order by ${column} desc, token_address desc limit 51`
    const explain = dialect === 'sqlite' ? sql`explain query plan` : sql`explain`
    if (dialect === 'postgres') {
      await sql`insert into ${sql.table(table)} select ${many(name)} from generate_series(1, 20000) as n`.execute(db)
      await sql`analyze ${sql.table(table)}`.execute(db)
    }
    const { rows } = await sql<Record<string, unknown>>`${explain} ${page}`.execute(db)
    const plan = rows.flatMap((row) => Object.values(row)).join()
    expect(plan).toContain(index)
    expect(plan).not.toMatch(/TEMP B-TREE|Sort/)
  })
})

const many = (name: string) => {
  const address = sql`sha256(int4send(n::int))`
  return name === 'transfers' ? sql`1, 1, n, ${address}` : sql`1, n, n, n, n, ${address}`
}
