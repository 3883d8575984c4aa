import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import packageFacts from '#package.json' with { type: 'json' }

const notesOf = (version: string) =>
  spawnSync(process.execPath, ['.github/scripts/release-notes.mjs', version], { encoding: 'utf8' })

const lines = readFileSync('CHANGELOG.md', 'utf8').split('\n')

test('the newest version of the changelog is that of the package, with a date; its section becomes the release notes', () => {
  const [unreleased, newest] = lines.filter((line) => line.startsWith('## '))
  expect(unreleased).toBe('## Unreleased')
  expect(newest).toMatch(/^## \S+ - \d{4}-\d\d-\d\d$/)
  expect(newest?.split(' ')[1]).toBe(packageFacts.version)
  const { status, stdout } = notesOf(packageFacts.version)
  expect(status).toBe(0)
  expect(stdout).toMatch(/^- /m)
  expect(stdout).not.toMatch(/^## /m)
})

test('a change is one line of the changelog, of at most 100 characters', () => {
  expect(lines.filter((line) => line.length > 100 || line.startsWith(' '))).toEqual([])
})

test('a version without a section is refused, so that no release is published without notes', () => {
  const { status, stderr } = notesOf('99.0.0')
  expect(status).toBe(1)
  expect(stderr).toContain('no section for version 99.0.0')
})
