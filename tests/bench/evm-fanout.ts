/*
 * What `FANOUT_<CHAIN>` gives and takes on one server: pages of 100 of wallets' ERC20 and NFT transfers, read from the transfers and
 * from the lists by address in turn, p50 / p95; the transfers that a writer stores a second without and with the lists; and how fast
 * the lists of a stored index are built, without the rests of the worker.
 *
 *   node tests/bench/evm-fanout.ts [transfers, by default 1000000]
 */

import { parseInput } from '#lib/api/parse-input.ts'
import { toHex } from '#lib/base/bytes.ts'
import { keepFanout } from '#lib/evm/chain/fanout/keep-fanout.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { addTokenRows } from '#lib/evm/chain/write/add-token-rows.ts'
import { createEvmService } from '#lib/evm/family/service.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { createCursors } from '#lib/store/cursors.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate, type Store } from '#lib/store/store.ts'
import { seeded } from '#tests/support/seeded.ts'
import { blocksFor, fillTransfers } from './support/fill-transfers.ts'
import { startNewDatabases } from './support/new-databases.ts'
import { blockHash, chain, createTransferWorld, wallets } from './support/transfer-world.ts'
import { zipf } from './support/zipf.ts'

const transfers = Number(process.argv[2] ?? 1_000_000)
const pages = 400
const writtenBlocks = 100
const blocksAtOnce = 10

const serviceOf = (store: Store<EvmTables>, keepsSides: boolean) =>
  createEvmService({
    ...{ store, cursors: createCursors(new Uint8Array(32)), now: () => 1_700_000_000_000 },
    served: createServedChains([{ name: 'eth', keepsSides }]),
  })

/** Milliseconds of the same pages without and with the lists, one after the other. */
const readPages = async (store: Store<EvmTables>) => {
  const services = [serviceOf(store, false), serviceOf(store, true)]
  const pick = zipf(wallets.length, seeded(29))
  const ms: [number[], number[]] = [[], []]
  for (let page = 0; page < pages; page++) {
    const address = toHex(wallets[pick()] ?? new Uint8Array(20))
    const texts: string[] = []
    for (const [index, service] of page % 2 ? [...services.entries()] : [...services.entries()].toReversed()) {
      const startedAt = performance.now()
      const answer =
        page % 4 < 2
          ? await service.walletTokenTransfers(parseInput(evmApi.walletTokenTransfers, { address }))
          : await service.walletNftTransfers(parseInput(evmApi.walletNftTransfers, { address }))
      ms[index ? 1 : 0].push(performance.now() - startedAt)
      texts.push(JSON.stringify(answer))
    }
    if (texts[0] !== texts[1]) throw new Error(`the answers of ${address} differ`)
  }
  return ms
}

const share = (values: readonly number[], part: number): string =>
  (values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0).toFixed(2)
const percentiles = (values: readonly number[]): string => `${share(values, 0.5)} / ${share(values, 0.95)}`

/** Transfers a second that the writer stores in blocks from `first` on, and processor milliseconds of this process for each thousand. */
const write = async (store: Store<EvmTables>, first: number) => {
  const world = createTransferWorld()
  const blocks = Array.from({ length: writtenBlocks }, (_, index) => ({
    number: first + index,
    rows: world.block(first + index),
  }))
  let count = 0
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  for (let from = 0; from < blocks.length; from += blocksAtOnce)
    await store.db.transaction().execute(async (transaction) => {
      const part = blocks.slice(from, from + blocksAtOnce)
      await store.insertMany(
        transaction,
        'evm_headers',
        part.map(({ number }) => ({ chain, number, timestamp: 1_600_000_000 + 12 * number, hash: blockHash(number) })),
      )
      const nftTransfers = part.flatMap(({ rows }) => rows.nftTransfers)
      const erc20Transfers = part.flatMap(({ rows }) => rows.erc20Transfers)
      count += nftTransfers.length + erc20Transfers.length
      const rows = { nftTransfers, erc20Transfers, erc20Approvals: [], contracts: new Map() }
      await addTokenRows(store, transaction, chain, { rows })
    })
  const { user, system } = process.cpuUsage(cpuBefore)
  const perSecond = Math.round((1_000 * count) / (performance.now() - startedAt))
  return { perSecond, cpu: Math.round(user + system) / count }
}

const databases = await startNewDatabases()
const quiet = { info: () => {}, warn: console.error }
const table = []
for (const database of ['SQLite', 'PostgreSQL'] as const) {
  const store = await openStore<EvmTables>(await databases.newUrl[database]())
  await migrate(store, storeMigrations, evmMigrations)
  await fillTransfers(store, transfers)
  const first = blocksFor(transfers)
  // The first run warms up.
  await write(store, first)
  const without = await write(store, first + writtenBlocks)
  const clock = { now: () => performance.now(), wait: async () => {} }
  const startedAt = performance.now()
  await keepFanout(store, chain, true, quiet, new AbortController().signal, { clock })
  const built = Math.round((1_000 * transfers) / (performance.now() - startedAt))
  const withLists = await write(store, first + 2 * writtenBlocks)
  await readPages(store)
  const [plain, lists] = await readPages(store)
  table.push({
    database,
    'page, ms': percentiles(plain),
    'from lists': percentiles(lists),
    'written a second': without.perSecond,
    'with lists': withLists.perSecond,
    'CPU µs each': without.cpu.toFixed(0),
    'CPU with lists': withLists.cpu.toFixed(0),
    'built a second': built,
  })
  await store.close()
}
console.table(table)
await databases.stop()
