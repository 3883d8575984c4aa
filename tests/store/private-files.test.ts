import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { makePrivateFolder } from '#lib/store/drivers/sqlite/private-files.ts'
import { openStore } from '#lib/store/open.ts'

const folder = mkdtempSync(join(tmpdir(), 'spyglass-private-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

const writeTo = async (path: string) => {
  const store = await openStore(`sqlite:${path}`)
  await sql`create table if not exists a (b text)`.execute(store.db)
  return store
}

test('a new database, its side files and its folder are private to the user', async () => {
  const path = join(folder, 'new', 'spyglass.db')
  const store = await writeTo(path)
  expect(modeOf(join(folder, 'new'))).toBe('700')
  expect(['', '-wal', '-shm'].map((suffix) => modeOf(path + suffix))).toEqual(['600', '600', '600'])
  await store.close()
})

test('permissions of an existing database are tightened, but not those of a shared folder', async () => {
  const place = join(folder, 'old')
  mkdirSync(place)
  chmodSync(place, 0o755)
  const path = join(place, 'spyglass.db')
  const before = await writeTo(path)
  for (const suffix of ['', '-wal', '-shm']) chmodSync(path + suffix, 0o644)
  const store = await writeTo(path)
  expect(['', '-wal', '-shm'].map((suffix) => modeOf(path + suffix))).toEqual(['600', '600', '600'])
  expect(modeOf(place)).toBe('755')
  await store.close()
  await before.close()
})

test('a folder of previews is made private, even an existing one', () => {
  const media = join(folder, 'media')
  mkdirSync(media)
  chmodSync(media, 0o755)
  writeFileSync(join(media, 'a'), '')
  for (const path of [media, join(folder, 'later', 'media')]) {
    makePrivateFolder(path)
    expect(modeOf(path)).toBe('700')
  }
})
