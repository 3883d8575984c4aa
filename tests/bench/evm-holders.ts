/*
 * Pages of 100 holders of one token, as the service answers them in this process, against the bare SQL of the same pages:
 * the first page, the next, and one from the middle of the list. The transfers go through the writer, which keeps the balances;
 * holders are drawn by zipf. Figures are p50 / p99 in milliseconds.
 *
 *   node tests/bench/evm-holders.ts [million transfers] [SQLite | PostgreSQL]
 */

import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseInput } from '#lib/api/parse-input.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { addTokenRows } from '#lib/evm/chain/write/add-token-rows.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { heldBalances } from '#lib/evm/token/kept-token.ts'
import { openStore } from '#lib/store/open.ts'
import { migrate } from '#lib/store/store.ts'
import { coverageAtHand, evmServices } from '#tests/evm/query/evm-services.ts'
import { createDatabase, startPostgres } from '#tests/support/postgres.ts'
import { seeded } from '#tests/support/seeded.ts'
import { zipf } from './support/zipf.ts'

const [millions = '10', onlyDatabase] = process.argv.slice(2)
const transferCount = Number(millions) * 1e6
const rowsPerBatch = 20_000
const rowsPerBlock = 200
const chain = 1
const pageSize = 100
const asks = 1_000
const warmUpAsks = 100

const addressOf = (text: string): Uint8Array => createHash('sha256').update(text).digest().subarray(0, 20)
const token = addressOf('token')
const zero = new Uint8Array(20)
const random = seeded(7)
const holderCount = Math.max(1_000, transferCount / 5)
const pick = zipf(holderCount, random)

const transferAt = (index: number) => {
  const from = index < holderCount ? zero : addressOf(`holder ${pick()}`)
  return {
    chain,
    block_number: 1 + Math.floor(index / rowsPerBlock),
    log_index: index % rowsPerBlock,
    transaction_index: index % rowsPerBlock,
    token_address: token,
    from_address: from,
    to_address: addressOf(`holder ${index < holderCount ? index : pick()}`),
    transaction_hash: createHash('sha256').update(`transaction ${index}`).digest(),
    value: String(BigInt(1 + Math.floor(random() * 1e6)) * (index < holderCount ? 10n ** 18n : 10n ** 12n)),
  }
}

const percentiles = (times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)
  return `${at(0.5)} / ${at(0.99)}`
}

const timesOf = async (act: (turn: number) => Promise<unknown>): Promise<string> => {
  const times: number[] = []
  for (let turn = 0; turn < asks + warmUpAsks; turn++) {
    const startedAt = performance.now()
    await act(turn)
    if (turn >= warmUpAsks) times.push(performance.now() - startedAt)
  }
  return percentiles(times)
}

const measure = async (database: string, url: string) => {
  const store = await openStore<EvmTables>(url)
  await migrate(store, evmMigrations)
  const startedAt = performance.now()
  for (let from = 0; from < transferCount; from += rowsPerBatch) {
    const erc20Transfers = Array.from({ length: Math.min(rowsPerBatch, transferCount - from) }, (_, offset) =>
      transferAt(from + offset),
    )
    const contracts = new Map([[toHex(token), { kind: 'ERC20' as const, note: null }]])
    const rows = { nftTransfers: [], erc20Transfers, erc20Approvals: [], contracts }
    await store.db
      .transaction()
      .execute((transaction) => addTokenRows(store, transaction, chain, { rows, counting: { keepsNew: true } }))
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const row = await store.db.selectFrom('evm_erc20_tokens').selectAll().executeTakeFirstOrThrow()

  const { evmTokenHolders } = evmServices(store, { coverage: coverageAtHand }).explorer
  const page = (cursor?: string) =>
    evmTokenHolders(parseInput(evmExplorerApi.evmTokenHolders, { address: toHex(token), limit: pageSize, cursor }))
  const bare = (after?: { holder: Uint8Array; balance: Uint8Array }) =>
    heldBalances(store.db, chain, toHex(token), { limit: pageSize + 1, ...(after && { after }) })
  // Cursors from all over the list: each page starts where the last one of a long walk ended.
  const cursors: string[] = []
  const places: Parameters<typeof bare>[0][] = []
  for (let cursor: string | null | undefined, count = 0; cursor !== null && count < 2_000; count++) {
    const { cursor: next, result } = await page(cursor)
    const last = result.at(-1)
    if (next) cursors.push(next)
    if (last) {
      const { balance } = await store.db
        .selectFrom('evm_erc20_balances')
        .select('balance')
        .where('chain', '=', chain)
        .where('token_address', '=', token)
        .where('holder', '=', toBytes(last.address))
        .executeTakeFirstOrThrow()
      places.push({ balance, holder: toBytes(last.address) })
    }
    cursor = next
  }
  const figures = {
    database,
    transfers: Number(row.transfers),
    holders: Number(row.holders),
    'rows/s': Math.round(transferCount / seconds),
    'first page': await timesOf(() => page()),
    'bare first': await timesOf(() => bare()),
    'any page': await timesOf((turn) => page(cursors[turn % cursors.length])),
    'bare any': await timesOf((turn) => bare(places[turn % places.length])),
  }
  await store.close()
  return figures
}

const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
const postgres = await startPostgres()
const table = []
if (onlyDatabase !== 'PostgreSQL') table.push(await measure('SQLite', `sqlite:${join(folder, 'holders.db')}`))
if (onlyDatabase !== 'SQLite') table.push(await measure('PostgreSQL', await createDatabase(postgres.url)))
console.table(table)
await postgres.stop()
rmSync(folder, { recursive: true, force: true })
