/*
 * Pages of 100 of every list over transfers, as the service answers them in this process, against the bare SQL of the same
 * pages on the same database: the first page and the next of random wallets, contracts and blocks, drawn as they occur
 * (zipf: popular ones often). Half of the transfers are ERC20, half NFTs. Figures are p50 / p99 of the requests, each by the
 * best of three rounds over all of them: what other work on the machine adds falls away.
 *
 *   node tests/bench/evm-lists.ts [million transfers …] [sqlite | postgres | database URL]
 *
 * By default 1 and 10 million in SQLite. `postgres` starts a server of its own. A database of a URL is filled once, kept,
 * and only measured the next time.
 */

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Input, Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmService } from '#lib/evm/family/service.ts'
import { type EvmApi, evmApi } from '#lib/evm/interface-api.ts'
import { createCursors } from '#lib/store/cursors.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate, type Store } from '#lib/store/store.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { seeded } from '#tests/support/seeded.ts'
import * as bare from './support/bare-lists.ts'
import { blocksFor, fillTransfers } from './support/fill-transfers.ts'
import { coins, collections, wallets } from './support/transfer-world.ts'
import { zipf } from './support/zipf.ts'

const asksPerList = 400
/** As many as the interface takes. */
const walletsAtOnce = 100
const warmUpAsks = 50
const rounds = 3

type Page = { cursor: string | null; result: readonly unknown[] }
type Row = Record<string, unknown>
type Ask = {
  service: (cursor: string | undefined) => Promise<Page>
  bare: (before: bare.Before) => Promise<Row[]>
}
type List = { name: string; key: readonly string[]; ask: () => Ask }

const nftKey = ['block_number', 'log_index', 'batch_index']
const coinKey = ['block_number', 'log_index']
const changedKey = ['changed_block', 'changed_log', 'changed_batch']
const zero = new Uint8Array(20)

const listsOf = (store: Store<EvmTables>, blocks: number): List[] => {
  const { db } = store
  const served = createServedChains([{ name: 'eth' }])
  const evm: Partial<Service<EvmApi>> = createEvmService({ store, served, cursors: createCursors(new Uint8Array(32)) })
  const random = seeded(23)
  const pick = (from: readonly Uint8Array[]): (() => Uint8Array) => {
    const rank = zipf(from.length, random)
    return () => from[rank()] ?? zero
  }
  const [wallet, coin, collection] = [pick(wallets), pick(coins), pick(collections)]
  const anyBlock = (): number => Math.floor(random() * blocks)

  const list = <Name extends keyof EvmApi>(
    endpoint: Name,
    note: string,
    key: readonly string[],
    make: () => { input: Record<string, unknown>; bare: Ask['bare'] },
  ): List[] => {
    const answer: ((input: Input<EvmApi[Name]>) => Promise<unknown>) | undefined = evm[endpoint]
    if (!answer) {
      console.error(`the service has no ${endpoint} yet`)
      return []
    }
    const ask = (): Ask => {
      const made = make()
      const parse = (cursor: string | undefined) => evmApi[endpoint].input.parse({ ...made.input, cursor })
      return {
        service: async (cursor) => (await answer(parse(cursor) as Input<EvmApi[Name]>)) as Page,
        bare: made.bare,
      }
    }
    return [{ name: note ? `${endpoint}, ${note}` : endpoint, key, ask }]
  }
  const coinList = (
    name: 'erc20Transfers' | 'erc20Approvals' | 'erc20Burns',
    note: string,
    make: () => { input: Record<string, unknown>; filter: bare.CoinFilter },
  ) =>
    list(name, note, coinKey, () => {
      const { input, filter } = make()
      const table = name === 'erc20Approvals' ? 'evm_erc20_approvals' : 'evm_erc20_transfers'
      const top = anyBlock()
      const read: Ask['bare'] = (before) => bare.bareErc20(db, table, filter, before ?? [top + 1, 0])
      return { input: { ...input, to_block: top }, bare: read }
    })
  const sides = ['from_address', 'to_address'] as const
  const burned = { columns: ['to_address'], addresses: [zero] } as const
  const ofWallet = () => {
    const address = wallet()
    return { input: { wallet_addresses: [toHex(address)] }, filter: { columns: sides, addresses: [address] } }
  }
  const ofWallets = () => {
    const addresses = Array.from({ length: walletsAtOnce }, wallet)
    return { input: { wallet_addresses: addresses.map(toHex) }, filter: { columns: sides, addresses } }
  }
  const ofBoth = () => {
    const [address, also] = [wallet(), coin()]
    const input = { wallet_addresses: [toHex(address)], contract_addresses: [toHex(also)] }
    return { input, filter: { columns: sides, addresses: [address], also } }
  }
  const ofCoin = () => {
    const address = coin()
    const filter: bare.CoinFilter = { columns: ['token_address'], addresses: [address] }
    return { input: { contract_addresses: [toHex(address)] }, filter }
  }
  const burnedCoin = () => {
    const also = coin()
    return { input: { contract_addresses: [toHex(also)] }, filter: { ...burned, also } }
  }

  return [
    ...list('walletNftTransfers', '', nftKey, () => {
      const address = wallet()
      const top = anyBlock()
      return {
        input: { address: toHex(address), to_block: top },
        bare: (before) => bare.bareWalletNftTransfers(db, address, before ?? [top + 1, 0, 0]),
      }
    }),
    ...list('blockNftTransfers', '', nftKey, () => {
      const block = anyBlock()
      return {
        input: { block_number_or_hash: String(block) },
        bare: (before) => bare.bareBlockNftTransfers(db, block, before),
      }
    }),
    ...list('contractNfts', '', ['token_hash'], () => {
      const address = collection()
      return { input: { address: toHex(address) }, bare: (before) => bare.bareContractNfts(db, address, before) }
    }),
    ...list('contractNftOwners', '', changedKey, () => {
      const address = collection()
      const read: Ask['bare'] = (before) => bare.bareOwners(db, 'token_address', address, before)
      return { input: { address: toHex(address) }, bare: read }
    }),
    ...list('walletNfts', '', changedKey, () => {
      const address = wallet()
      const read: Ask['bare'] = (before) => bare.bareOwners(db, 'owner', address, before)
      return { input: { address: toHex(address) }, bare: read }
    }),
    ...coinList('erc20Transfers', 'of all', () => ({ input: {}, filter: { columns: [], addresses: [] } })),
    ...coinList('erc20Transfers', 'of a contract', ofCoin),
    ...coinList('erc20Transfers', 'of a wallet', ofWallet),
    ...coinList('erc20Transfers', 'of 100 wallets', ofWallets),
    ...coinList('erc20Transfers', 'of both', ofBoth),
    ...coinList('erc20Approvals', 'of a wallet', ofWallet),
    ...coinList('erc20Burns', 'of all', () => ({ input: {}, filter: burned })),
    ...coinList('erc20Burns', 'of a contract', burnedCoin),
  ]
}

