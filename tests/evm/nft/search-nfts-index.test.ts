import { describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { addTokens, dueRows, rowAfter, writeRows } from '#lib/evm/nft/metadata/stored-metadata.ts'
import { searchNftsQuery } from '#lib/evm/nft/search-nfts.ts'
import { type MigrationSet, migrate, type Store } from '#lib/store/store.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { chainId, contractOf, queryContext } from '#tests/evm/query/token-rows-fixture.ts'
import { dialects, testStores } from '#tests/store/test-stores.ts'

const contract = toBytes(contractOf(0))
const token = { token_address: contract, token_hash: tokenHash(contract, '7'), token_id: '7', minted_block: 1 }

const addToken = async (store: Store<EvmTables>): Promise<void> => {
  const owner = toBytes(walletOf(1))
  const minted = { minted_log: 0, minted_batch: 0, minter: owner, minted_transaction: new Uint8Array(32) }
  const changed = { changed_block: 1, changed_log: 0, changed_batch: 0 }
  await store.db
    .insertInto('evm_nft_tokens')
    .values({ chain: chainId, ...token, standard: 721, owner, supply: '1', first_block: 1, ...minted, ...changed })
    .execute()
  await addTokens(store.db, chainId, [token], 1)
}

/** The worker read this document at `now`. */
const read = async (store: Store<EvmTables>, value: object, now: number): Promise<void> => {
  const [due] = await dueRows(store.db, chainId, 0, { now, countMax: 1 })
  if (!due) throw new Error('no document is due')
  const { standard: _, ...row } = due
  const result = { kind: 'document', uri: 'ipfs://x', document: { text: JSON.stringify(value), value } } as const
  await writeRows(store, [{ taken: due, row: rowAfter(row, result, now) }])
}

const makeDue = (store: Store<EvmTables>) => store.db.updateTable('evm_nft_metadata').set({ due_at: 1 }).execute()

const found = async (store: Store<EvmTables>, q: string): Promise<number> =>
  (await searchNftsQuery(queryContext(store))(parseInput(evmApi.searchNfts, { q }))).result.length

describe.each(dialects)('the search index on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const stores = testStores(dialect)

  test('matches the current documents', async () => {
    const store = await createStore()
    await addToken(store)
    expect(await found(store, 'lantern')).toBe(0)
    await read(store, { name: 'Lantern' }, 10)
    expect(await found(store, 'lantern')).toBe(1)
    await makeDue(store)
    await read(store, { name: 'Candle' }, 20)
    expect([await found(store, 'lantern'), await found(store, 'candle')]).toEqual([0, 1])
  })

  test('is unchanged by a failed fetch', async () => {
    const store = await createStore()
    await addToken(store)
    await read(store, { name: 'Lantern' }, 10)
    await makeDue(store)
    const [due] = await dueRows(store.db, chainId, 0, { now: 20, countMax: 1 })
    if (!due) throw new Error('no document is due')
    const { standard: _, ...row } = due
    await writeRows(store, [{ taken: due, row: rowAfter(row, { kind: 'unheard', message: 'away' }, 20) }])
    expect(await found(store, 'lantern')).toBe(1)
  })

  test('includes documents stored before the search existed', async () => {
    const store = await stores.createStore<EvmTables>()
    const before: MigrationSet = {
      ...evmMigrations,
      migrations: (types) =>
        Object.fromEntries(Object.entries(evmMigrations.migrations(types)).filter(([name]) => name < '004-search')),
    }
    await migrate(store, before)
    await addToken(store)
    await store.db.updateTable('evm_nft_metadata').set({ name: 'Lantern', metadata: '{"name":"Lantern"}' }).execute()
    await migrate(store, evmMigrations)
    expect([await found(store, 'lantern'), await found(store, 'candle')]).toEqual([1, 0])
  })
})
