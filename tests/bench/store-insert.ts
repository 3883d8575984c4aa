import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#lib/store/open.ts'
import { type MigrationSet, migrate, type Store } from '#lib/store/store.ts'
import { startPostgres } from '#tests/support/postgres.ts'

/*
 * How fast rows of 12 columns (a token transfer) are inserted, in transactions of 10,000: without indexes, and with the
 * three of a transfer table. `node tests/bench/store-insert.ts [rows]`
 */

type Tables = { transfer: Record<string, unknown> }

const rowCount = Number(process.argv[2] ?? 200_000)
const rowsPerTransaction = 10_000

const transfers = (withIndexes: boolean): MigrationSet => ({
  name: 'bench',
  migrations: ({ integer, flag, bytes, text }) => ({
    '001-transfer': {
      up: async (db) => {
        const table = db.schema.createTable('transfer')
        await table
          .addColumn('block_number', integer, (column) => column.notNull())
          .addColumn('log_index', integer, (column) => column.notNull())
          .addColumn('timestamp', integer, (column) => column.notNull())
          .addColumn('kind', flag, (column) => column.notNull())
          .addColumn('token', bytes, (column) => column.notNull())
          .addColumn('sender', bytes, (column) => column.notNull())
          .addColumn('receiver', bytes, (column) => column.notNull())
          .addColumn('transaction_hash', bytes, (column) => column.notNull())
          .addColumn('token_id', text)
          .addColumn('amount', text, (column) => column.notNull())
          .addColumn('operator', bytes)
          .addColumn('spam', flag, (column) => column.notNull())
          .execute()
        if (!withIndexes) return
        for (const column of ['token', 'sender', 'receiver']) {
          const index = db.schema.createIndex(`by_${column}`).on('transfer')
          await index.columns([column, 'block_number', 'log_index']).execute()
        }
      },
    },
  }),
})

const wallets = Array.from({ length: 20_000 }, () => new Uint8Array(randomBytes(20)))
const wallet = (): Uint8Array => wallets[Math.floor(Math.random() * wallets.length)] ?? new Uint8Array(20)

const rows = Array.from({ length: rowCount }, (_, at) => ({
  block_number: 18_000_000 + Math.floor(at / 50),
  log_index: at % 50,
  timestamp: 1_700_000_000 + Math.floor(at / 50) * 12,
  kind: at % 3,
  token: wallet(),
  sender: wallet(),
  receiver: wallet(),
  transaction_hash: new Uint8Array(randomBytes(32)),
  token_id: at % 3 ? null : `${at}`,
  amount: `${BigInt(at) * 10n ** 18n}`,
  operator: at % 2 ? wallet() : null,
  spam: 0,
}))

const measure = async (database: string, withIndexes: boolean, store: Store<Tables>) => {
  await migrate(store, transfers(withIndexes))
  const startedAt = performance.now()
  for (let from = 0; from < rows.length; from += rowsPerTransaction) {
    await store.db
      .transaction()
      .execute((transaction) => store.insertMany(transaction, 'transfer', rows.slice(from, from + rowsPerTransaction)))
  }
  const seconds = (performance.now() - startedAt) / 1_000
  await store.close()
  const rowsPerSecond = Math.round(rowCount / seconds)
  return {
    database,
    indexes: withIndexes ? 3 : 0,
    rows: rowCount,
    'rows/s': rowsPerSecond,
    'values/s': rowsPerSecond * 12,
  }
}

const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
const server = await startPostgres()
const results = []
for (const withIndexes of [false, true]) {
  const file = `sqlite:${join(folder, `${withIndexes}.db`)}`
  results.push(await measure('SQLite', withIndexes, await openStore<Tables>(file)))
  results.push(await measure('PostgreSQL', withIndexes, await openStore<Tables>(await server.createDatabase())))
}
await server.stop()
rmSync(folder, { recursive: true, force: true })
console.table(results)
