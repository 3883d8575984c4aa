/*
 * Makes the databases of old-versions.ts again: `node tests/evm/chain/upgrade/make-databases.ts`. Each version is checked out into
 * a temporary worktree that shares this one's packages, and its own code migrates an empty database and appends the chain.
 * Needs the whole history of the repository.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { tokenBlocks } from '#tests/evm/chain/token-blocks.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { seeded } from '#tests/support/seeded.ts'
import { dumpPostgres } from './dump-postgres.ts'
import { chainFile, chainId, chainText, databaseFile, oldVersions, readCompressed } from './old-versions.ts'

const compress = (data: Uint8Array | string): Buffer =>
  brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 } })

/** Runs in a worktree of an old version, whose modules it imports. */
const oldWriter = `
import { readFileSync } from 'node:fs'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import { migrate } from '#lib/store/migrate.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
const [url, chainFile] = process.argv.slice(2)
const blocks = JSON.parse(readFileSync(chainFile, 'utf8'), (_, value) =>
  typeof value === 'string' && /^\\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value)
const store = await openStore(url)
await migrate(store, storeMigrations, evmMigrations)
const index = createEvmIndex(store, ${chainId}, { from: blocks[0].number })
for (let at = 0; at < blocks.length; at += 7)
  await index.append(blocks.slice(at, at + 7), { latest: blocks.at(-1).number, finalized: blocks.at(-1).number - 5 })
await store.close()
`

const root = execFileSync('git', ['rev-parse', '--show-toplevel'], { encoding: 'utf8' }).trim()
const folder = mkdtempSync(join(tmpdir(), 'spyglass-upgrade-'))
const postgres = await startPostgres()
try {
  if (!existsSync(chainFile)) {
    const blocks = tokenBlocks(24, { first: 100 }, seeded(14), {
      firstTimestamp: 1_699_999_900,
      transactionsPerBlockMax: 4,
    })
    writeFileSync(chainFile, compress(chainText(blocks)))
  }
  const chainPath = join(folder, 'chain.json')
  writeFileSync(chainPath, readCompressed(chainFile))
  for (const { commit } of oldVersions) {
    const worktree = join(folder, commit)
    execFileSync('git', ['worktree', 'add', '--detach', worktree, commit], { stdio: 'ignore' })
    symlinkSync(join(root, 'node_modules'), join(worktree, 'node_modules'))
    writeFileSync(join(worktree, 'write-chain.ts'), oldWriter)
    const write = (url: string): void => {
      execFileSync(process.execPath, ['write-chain.ts', url, chainPath], { cwd: worktree, stdio: 'inherit' })
    }
    const file = join(folder, `${commit}.db`)
    write(`sqlite:${file}`)
    writeFileSync(databaseFile(commit, 'sqlite'), compress(readFileSync(file)))
    const url = await postgres.createDatabase()
    write(url)
    writeFileSync(databaseFile(commit, 'postgres'), compress(await dumpPostgres(url)))
    execFileSync('git', ['worktree', 'remove', '--force', worktree])
  }
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
