import { CompiledQuery } from 'kysely'
import { describe, expect, test } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { nftTransfers, readHoldings, storedErc20Transfers } from '#lib/evm/chain/backfill/holdings.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'

const wallet = (number: number): Hex => `0x${number.toString(16).padStart(40, '0')}`
const [token, otherToken] = [wallet(0xc0), wallet(0xc1)]

const addTransfers = async (store: Store<EvmTables>, address: Hex, count: number, logIndex: number): Promise<void> =>
  store.db.transaction().execute((transaction) =>
    store.insertMany(
      transaction,
      'evm_erc20_transfers',
      Array.from({ length: count }, (_, index) => ({
        chain: 1,
        block_number: index,
        log_index: logIndex,
        transaction_index: 0,
        token_address: toBytes(address),
        from_address: toBytes(wallet(0)),
        to_address: toBytes(wallet(1 + (index % 2))),
        transaction_hash: toBytes(`0x${'5'.repeat(64)}`),
        value: '1',
      })),
    ),
  )

describe.each(['sqlite', 'postgres'] as const)('holdings read from %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('belong to one contract and start after the given block', async () => {
    const store = await createStore()
    await addTransfers(store, token, 4_500, 0)
    await addTransfers(store, otherToken, 10, 1)
    const { signal } = new AbortController()
    const holdings = await readHoldings(store, 1, token, { block: 4_200, signal })
    expect([...holdings.balances]).toEqual([
      [wallet(1), 2_101n],
      [wallet(2), 2_100n],
    ])
    const tokens = await readHoldings(store, 1, otherToken, { block: 8, signal, isErc721: true })
    expect([...tokens.owners]).toEqual([['1', wallet(1)]])
  })
})

const createSqliteStore = evmStores('sqlite')

test('a page is read from the index of its contract alone, without a sort', async () => {
  const store = await createSqliteStore()
  const last = { block_number: 5, log_index: 1, batch_index: 0 }
  for (const page of [storedErc20Transfers(store, 1, token)(last), nftTransfers(store, 1, token)(last)]) {
    const { sql, parameters } = page.compile()
    const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
    const { rows } = await store.db.executeQuery<{ detail: string }>(explain)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.detail).toMatch(/_by_contract \(chain=\? AND token_address=\? AND \(block_number,log_index/)
  }
})
