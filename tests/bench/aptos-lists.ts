/*
 * Pages of lists of Aptos, as the service answers them in this process, of random wallets, collections, creators, tokens and functions,
 * drawn as they occur (zipf: popular ones often). Figures are p50 / p99 in ms of 200 requests, each by the best of three rounds: the first
 * page, the next, a page deep inside, and the bare SQL of the first page on the same database.
 *
 *   node tests/bench/aptos-lists.ts [interface | collections | assets] [million rows] [sqlite | postgres | database URL]
 *
 * - `interface` (default): pages of 100 of the interface, over so many NFT activities.
 * - `collections`: pages of 25 of the list of collections, over so many NFTs in a hundredth as many collections.
 * - `assets`: pages of 25 of the lists of assets, of packages and of the transactions of a function, over so many activities of a hundredth
 *   as many assets. No node is called for the names of packages.
 *
 * By default one million in SQLite. `postgres` starts a server of its own. A database of a URL is filled once, kept, and only measured the
 * next time. Ten million take 10 GB in a temporary folder. The steps of query plans that read a table without an index are listed last.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { aptosMigrations } from '#lib/aptos/chain/migrations/migrations.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate, type Store } from '#lib/store/store.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { assetLists, collectionLists } from './support/aptos/explorer-lists.ts'
import { fillActivities } from './support/aptos/fill-activities.ts'
import { fillAssets, fillCollections } from './support/aptos/fill-lists.ts'
import { interfaceLists } from './support/aptos/interface-lists.ts'
import { type MeasuredList, measureList, unindexedReadsOf } from './support/aptos/measure-list.ts'

type Lists = (store: Store<AptosTables>, lastVersion: number) => MeasuredList[]
type Ledger = { fill: typeof fillActivities; lists: Lists; rows: string }

const interfaceLedger: Ledger = { fill: fillActivities, lists: interfaceLists, rows: 'NFT activities' }
const ledgers: Record<string, Ledger> = {
  interface: interfaceLedger,
  collections: { fill: fillCollections, lists: (_, last) => collectionLists(last), rows: 'NFTs' },
  assets: { fill: fillAssets, lists: (_, last) => assetLists(last), rows: 'activities of assets' },
}

const bench = async (url: string, millions: number, { fill, lists, rows }: Ledger): Promise<void> => {
  const store = await openStore<AptosTables>(url, { statementTimeoutMs: 600_000 })
  await migrate(store, storeMigrations, aptosMigrations)
  const filled = store.db.selectFrom('aptos_intervals').select('last_version')
  if (!(await filled.executeTakeFirst())) {
    const startedAt = performance.now()
    await fill(store, millions * 1e6)
    console.error(`filled in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
  }
  const { last_version } = await filled.executeTakeFirstOrThrow()
  const [table, unindexed]: [unknown[], string[]] = [[], []]
  for (const list of lists(store, last_version)) {
    const measured = await measureList(store, list)
    console.error(Object.values(measured).join(' | '))
    table.push(measured)
    for (const step of await unindexedReadsOf(store, list)) unindexed.push(`${list.name}: ${step}`)
  }
  console.log(`${store.dialect}: ${millions} million ${rows}`)
  console.table(table)
  console.log(`read without an index: ${unindexed.join('\n') || 'nothing'}`)
  console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`)
  await store.close()
}

const words = process.argv.slice(2)
const ledger = words.flatMap((word) => ledgers[word] ?? [])[0] ?? interfaceLedger
const millions = words.map(Number).find((size) => size > 0) ?? 1
const target = words.find((word) => !ledgers[word] && !(Number(word) > 0)) ?? 'sqlite'
const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
const server = target === 'postgres' ? await startPostgres() : undefined
const url = server ? await server.createDatabase() : target === 'sqlite' ? `sqlite:${join(folder, 'bench.db')}` : target
await bench(url, millions, ledger)
await server?.stop()
rmSync(folder, { recursive: true, force: true })
