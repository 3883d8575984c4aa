import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildId } from '#lib/server/build/builds.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spyglass-sources-'))
  mkdirSync(join(folder, 'lib/deep'), { recursive: true })
  writeFileSync(join(folder, 'lib/deep/a.ts'), 'ab')
  writeFileSync(join(folder, 'lib/deep/b.ts'), 'c')
  writeFileSync(join(folder, 'package-lock.json'), '{}')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('touched and copied sources have the same build', () => {
  const id = buildId(folder)
  const later = new Date(Date.now() + 60_000)
  utimesSync(join(folder, 'package-lock.json'), later, later)
  writeFileSync(join(folder, 'lib/deep/a.ts'), 'ab')
  mkdirSync(join(folder, 'tests'))
  writeFileSync(join(folder, 'tests/a.test.ts'), 'no source of a build')
  expect(buildId(folder)).toBe(id)

  const copy = `${folder}-copy`
  cpSync(folder, copy, { recursive: true })
  expect(buildId(copy)).toBe(id)
  rmSync(copy, { recursive: true })
})

test.each<[change: string, make: () => void]>([
  ['changed byte', () => writeFileSync(join(folder, 'lib/deep/b.ts'), 'd')],
  ['new file', () => writeFileSync(join(folder, 'lib/c.ts'), '')],
  ['removed file', () => rmSync(join(folder, 'lib/deep/b.ts'))],
  ['renamed file', () => renameSync(join(folder, 'lib/deep/b.ts'), join(folder, 'lib/deep/c.ts'))],
  ['other package', () => writeFileSync(join(folder, 'package-lock.json'), '{ }')],
  [
    'byte that moved to another file',
    () => {
      writeFileSync(join(folder, 'lib/deep/a.ts'), 'a')
      writeFileSync(join(folder, 'lib/deep/b.ts'), 'bc')
    },
  ],
])('sources with a %s have another build, also when their times are old', (_, make) => {
  const id = buildId(folder)
  make()
  for (const file of ['lib/deep/a.ts', 'package-lock.json']) utimesSync(join(folder, file), 0, 0)
  expect(buildId(folder)).not.toBe(id)
})
