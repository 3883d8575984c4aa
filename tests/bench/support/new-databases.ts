import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '#tests/support/postgres.ts'

/** Empty databases of both kinds for a bench, by URL; `stop` removes them all. */
export const startNewDatabases = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
  const postgres = await startPostgres()
  let files = 0
  return {
    newUrl: {
      SQLite: async () => `sqlite:${join(folder, `${++files}.db`)}`,
      PostgreSQL: () => createDatabase(postgres.url),
    },
    stop: async () => {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
