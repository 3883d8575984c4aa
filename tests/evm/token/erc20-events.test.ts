import { describe, expect, test } from 'vitest'
import type { Input } from '#lib/api/endpoint.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Erc20TransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { candidatesMax } from '#lib/evm/query/planned-page.ts'
import { erc20ApprovalsQuery, erc20BurnsQuery, erc20TransfersQuery } from '#lib/evm/token/erc20-events.ts'
import type { Store } from '#lib/store/store.ts'
import { countingStore, coverageAtHand } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { hashOf, walletOf } from '#tests/evm/query/random-chain.ts'
import { readFlags } from '#tests/evm/query/read-flags.ts'
import {
  blockHashAt,
  chainId,
  contractOf,
  insertBlocks,
  insertContract,
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
import { isFull } from '#tests/support/tier.ts'
import { walkPages } from '#tests/support/walk-pages.ts'

type Raw = Partial<Record<keyof Input<(typeof evmApi)['erc20Transfers']>, unknown>>

const lists = ['erc20Transfers', 'erc20Approvals', 'erc20Burns'] as const
type List = (typeof lists)[number]

const asking = (store: Store<EvmTables>, options: Parameters<typeof queryContext>[1] = {}) => {
  const context = queryContext(store, options)
  const services = {
    erc20Transfers: erc20TransfersQuery(context),
    erc20Approvals: erc20ApprovalsQuery(context),
    erc20Burns: erc20BurnsQuery(context),
  }
  return (list: List, raw: Raw = {}) => services[list](parseInput(evmApi[list], raw))
}

type Page = Awaited<ReturnType<ReturnType<typeof asking>>>

const placesOn = (pages: readonly Page[]) =>
  pages.flatMap(({ result }) => result.map(({ block_number, log_index }) => `${block_number}/${log_index}`))

const has = (list: unknown, address: Uint8Array): boolean => Array.isArray(list) && list.includes(toHex(address))

/** A list by the plainest reading of its rules: every row, looked at one by one. */
const naive = (list: List, rows: readonly Erc20TransferRow[], raw: Raw): string[] => {
  const kept = rows.filter((row) => {
    const sides = list === 'erc20Burns' ? [row.from_address] : [row.from_address, row.to_address]
    return (
      (list !== 'erc20Burns' || toHex(row.to_address) === zeroAddress) &&
      row.block_number >= Number(raw.from_block ?? 0) &&
      row.block_number <= Number(raw.to_block ?? Number.MAX_SAFE_INTEGER) &&
      (!raw.contract_addresses || has(raw.contract_addresses, row.token_address)) &&
      !has(raw.exclude_contracts, row.token_address) &&
      (!raw.wallet_addresses || sides.some((side) => has(raw.wallet_addresses, side))) &&
      !sides.some((side) => has(raw.exclude_wallets, side))
    )
  })
  return newestFirst(kept).map(({ block_number, log_index }) => `${block_number}/${log_index}`)
}

describe.each(dialects)('ERC20 events on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const rows = randomTokenRows(0, 80, seeded(3), { wallets: 5, contracts: 4 })
  const rowsOf = (list: List) => (list === 'erc20Approvals' ? rows.erc20Approvals : rows.erc20Transfers)
  const filled = async () => {
    const store = await createStore()
    await insertTokenRows(store, rows)
    await insertHeaders(store, 0, 19)
    await insertBlocks(store, 20, 80)
    await insertContract(store, contractOf(0), { kind: 'ERC20', name: 'Token', symbol: 'TKN', decimals: 6 })
    await insertContract(store, contractOf(1), { kind: 'ERC20' })
    return store
  }
  let shared: ReturnType<typeof filled> | undefined
  const filledOnce = () => {
    shared ??= filled()
    return shared
  }

  const some = (random: () => number, name: (index: number) => string, count: number) => {
    const picked = Array.from({ length: count }, (_, index) => name(index)).filter(() => random() < 0.4)
    return random() < 0.5 && picked.length ? picked : undefined
  }

  test('pages add up to the filtered rows in order, for every combination of filters', async () => {
    const ask = asking(await filledOnce())
    const random = seeded(4)
    const sizes = new Set<number>()
    const turns = isFull ? 120 : 40
    for (let turn = 0; turn < turns; turn++) {
      const list = lists[turn % 3] ?? 'erc20Transfers'
      const wallet = (index: number) => (index === 5 ? zeroAddress : walletOf(index))
      const raw: Raw = {
        contract_addresses: some(random, contractOf, 4),
        exclude_contracts: some(random, contractOf, 4),
        wallet_addresses: some(random, wallet, 6),
        exclude_wallets: some(random, wallet, 6),
        from_block: random() < 0.3 ? Math.floor(random() * 60) : undefined,
        to_block: random() < 0.3 ? 30 + Math.floor(random() * 60) : undefined,
        limit: 1 + Math.floor(random() * 30),
      }
      const pages = await walkPages((cursor) => ask(list, { ...raw, cursor }))
      const expected = naive(list, rowsOf(list), raw)
      expect(placesOn(pages), JSON.stringify({ list, ...raw })).toEqual(expected)
      sizes.add(expected.length)
    }
    expect(sizes.size).toBeGreaterThan(turns / 6)
  })

  test('lists take a hundred addresses each, duplicates included', async () => {
    const ask = asking(await filledOnce())
    const hundred = (name: (index: number) => string) =>
      Array.from({ length: 100 }, (_, index) => name(index < 4 ? index % 2 : index))
    const strangers = (name: (index: number) => string) => Array.from({ length: 100 }, (_, index) => name(index + 3))
    for (const list of lists) {
      const raw: Raw = {
        contract_addresses: hundred(contractOf),
        exclude_contracts: strangers(contractOf),
        wallet_addresses: hundred(walletOf),
        exclude_wallets: strangers(walletOf),
        limit: 3,
      }
      const expected = naive(list, rowsOf(list), raw)
      expect(placesOn(await walkPages((cursor) => ask(list, { ...raw, cursor })))).toEqual(expected)
      const wallets: Raw = { wallet_addresses: hundred(walletOf) }
      expect(placesOn([await ask(list, wallets)])).toEqual(naive(list, rowsOf(list), wallets).slice(0, 100))
    }
  })

  test('block bounds are inclusive', async () => {
    const ask = asking(await filledOnce())
    const all = rowsOf('erc20Transfers')
    for (const raw of [{ from_block: 40 }, { to_block: 40 }, { from_block: 40, to_block: 40 }])
      expect(placesOn([await ask('erc20Transfers', raw)])).toEqual(naive('erc20Transfers', all, raw).slice(0, 100))
    expect((await ask('erc20Transfers', { from_block: 41, to_block: 40 })).result).toEqual([])
    const furthest = { from_block: Number.MAX_SAFE_INTEGER, to_block: Number.MAX_SAFE_INTEGER }
    expect(await ask('erc20Transfers', furthest)).toEqual({ cursor: null, result: [] })
  })

  test('a full last page has no cursor', async () => {
    const ask = asking(await filledOnce())
    const raw = { contract_addresses: [contractOf(0)], from_block: 20 }
    const { length } = naive('erc20Transfers', rowsOf('erc20Transfers'), raw)
    expect(length).toBeLessThan(100)
    expect((await ask('erc20Transfers', { ...raw, limit: length })).cursor).toBeNull()
    expect((await ask('erc20Transfers', { ...raw, limit: length - 1 })).cursor).not.toBeNull()
  })

  test('a walk sees each row once while newer rows arrive', async () => {
    const store = await filled()
    const ask = asking(store)
    const random = seeded(5)
    const raw: Raw = { wallet_addresses: [walletOf(0), walletOf(1)], exclude_contracts: [contractOf(2)], limit: 6 }
    let next = 81
    const pages = await walkPages(
      (cursor) => ask('erc20Transfers', { ...raw, cursor }),
      async () => {
        await insertTokenRows(store, randomTokenRows(next, next + 2, random))
        await insertHeaders(store, next, next + 2)
        next += 3
      },
    )
    expect(placesOn(pages)).toEqual(naive('erc20Transfers', rowsOf('erc20Transfers'), raw))
  })

  test("records have the API's fields, types and order", async () => {
    const ask = asking(await filledOnce())
    for (const list of lists) {
      const page = await ask(list, { limit: 100 })
      expect(() => evmApi[list].output.parse(page)).not.toThrow()
      const example = evmApi[list].example.output
      expect(Object.keys(page)).toEqual(Object.keys(example))
      for (const one of page.result) expect(Object.keys(one)).toEqual(Object.keys(example.result[0] ?? {}))
    }
    for (const [index, name, decimals] of [
      [0, 'Token', '6'],
      [1, null, null],
      [2, null, null],
    ] as const) {
      const contract = contractOf(index)
      const row = newestFirst(rows.erc20Transfers).find((one) => toHex(one.token_address) === contract)
      const { result } = await ask('erc20Transfers', { contract_addresses: [contract], limit: 1 })
      expect(result[0]).toEqual({
        token_name: name,
        token_symbol: name && 'TKN',
        token_logo: null,
        token_decimals: decimals,
        from_wallet: toHex(row?.from_address ?? new Uint8Array()),
        from_wallet_label: null,
        to_wallet: toHex(row?.to_address ?? new Uint8Array()),
        to_wallet_label: null,
        contract_address: contract,
        block_hash: blockHashAt(row?.block_number ?? 0),
        block_number: String(row?.block_number),
        block_timestamp: new Date(timestampAt(row?.block_number ?? 0) * 1_000).toISOString(),
        transaction_hash: toHex(row?.transaction_hash ?? new Uint8Array()),
        transaction_index: String(row?.transaction_index),
        log_index: String(row?.log_index),
        value: row?.value,
        possible_spam: false,
        verified_collection: false,
        value_decimal: decimals && String(Number(row?.value) / 1e6),
      })
    }
  })

  test('blocks known only by their headers have their hash and timestamp', async () => {
    const ask = asking(await filledOnce())
    const { result } = await ask('erc20Transfers', { to_block: 19 })
    expect(result.length).toBeGreaterThan(5)
    for (const { block_hash, block_number } of result) expect(block_hash).toBe(blockHashAt(Number(block_number)))
  })

  test('a page is one statement, plus one for each other index that its filters could use', async () => {
    const counting = countingStore(await filledOnce())
    const ask = asking(counting.store, { coverage: coverageAtHand })
    await readFlags(counting.store, [0, 1, 2, 3].map(contractOf))
    const statementsOf = async (list: List, raw: Raw) => {
      const before = counting.statements()
      await ask(list, raw)
      return counting.statements() - before
    }
    const contracts = { contract_addresses: [contractOf(0), contractOf(1)] }
    const wallets = { wallet_addresses: [walletOf(0), walletOf(1)] }
    expect(await statementsOf('erc20Transfers', {})).toBe(1)
    expect(await statementsOf('erc20Transfers', { from_block: 1, to_block: 70 })).toBe(1)
    expect(await statementsOf('erc20Transfers', contracts)).toBe(1)
    expect(await statementsOf('erc20Approvals', wallets)).toBe(1)
    expect(await statementsOf('erc20Burns', {})).toBe(1)
    expect(await statementsOf('erc20Transfers', { ...wallets, exclude_contracts: [contractOf(0)] })).toBe(2)
    expect(await statementsOf('erc20Transfers', { exclude_wallets: [walletOf(0)] })).toBe(2)
    expect(await statementsOf('erc20Transfers', { ...contracts, ...wallets })).toBe(3)
    expect(await statementsOf('erc20Burns', contracts)).toBe(1)
    expect(await statementsOf('erc20Burns', { ...contracts, ...wallets })).toBe(3)
    expect(await statementsOf('erc20Burns', { ...wallets, exclude_wallets: wallets.wallet_addresses })).toBe(0)
  })

  test('a cursor is valid only for its own list', async () => {
    const ask = asking(await filledOnce())
    const raw: Raw = { wallet_addresses: [walletOf(0), walletOf(1)], from_block: 2, limit: 2 }
    const { cursor } = await ask('erc20Transfers', raw)
    const refused = { code: 'invalid_request', details: [{ name: 'cursor' }] }
    const refusal = (list: List, other: Raw = {}) =>
      expect(ask(list, { ...raw, cursor, ...other })).rejects.toMatchObject(refused)
    await refusal('erc20Burns')
    await refusal('erc20Approvals')
    await refusal('erc20Transfers', { chain: 'polygon' })
    await refusal('erc20Transfers', { from_block: 3 })
    await refusal('erc20Transfers', { to_block: 70 })
    await refusal('erc20Transfers', { wallet_addresses: [walletOf(0)] })
    await refusal('erc20Transfers', { exclude_wallets: [walletOf(3)] })
    await refusal('erc20Transfers', { contract_addresses: [contractOf(0)] })
    await refusal('erc20Transfers', { exclude_contracts: [contractOf(0)] })
    const next = await ask('erc20Transfers', { ...raw, limit: 50, cursor })
    expect(next.result).toHaveLength(2)
  })

  describe('filters that no index covers', () => {
    const [sender, receiver, rare] = [walletOf(20), walletOf(21), walletOf(22)]
    const perBlock = 100
    const blocks = Math.ceil((3 * candidatesMax) / perBlock) + 5
    /** Many transfers of one token between two wallets; every thousandth is of another token, and one comes from a rare wallet. */
    const many = Array.from({ length: blocks * perBlock }, (_, index) => ({
      chain: chainId,
      block_number: Math.floor(index / perBlock),
      log_index: index % perBlock,
      transaction_index: 0,
      token_address: toBytes(contractOf(index % 1_000 === 500 ? 1 : 0)),
      from_address: toBytes(index === 777 ? rare : sender),
      to_address: toBytes(receiver),
      transaction_hash: toBytes(hashOf('transaction', index)),
      value: '1',
    }))
    const crowded = async () => {
      const store = await createStore()
      await insertTokenRows(store, { erc20Transfers: many })
      await insertBlocks(store, 0, blocks - 1)
      return countingStore(store)
    }

    test('a request reads a bounded number of rows, and a walk misses none', async () => {
      const { store, statements } = await crowded()
      const ask = asking(store, { coverage: coverageAtHand })
      await readFlags(store, [0, 1].map(contractOf))
      for (const raw of [
        { wallet_addresses: [sender], exclude_contracts: [contractOf(0)] },
        { exclude_contracts: [contractOf(0)] },
        { contract_addresses: [contractOf(0)], exclude_wallets: [receiver] },
        { exclude_wallets: [sender] },
      ]) {
        const before = statements()
        const pages = await walkPages((cursor) => ask('erc20Transfers', { ...raw, limit: 5, cursor }))
        expect(placesOn(pages)).toEqual(naive('erc20Transfers', many, raw))
        expect(statements() - before).toBe(2 * pages.length)
        const full = pages.filter(({ result }) => result.length === 5).length
        // Fewer pages would have looked at more rows than they may; more, at fewer than they could.
        const turns = many.length / candidatesMax
        if (!full) expect(pages.length).toBeGreaterThanOrEqual(turns)
        expect(pages.length).toBeLessThanOrEqual(Math.ceil(turns) + full)
      }
    })

    test('the more selective list drives the query', async () => {
      const { store } = await crowded()
      const ask = asking(store)
      const ofRare = { wallet_addresses: [rare], contract_addresses: [contractOf(0)] }
      expect(placesOn([await ask('erc20Transfers', ofRare)])).toEqual(['7/77'])
      expect((await ask('erc20Transfers', ofRare)).cursor).toBeNull()
      const ofRareToken = { wallet_addresses: [sender], contract_addresses: [contractOf(1)] }
      const page = await ask('erc20Transfers', ofRareToken)
      expect(placesOn([page])).toEqual(naive('erc20Transfers', many, ofRareToken))
      expect(page.cursor).toBeNull()
    })
  })

  test('only transfers of the listed wallets are returned, a self-transfer once', async () => {
    const ask = asking(await filledOnce())
    const wallet = walletOf(0)
    const { result } = await ask('erc20Transfers', { wallet_addresses: [wallet] })
    const expected = newestFirst(rows.erc20Transfers.filter((row) => takesPart(row, wallet)))
    expect(result.map(({ transaction_hash, log_index }) => `${transaction_hash}/${log_index}`)).toEqual(
      expected.slice(0, 100).map((row) => `${toHex(row.transaction_hash)}/${row.log_index}`),
    )
    expect(result.some(({ from_wallet, to_wallet }) => from_wallet === to_wallet)).toBe(true)
  })
})
