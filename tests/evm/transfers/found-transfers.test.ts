import { CompiledQuery, createQueryId, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Erc20TransferRow, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { createKnownAddresses } from '#lib/evm/labels/known-addresses.ts'
import { type Price, usdScale } from '#lib/evm/prices/price.ts'
import { createPriceBook } from '#lib/evm/prices/price-book.ts'
import { candidatesMax } from '#lib/evm/query/planned-page.ts'
import { foundErc20TransfersQuery, foundNftTransfersQuery } from '#lib/evm/transfers/found-transfers.ts'
import type { Store } from '#lib/store/store.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { hashOf, walletOf } from '#tests/evm/query/random-chain.ts'
import {
  chainId,
  contractOf,
  insertBlocks,
  insertContract,
  insertTokenRows,
  newestFirst,
  queryContext,
  randomTokenRows,
  timestampAt,
} from '#tests/evm/query/token-rows-fixture.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { rememberStatements } from '#tests/support/remembered-statements.ts'
import { seeded } from '#tests/support/seeded.ts'
import { walkPages } from '#tests/support/walk-pages.ts'

const lists = ['evmErc20Transfers', 'evmNftTransfers'] as const
type List = (typeof lists)[number]
type Raw = Record<string, unknown>
type Row = Erc20TransferRow | NftTransferRow

const asking = (store: Store<EvmTables>, options: Parameters<typeof queryContext>[1] = {}) => {
  const context = queryContext(store, options)
  const services = {
    evmErc20Transfers: foundErc20TransfersQuery(context),
    evmNftTransfers: foundNftTransfersQuery(context),
  }
  return async (list: List, raw: Raw) => {
    const input = parseInput(evmExplorerApi[list], { chain: 'eth', ...raw })
    return evmExplorerApi[list].output.parse(await services[list](input as never))
  }
}

const spam = contractOf(2)
const excused = contractOf(3)
const [me, other] = [walletOf(0), walletOf(1)]
const amountOf = (row: Row): string => ('value' in row ? row.value : row.amount)

/** A list by the plainest reading of its rules: every row, looked at one by one. */
const naive = (rows: readonly Row[], raw: Raw): string[] =>
  newestFirst(
    rows.filter((row) => {
      const [from, to, token] = [toHex(row.from_address), toHex(row.to_address), toHex(row.token_address)] as const
      const among = (name: string, address: string) => {
        const given = raw[name]
        return Array.isArray(given) && given.includes(address)
      }
      const [wallet = ''] = Array.isArray(raw.wallet_addresses) ? raw.wallet_addresses : []
      const pair = [from, to]
      return (
        (raw.wallet_addresses === undefined || pair.some((side) => among('wallet_addresses', side))) &&
        !pair.some((side) => among('exclude_wallets', side)) &&
        (raw.contract_addresses === undefined || among('contract_addresses', token)) &&
        !among('exclude_contracts', token) &&
        (raw.direction !== 'in' || to === wallet) &&
        (raw.direction !== 'out' || from === wallet) &&
        (raw.counterparty === undefined ||
          [`${from} ${to}`, `${to} ${from}`].includes(`${wallet} ${raw.counterparty}`)) &&
        (raw.min_amount === undefined || BigInt(amountOf(row)) >= BigInt(Number(raw.min_amount) * 1e6)) &&
        (raw.token_id === undefined || ('token_id' in row && row.token_id === raw.token_id)) &&
        (raw.hide_spam !== true || (amountOf(row) !== '0' && token !== spam)) &&
        (raw.from_date === undefined || timestampAt(row.block_number) * 1_000 >= Date.parse(String(raw.from_date))) &&
        row.block_number <= Number(raw.to_block ?? Number.MAX_SAFE_INTEGER)
      )
    }),
  ).map(({ block_number, log_index }) => `${block_number}/${log_index}`)

describe.each(dialects)('transfers found by filters on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const rows = randomTokenRows(0, 80, seeded(3), { wallets: 4, contracts: 4 })
  const moved = {
    evmErc20Transfers: rows.erc20Transfers.map((row, index) => (index % 5 === 0 ? { ...row, value: '0' } : row)),
    evmNftTransfers: rows.nftTransfers.map((row, index) => (index % 7 === 0 ? { ...row, amount: '0' } : row)),
  }
  const known = createKnownAddresses({ verified: [{ chain: chainId, address: excused, text: '' }] })
  const filled = async () => {
    const store = await createStore()
    await insertTokenRows(store, { erc20Transfers: moved.evmErc20Transfers, nftTransfers: moved.evmNftTransfers })
    await insertBlocks(store, 0, 80)
    await insertContract(store, contractOf(0), { kind: 'ERC20', name: 'Token', symbol: 'TKN', decimals: 6 })
    const rating = { chain: chainId, score: 80, reasons: '[]', rated_at: 0, due_at: null }
    for (const address of [spam, excused])
      await store.db
        .insertInto('evm_ratings')
        .values({ ...rating, address: toBytes(address) })
        .execute()
    return store
  }
  let shared: ReturnType<typeof filled> | undefined
  const filledOnce = () => {
    shared ??= filled()
    return shared
  }

  const cases: Raw[] = [
    { wallet_addresses: [me], direction: 'in' },
    { wallet_addresses: [me], direction: 'out' },
    { wallet_addresses: [me], counterparty: other },
    { wallet_addresses: [me], counterparty: me },
    { wallet_addresses: [me], direction: 'in', counterparty: other },
    { wallet_addresses: [me], direction: 'out', counterparty: other, exclude_contracts: [contractOf(1)] },
    { wallet_addresses: [me], direction: 'in', contract_addresses: [contractOf(0), contractOf(1)] },
    { wallet_addresses: [me, other], exclude_wallets: [walletOf(2)] },
    { wallet_addresses: [me], hide_spam: true },
    { hide_spam: true, to_block: 60 },
    { contract_addresses: [spam, excused], hide_spam: true },
    { wallet_addresses: [me], from_date: new Date(timestampAt(30) * 1_000).toISOString(), to_block: 70 },
    { from_block: 50, to_block: 40 },
  ]
  const erc20Cases: Raw[] = [
    { contract_addresses: [contractOf(0)], min_amount: '500' },
    { contract_addresses: [contractOf(0)], wallet_addresses: [me], min_amount: '250.5', hide_spam: true },
  ]
  const nftCases: Raw[] = [
    { contract_addresses: [contractOf(0)], token_id: '5' },
    { contract_addresses: [contractOf(0)], token_id: '5', wallet_addresses: [me] },
  ]

  test.each(lists)('%s: pages add up to the rows that pass, and say how far they were searched', async (list) => {
    const ask = asking(await filledOnce(), { known })
    for (const raw of [...cases, ...(list === 'evmErc20Transfers' ? erc20Cases : nftCases)]) {
      const pages = await walkPages((cursor) => ask(list, { ...raw, limit: 7, cursor }))
      const found = pages.flatMap(({ result }) =>
        result.map(({ block_number, log_index }) => `${block_number}/${log_index}`),
      )
      const expected = raw.from_block === 50 ? [] : naive(moved[list], raw)
      expect(found, JSON.stringify(raw)).toEqual(expected)
      if (raw.from_block === 50) continue
      expect(found.length, JSON.stringify(raw)).toBeGreaterThan(0)
      const steps = pages.map(({ searched_to_block }) => Number(searched_to_block))
      expect(steps).toEqual(steps.toSorted((a, b) => b - a))
      expect(steps.at(-1)).toBe(raw.from_date === undefined ? 0 : 30)
    }
  })

  test('a filter that depends on another one is refused by name, with what it needs', async () => {
    const ask = asking(await filledOnce())
    const refusals: [List, Raw, string][] = [
      [
        'evmErc20Transfers',
        { direction: 'in' },
        'direction requires one wallet: exactly one address in wallet_addresses',
      ],
      ['evmNftTransfers', { counterparty: me, wallet_addresses: [me, other] }, 'counterparty requires one wallet'],
      [
        'evmErc20Transfers',
        { min_amount: '1' },
        'min_amount requires one token: exactly one address in contract_addresses',
      ],
      ['evmErc20Transfers', { min_amount: '1', contract_addresses: [contractOf(1)] }, 'decimals are known'],
      [
        'evmErc20Transfers',
        { min_amount: '0.0000001', contract_addresses: [contractOf(0)] },
        'has more decimal places',
      ],
      ['evmErc20Transfers', { min_amount: 'oops' }, 'min_amount is not a decimal number'],
      ['evmNftTransfers', { token_id: '1' }, 'token_id requires one token'],
    ]
    for (const [list, raw, message] of refusals)
      await expect(ask(list, raw), message).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining(message),
      })
  })

  test('dust is what is worth less than a cent, unless the wallet sent it', async () => {
    const price: Price = {
      ...{ usd: usdScale / 50_000n, method: 'chainlink', source: '0x01', pair: 'TKN / USD', quote: null },
      ...{ depthUsd: null, ageSeconds: 0, windowSeconds: null, block: 80, timestamp: 1_700_000_000 },
    }
    const ground = Promise.resolve({ feeds: new Map([[contractOf(0), price]]), native: undefined, quotes: [] })
    const prices = createPriceBook(() => ({}) as never)
    prices.epochs.set(chainId, { startedAt: 1_700_000_000_000, ground: ground as never, prices: new Map() })
    const ask = asking(await filledOnce(), { prices })
    const asked = { wallet_addresses: [me], contract_addresses: [contractOf(0)] }
    const all = naive(moved.evmErc20Transfers, { ...asked, hide_spam: true })
    // 500 tokens are a cent.
    const large = naive(moved.evmErc20Transfers, { ...asked, min_amount: '500' })
    const sent = naive(moved.evmErc20Transfers, { ...asked, direction: 'out', hide_spam: true })
    const expected = all.filter((place) => large.includes(place) || sent.includes(place))
    const pages = await walkPages((cursor) => ask('evmErc20Transfers', { ...asked, hide_spam: true, limit: 3, cursor }))
    const found = pages.flatMap(({ result }) =>
      result.map(({ block_number, log_index }) => `${block_number}/${log_index}`),
    )
    expect(found).toEqual(expected)
    expect(found.length).toBeLessThan(all.length)
    expect(found.length).toBeGreaterThan(large.length)
  })

  test('a request examines a bounded number of rows, from indexes, however few pass', async () => {
    const store = await createStore()
    const last = 3 * candidatesMax - 1
    const erc20Transfers = Array.from({ length: last }, (_, number) => ({
      ...{ chain: chainId, block_number: number, log_index: 0, transaction_index: 0, value: String(number % 2) },
      token_address: toBytes(contractOf(number % 3)),
      from_address: toBytes(number === 5 ? other : walletOf(3)),
      to_address: toBytes(me),
      transaction_hash: toBytes(hashOf('transaction', number)),
    }))
    const others = [1, 2, 3, 4].flatMap((log_index) =>
      erc20Transfers.map((row, number) => ({ ...row, log_index, to_address: toBytes(walletOf(4 + (number % 50))) })),
    )
    await insertTokenRows(store, { erc20Transfers: [...erc20Transfers, ...others] })
    await insertBlocks(store, 0, last)
    await sql`analyze evm_erc20_transfers`.execute(store.db)
    const { statements, remember } = rememberStatements()
    const ask = asking({ ...store, db: store.db.withPlugin(remember) })
    const asked = { wallet_addresses: [me], direction: 'in', hide_spam: true, exclude_wallets: [walletOf(3)] }
    const pages = await walkPages((cursor) => ask('evmErc20Transfers', { ...asked, cursor }))
    expect(pages.map(({ result }) => result.length)).toEqual([0, 0, 1])
    expect(pages.map(({ searched_to_block }) => Number(searched_to_block))).toEqual([
      last - candidatesMax,
      last - 2 * candidatesMax,
      0,
    ])
    const executor = store.db.getExecutor()
    const plans = await Promise.all(
      statements.map(async (statement) => {
        const { sql: text, parameters } = executor.compileQuery(statement, createQueryId())
        const verb = dialect === 'postgres' ? 'explain' : 'explain query plan'
        return JSON.stringify((await store.db.executeQuery(CompiledQuery.raw(`${verb} ${text}`, [...parameters]))).rows)
      }),
    )
    const read = plans.filter((plan) => plan.includes('evm_erc20_transfers'))
    expect(read.length).toBeGreaterThan(4)
    for (const plan of read) {
      expect(plan).toMatch(/evm_erc20_transfers_by_(receiver|sender)/)
      expect(plan).not.toMatch(/Seq Scan on (evm_erc20_transfers|evm_ratings)|SCAN (t|evm_erc20_transfers|r)\b/)
    }
  })
})
