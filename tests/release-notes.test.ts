import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import packageFacts from '#package.json' with { type: 'json' }

const notesOf = (version: string) =>
  spawnSync(process.execPath, ['.github/scripts/release-notes.mjs', version], { encoding: 'utf8' })

test('the package version has a dated section in the changelog, which becomes the release notes', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  const [heading] = changelog.match(new RegExp(`^## ${packageFacts.version.replaceAll('.', '\\.')} .*$`, 'm')) ?? []
  expect(heading).toMatch(/ - \d{4}-\d\d-\d\d$/)
  const { status, stdout } = notesOf(packageFacts.version)
  expect(status).toBe(0)
  expect(stdout).toMatch(/^- /)
  expect(stdout).not.toMatch(/^## /m)
})

test('a version without a section is refused, so that no release is published without notes', () => {
  const { status, stderr } = notesOf('99.0.0')
  expect(status).toBe(1)
  expect(stderr).toContain('no section for version 99.0.0')
})
