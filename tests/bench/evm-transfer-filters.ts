/*
 * The filters of `/evm/erc20-transfers` and `/evm/nft-transfers`, as the service answers them in this process: the first page of 25 and
 * the next, p50 / p99 of 200 requests, each by the best of three rounds. Wallets and tokens are drawn as they occur (zipf: popular ones
 * often). Half of the transfers are ERC20, half NFTs. A page with few rows is a bounded search, which says how far it looked.
 *
 *   node tests/bench/evm-transfer-filters.ts [million transfers] [sqlite | postgres | database URL]
 *
 * By default 10 million in SQLite. `postgres` starts a server of its own. A database of a URL is filled once, kept, and only measured
 * the next time.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { toHex } from '#lib/base/bytes.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate } from '#lib/store/store.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { seeded } from '#tests/support/seeded.ts'
import { blocksFor, fillTransfers } from './support/fill-transfers.ts'
import { type ExplorerQuestion, type ListName, measureExplorerList } from './support/measure-explorer-list.ts'
import { coins, collections, eventsPerBlock, wallets } from './support/transfer-world.ts'
import { zipf } from './support/zipf.ts'

const questionsOf = (blocks: number): ExplorerQuestion[] => {
  const random = seeded(40)
  const pick = (from: readonly Uint8Array[]): (() => string) => {
    const rank = zipf(from.length, random)
    return () => toHex(from[rank()] ?? new Uint8Array(20))
  }
  const [wallet, coin, collection] = [pick(wallets), pick(coins), pick(collections)]
  const ofList = (list: ListName, token: () => string): ExplorerQuestion[] => {
    const question = (name: string, raw: () => Record<string, unknown> = () => ({})): ExplorerQuestion => ({
      name: `${list}, ${name}`,
      list,
      raw: () => ({ to_block: Math.floor(random() * blocks), ...raw() }),
    })
    const ofWallet = (name: string, raw: () => Record<string, unknown> = () => ({})) =>
      question(`of a wallet${name}`, () => ({ wallet_addresses: wallet(), ...raw() }))
    return [
      question('all'),
      question('all, no spam', () => ({ hide_spam: true })),
      question('of a token', () => ({ contract_addresses: token() })),
      ofWallet(''),
      ofWallet(', in', () => ({ direction: 'in' })),
      ofWallet(', out', () => ({ direction: 'out' })),
      ofWallet(' with another', () => ({ counterparty: wallet() })),
      ofWallet(' and a token', () => ({ contract_addresses: token() })),
      ofWallet(', in, a token, no spam', () => ({ direction: 'in', contract_addresses: token(), hide_spam: true })),
      ofWallet(', no spam', () => ({ hide_spam: true })),
    ]
  }
  return [
    ...ofList('evmErc20Transfers', coin),
    {
      name: 'evmErc20Transfers, of a token, at least 0.5',
      list: 'evmErc20Transfers',
      raw: () => ({ contract_addresses: coin(), min_amount: '0.5' }),
    },
    {
      name: 'evmErc20Transfers, of a token, at least what nobody sent',
      list: 'evmErc20Transfers',
      raw: () => ({ contract_addresses: coin(), min_amount: '1000000000000000' }),
    },
    ...ofList('evmNftTransfers', collection),
  ]
}

const words = process.argv.slice(2)
const millions = words.map(Number).find((size) => size > 0) ?? 10
const target = words.find((word) => !(Number(word) > 0)) ?? 'sqlite'
const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
const server = target === 'postgres' ? await startPostgres() : undefined
const url = server ? await server.createDatabase() : target === 'sqlite' ? `sqlite:${join(folder, 'bench.db')}` : target
const store = await openStore<EvmTables>(url, { statementTimeoutMs: 600_000 })
await migrate(store, storeMigrations, evmMigrations)
const filled = await store.db.selectFrom('evm_intervals').select('last_block').executeTakeFirst()
if (!filled) await fillTransfers(store, millions * 1e6)
const blocks = filled ? filled.last_block + 1 : blocksFor(millions * 1e6)
const table = []
for (const question of questionsOf(blocks)) {
  const measured = await measureExplorerList(store, question)
  console.error(Object.values(measured).join(' | '))
  table.push(measured)
}
console.log(`${store.dialect}, ${blocks * eventsPerBlock} transfers`)
console.table(table)
console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`)
await store.close()
await server?.stop()
rmSync(folder, { recursive: true, force: true })
