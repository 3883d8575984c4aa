import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { permanentFaultCode } from '#lib/process/supervise.ts'
import { bareEnvironment } from '#tests/support/bare-environment.ts'
import { builtProcess } from '#tests/support/built-process.ts'
import { createDatabase, type Postgres, startPostgres } from '#tests/support/postgres.ts'
import { freePort } from '#tests/support/spyglass.ts'

/* The worker, started on a database that cannot be used. Web and the API server open theirs in the same way. */

const patiently = { timeout: 60_000, interval: 50 }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spyglass-database-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isRoot = process.getuid?.() === 0

/** Root may write anywhere: a test of permissions runs the worker as another user. */
const start = (databaseUrl: string, identity?: { uid: number; gid: number }) => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', builtProcess('worker')], {
    env: {
      ...bareEnvironment(),
      DATABASE_URL: databaseUrl,
      MEDIA_DIR: join(folder, 'media'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...identity,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    child.kill(signal)
    await ended
  }
  return { output: () => output, ended, stop }
}

const indexes = 'indexing|following'
const isIndexing = (output: string): boolean => new RegExp(indexes).test(output)

/** It ends with one line that names the database, and with the code that is not restarted. */
const expectRefusal = async (databaseUrl: string, line: string | RegExp, identity?: { uid: number; gid: number }) => {
  const { ended, output } = start(databaseUrl, identity)
  expect(await ended).toBe(permanentFaultCode)
  expect(output().trim().split('\n')).toEqual([expect.stringMatching(line)])
}

describe('a SQLite database', () => {
  test('that is damaged is reported with what to do', async () => {
    const path = join(folder, 'damaged.db')
    const database = new DatabaseSync(path)
    database.exec(
      "create table setting (name text primary key, value blob); insert into setting values ('a', zeroblob(20000))",
    )
    database.close()
    const bytes = Buffer.alloc(12_288, 0xff)
    writeFileSync(path, bytes, { flag: 'r+', flush: true })
    // The header stays, so that it is opened; what it leads to is damaged.
    writeFileSync(path, Buffer.from('SQLite format 3\0'), { flag: 'r+' })
    await expectRefusal(
      `sqlite:${path}`,
      /^spyglass: The database file .*damaged\.db is (damaged|not a SQLite database)\. .*move the file away/,
    )
  })

  test('that is not a database file is refused', async () => {
    const path = join(folder, 'letter.db')
    writeFileSync(path, 'This is a letter, not a database. '.repeat(300))
    await expectRefusal(`sqlite:${path}`, /^spyglass: The database file .*letter\.db is not a SQLite database\./)
  })

  test('in a folder that cannot be created is refused', async () => {
    writeFileSync(join(folder, 'file'), '')
    await expectRefusal(
      `sqlite:${join(folder, 'file', 'x.db')}`,
      /^spyglass: The database file .* cannot be opened\. Check the path/,
    )
  })

  test('without write permission is refused', async () => {
    const place = join(folder, 'foreign')
    mkdirSync(place)
    const path = join(place, 'foreign.db')
    new DatabaseSync(path).close()
    chmodSync(path, 0o444)
    chmodSync(place, 0o555)
    chmodSync(folder, 0o755)
    const identity = isRoot ? { uid: 65_534, gid: 65_534 } : undefined
    await expectRefusal(
      `sqlite:${path}`,
      /^spyglass: The database file .*foreign\.db cannot be (written|opened)\./,
      identity,
    )
    chmodSync(place, 0o755)
  })

  test.each([
    {
      writable: 'nothing',
      mode: 0o444,
      line: /^spyglass: The database file .*\/left\.db cannot be (written|opened)\./,
    },
    {
      writable: 'the files alone',
      mode: 0o666,
      line: /^spyglass: The database file .*\/left\.db.* cannot be opened\./,
    },
  ])('that a killed worker left, with $writable writable, is refused', async ({ mode, line }) => {
    const place = mkdtempSync(join(folder, 'left-'))
    const path = join(place, 'left.db')
    const first = start(`sqlite:${path}`)
    await expect.poll(() => isIndexing(first.output()), patiently).toBe(true)
    await first.stop('SIGKILL')
    expect(readdirSync(place)).toContain('left.db-wal')
    // The lock of the worker is made again by each.
    rmSync(`${path}-worker`)
    for (const name of readdirSync(place)) chmodSync(join(place, name), mode)
    chmodSync(place, 0o555)
    chmodSync(folder, 0o755)
    await expectRefusal(`sqlite:${path}`, line, isRoot ? { uid: 65_534, gid: 65_534 } : undefined)
    chmodSync(place, 0o755)
  })

  test.each([
    { change: 'deleted', make: (path: string) => rmSync(path) },
    {
      change: 'replaced',
      make: (path: string) => {
        new DatabaseSync(`${path}-other`).close()
        renameSync(`${path}-other`, path)
      },
    },
  ])('that is $change under the worker ends it with one line, to be opened again', async ({ make }) => {
    const path = join(mkdtempSync(join(folder, 'lost-')), 'lost.db')
    const { output, ended } = start(`sqlite:${path}`)
    await expect.poll(() => isIndexing(output()), patiently).toBe(true)
    const before = output().length
    make(path)
    expect(await ended).toBe(1)
    const lines = output().slice(before).trim().split('\n')
    expect(lines.filter((line) => !line.startsWith('{'))).toEqual([
      expect.stringMatching(/^spyglass: The database file .*lost\.db was deleted or replaced while it was in use\./),
    ])
  })

  test('locked by another program is waited for', async () => {
    const path = join(folder, 'locked.db')
    const holder = new DatabaseSync(path)
    holder.exec('pragma locking_mode = exclusive; create table a (b); begin exclusive')
    const { output, stop } = start(`sqlite:${path}`)
    await expect
      .poll(output, patiently)
      .toMatch(/^spyglass: The database file .*locked\.db is locked by another program\./)
    expect(output().trim().split('\n')).toHaveLength(1)
    holder.exec('rollback')
    holder.close()
    await expect.poll(() => isIndexing(output()), patiently).toBe(true)
    await stop()
  })
})

describe('a PostgreSQL server', () => {
  let server: Postgres
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  test('that is down is waited for, at the start and later, and no password is printed', async () => {
    const url = await createDatabase(server.url)
    await server.crash()
    const { output, stop } = start(url)
    await expect
      .poll(output, patiently)
      .toMatch(/^spyglass: PostgreSQL at 127\.0\.0\.1:\d+ cannot be reached\. Retrying;/)
    expect(output().trim().split('\n')).toHaveLength(1)
    await server.start()
    await expect.poll(() => isIndexing(output()), patiently).toBe(true)
    await stop()
    expect(output()).not.toContain('postgres:postgres')
  })

  test('that refuses the login, or lacks the database, is reported with what to do', async () => {
    const wrongUser = server.url.replace('//postgres:postgres@', '//mallory:secret-password@')
    await expectRefusal(wrongUser, /^spyglass: PostgreSQL at .* refused the login of "mallory"\./)
    const missing = server.url.replace(/postgres$/, 'missing')
    await expectRefusal(missing, /^spyglass: PostgreSQL at .* has no database "missing"\. Create it: createdb/)
  })

  test('at an unknown host is waited for', async () => {
    const port = await freePort()
    const { output, stop } = start(`postgres://postgres:secret@127.0.0.1:${port}/x`)
    await expect.poll(output, patiently).toContain('cannot be reached')
    await stop()
  })
})
