import { describe, expect, test } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import { addContractWords } from '#lib/evm/chain/search-index/contract-words.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createKnownAddresses } from '#lib/evm/labels/known-addresses.ts'
import { searchQuery } from '#lib/evm/search/search.ts'
import type { Store } from '#lib/store/store.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { insertContract, queryContext } from '#tests/evm/query/token-rows-fixture.ts'
import { dialects } from '#tests/store/test-stores.ts'

const chain = 1
type Facts = Parameters<typeof insertContract>[2]

describe.each(dialects)('search by name on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const add = async (store: Store<EvmTables>, contracts: readonly Facts[]) => {
    const rows = contracts.map((facts, index) => ({ name: null, symbol: null, ...facts, address: walletOf(index) }))
    for (const { address, ...facts } of rows) await insertContract(store, address, facts)
    await store.db.transaction().execute((transaction) => addContractWords(transaction, chain, rows))
  }
  const searched = async (store: Store<EvmTables>, q: string, known = createKnownAddresses({})) => {
    const { result } = await searchQuery(queryContext(store, { known }))({ q, chain: 'eth' })
    return result
  }

  test('finds tokens and collections by the start of any word of their name, and by symbol, in any case', async () => {
    const store = await createStore()
    await add(store, [
      { kind: 'ERC721', name: 'Paper Lanterns', symbol: 'LANTERN' },
      { kind: 'ERC20', name: 'Hafen-Münze', symbol: 'HFN' },
      { kind: null, name: 'Old Paper', symbol: null },
    ])
    const paper = {
      chain: 'eth',
      value: walletOf(0),
      title: 'Paper Lanterns (LANTERN) on Ethereum',
      name: 'Paper Lanterns (LANTERN)',
      type: 'collection',
    }
    for (const q of ['paper l', 'LANT', 'lantern', ' Lanterns '])
      expect(await searched(store, q)).toEqual([{ ...paper, possible_spam: false, verified: false }])
    for (const q of ['münz', 'MÜNZE', 'hfn'])
      expect(await searched(store, q)).toMatchObject([
        { value: walletOf(1), type: 'token', title: 'Hafen-Münze (HFN) on Ethereum' },
      ])
    expect((await searched(store, 'paper')).map(({ type, value }) => [type, value])).toEqual([
      ['address', walletOf(2)],
      ['collection', walletOf(0)],
    ])
    for (const q of ['aper', 'p', 'paper x', '%', '0x12']) expect(await searched(store, q)).toEqual([])
  })

  test('lists verified items first, then exact names, and spam last, ten at most', async () => {
    const store = await createStore()
    await add(store, [
      ...Array.from(
        { length: 9 },
        (_, index): Facts => ({ kind: 'ERC20', name: `USD Thing ${index}`, symbol: 'USDT' }),
      ),
      { kind: 'ERC20', name: 'USD', symbol: 'X' },
      { kind: 'ERC20', name: 'USD', symbol: 'A' },
      { kind: 'ERC20', name: 'USD Coin', symbol: 'USDC' },
    ])
    const rating = { chain, score: 90, reasons: '[]', rated_at: 1, due_at: null }
    await store.db
      .insertInto('evm_ratings')
      .values({ ...rating, address: toBytes(walletOf(10)) })
      .execute()
    const known = createKnownAddresses({ verified: [{ chain, address: walletOf(11), text: '' }] })
    const hits = await searched(store, 'usd', known)
    expect(hits).toHaveLength(10)
    expect(hits.slice(0, 2).map(({ value }) => value)).toEqual([walletOf(11), walletOf(9)])
    expect(hits[0]).toMatchObject({ verified: true, possible_spam: false })
    expect(hits.some(({ value }) => value === walletOf(10))).toBe(false)
    expect((await searched(store, 'usd  coin')).length + (await searched(store, 'a')).length).toBe(0)
  })

  test('finds labels by the start of any of their words, with their addresses', async () => {
    const store = await createStore()
    await add(store, [{ kind: 'ERC20', name: 'Harbor Coin', symbol: 'HARBOR' }])
    const alice = walletOf(7)
    const known = createKnownAddresses({
      labels: [
        { chain, address: alice, text: 'Alice of Accounts' },
        { chain, address: walletOf(0), text: 'Official coin' },
        { chain: 137, address: walletOf(8), text: 'Alice on Polygon' },
      ],
    })
    expect(await searched(store, 'accounts', known)).toEqual([
      {
        type: 'address',
        chain: 'eth',
        value: alice,
        title: 'Alice of Accounts on Ethereum',
        name: 'Alice of Accounts',
      },
    ])
    expect(await searched(store, 'alice', known)).toHaveLength(1)
    expect(await searched(store, 'counts', known)).toEqual([])
    expect(await searched(store, 'official', known)).toMatchObject([
      { type: 'token', title: 'Official coin on Ethereum' },
    ])
    expect(await searched(store, alice, known)).toMatchObject([
      { type: 'address', title: 'Alice of Accounts on Ethereum' },
    ])
    expect(await searched(store, 'multicall', known)).toMatchObject([{ title: 'Multicall3 on Ethereum' }])
  })

  test('finds addresses by their beginning: contracts with their names, labels, and accounts once each', async () => {
    const store = await createStore()
    await add(store, [{ kind: 'ERC20', name: 'Harbor Coin', symbol: 'HARBOR' }])
    const account = `0xd0c17f95${'1'.repeat(32)}`
    const other = `0xd0c17f96${'2'.repeat(32)}`
    const keys = [
      [account, 1],
      [account, 2],
      [other, 3],
      [`0xd0c18${'0'.repeat(35)}`, 4],
    ] as const
    await store.db
      .insertInto('evm_wallet_transactions')
      .values(
        keys.map(([address, block_number]) => ({
          ...{ chain, block_number, transaction_index: 0 },
          address: toBytes(address),
        })),
      )
      .execute()
    const labelled = `0xd0c17fff${'3'.repeat(32)}`
    const known = createKnownAddresses({ labels: [{ chain, address: labelled, text: 'Exchange' }] })
    const found = await searched(store, '0xD0C17f', known)
    expect(found.map(({ type, name }) => `${type} ${name}`).sort()).toEqual(
      [`address ${account}`, `address ${other}`, 'address Exchange'].sort(),
    )
    expect(await searched(store, walletOf(0).slice(0, 20))).toMatchObject([{ type: 'token', value: walletOf(0) }])
    expect(await searched(store, '0xd0c')).toEqual([])
  })

  test('does not find a contract by a name that it no longer has', async () => {
    const store = await createStore()
    await add(store, [{ kind: 'ERC20', name: 'Old Name', symbol: null }])
    await store.db.updateTable('evm_contracts').set({ name: 'New Name' }).execute()
    expect(await searched(store, 'old')).toEqual([])
  })
})