/** p50 / p99. */
const percentiles = (times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)
  return `${at(0.5)} / ${at(0.99)}`
}

/** Milliseconds of each request, by its number: in the first round, and in the best. */
const newTimes = () => ({ first: new Map<number, number>(), best: new Map<number, number>() })

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const measure = async ({ name, key, ask }: List) => {
  const asks = Array.from({ length: asksPerList + warmUpAsks }, ask)
  const times = { service: newTimes(), serviceNext: newTimes(), bare: newTimes(), bareNext: newTimes() }
  let rows = 0
  const timed = async <Result>(into: keyof typeof times, turn: number, act: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now()
    const result = await act()
    const ms = performance.now() - startedAt
    if (turn < warmUpAsks) return result
    const { first, best } = times[into]
    if (!first.has(turn)) first.set(turn, ms)
    best.set(turn, Math.min(ms, best.get(turn) ?? ms))
    return result
  }
  const cpuBefore = cpuMs()
  let pages = 0
  for (let round = 0; round < rounds; round++) {
    for (const [turn, one] of asks.entries()) {
      const { cursor, result } = await timed('service', turn, () => one.service(undefined))
      if (cursor) await timed('serviceNext', turn, () => one.service(cursor))
      rows += result.length
      pages += cursor ? 2 : 1
    }
  }
  const pageCpuMs = (cpuMs() - cpuBefore) / pages
  for (let round = 0; round < rounds; round++) {
    for (const [turn, one] of asks.entries()) {
      const page = await timed('bare', turn, () => one.bare(undefined))
      const last = page.length > 100 ? page[99] : undefined
      if (last) await timed('bareNext', turn, () => one.bare(key.map((column) => last[column] as number)))
    }
  }
  const figures = (of: keyof typeof times, which: 'first' | 'best' = 'best') =>
    percentiles([...times[of][which].values()])
  return {
    list: name,
    'page 1 ms': figures('service'),
    'bare SQL ms': figures('bare'),
    'next page ms': figures('serviceNext'),
    'bare SQL of it ms': figures('bareNext'),
    'page 1, first round': figures('service', 'first'),
    'mean CPU ms': Number(pageCpuMs.toFixed(2)),
    'rows of page 1': Math.round(rows / asks.length / rounds),
    'next pages': times.serviceNext.best.size,
  }
}

const bytesOf = async (store: Store<EvmTables>, url: string): Promise<number> => {
  if (store.dialect === 'sqlite') return statSync(url.slice('sqlite:'.length)).size
  const size = sql<{ size: string }>`select pg_database_size(current_database()) as size`
  return Number((await size.execute(store.db)).rows[0]?.size)
}

const bench = async (url: string, millions: number): Promise<void> => {
  const store = await openStore<EvmTables>(url, { statementTimeoutMs: 600_000 })
  await migrate(store, storeMigrations, evmMigrations)
  const filled = await store.db.selectFrom('evm_intervals').select('last_block').executeTakeFirst()
  if (!filled) {
    const startedAt = performance.now()
    await fillTransfers(store, millions * 1e6)
    console.error(`filled in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
  }
  const blocks = filled ? filled.last_block + 1 : blocksFor(millions * 1e6)
  const counted = await sql<{ transfers: number }>`select (select count(*) from evm_nft_transfers) +
    (select count(*) from evm_erc20_transfers) as transfers`.execute(store.db)
  const transfers = Number(counted.rows[0]?.transfers)
  const bytes = await bytesOf(store, url)
  console.log(
    `${store.dialect}: ${transfers} transfers, ${(bytes / 1e9).toFixed(2)} GB, ${Math.round(bytes / transfers)} bytes a transfer`,
  )
  const table = []
  for (const list of listsOf(store, blocks)) table.push(await measure(list))
  console.table(table)
  console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`)
  const megabytes = Math.round(process.memoryUsage().rss / 1e6)
  console.log(`this process has ${megabytes} MB resident (with what filling left)`)
  await store.close()
}

const words = process.argv.slice(2)
const sizes = words.map(Number).filter((size) => size > 0)
const target = words.find((word) => !(Number(word) > 0)) ?? 'sqlite'
const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
const server = target === 'postgres' ? await startPostgres() : undefined
for (const millions of sizes.length ? sizes : [1, 10]) {
  const file = join(folder, `${millions}.db`)
  const url = server ? await server.createDatabase() : target === 'sqlite' ? `sqlite:${file}` : target
  await bench(url, millions)
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
}
await server?.stop()
rmSync(folder, { recursive: true, force: true })
