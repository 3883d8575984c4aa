import { spawnSync } from 'node:child_process'
import { startPostgres } from '#tests/support/postgres.ts'
const pg = await startPostgres()
console.log(spawnSync(process.execPath, ['tests/bench/evm-wallet-transactions.ts', await pg.createDatabase(), '0.1'], { encoding: 'utf8' }))
await pg.stop()
