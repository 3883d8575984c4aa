import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEvidence } from '#lib/format/evidence.ts'
import { evidenceFile, evidenceName } from '#lib/pages/evidence-file.ts'
import type { PageContent } from '#lib/pages/page-content.ts'

const hostile = '</script><img src=x onerror=alert(1)>"\'&\u2028\n]]>'
const savedAt = new Date('2026-11-21T22:00:00.500Z')
const page: PageContent = {
  path: '/demo/token/0xab?from=x&to=y',
  kind: 'NFT collection',
  title: hostile,
  place: 'Demo ledger',
  summary: `${hostile} has 3 items.`,
  facts: [['Name', hostile]],
  answers: [
    {
      api: 'evm',
      name: 'contractNfts',
      request: '/api/v2/nft/0xab',
      source: 'demo',
      indexed: 'block 9',
      answer: { name: hostile },
    },
    { api: 'evm', name: 'failed', request: '/x', error: { code: 'not_available', message: hostile } },
  ],
  list: { name: 'contractNfts', titles: ['id', 'empty', 'name'], rows: [['1', null, hostile]], cursor: null },
  links: {},
}
const file = evidenceFile(page, { siteUrl: 'https://spyglass.example:8443/', savedAt })

test('a file of evidence is read back as it was, with its hash', () => {
  const read = readEvidence(file)
  expect(read?.evidence).toEqual({
    format: 'spyglass-evidence',
    version: 1,
    site: 'https://spyglass.example:8443',
    page: page.path,
    saved_at: savedAt.toISOString(),
    kind: page.kind,
    title: hostile,
    place: page.place,
    summary: page.summary,
    facts: page.facts,
    list: { name: 'contractNfts', titles: page.list?.titles, rows: page.list?.rows },
    data: [
      {
        name: 'contractNfts',
        request: '/api/v2/nft/0xab',
        source: 'demo',
        indexed: 'block 9',
        answer: { name: hostile },
      },
      {
        name: 'failed',
        request: '/x',
        source: null,
        indexed: null,
        error: { code: 'not_available', message: hostile },
      },
    ],
  })
  expect(
    createHash('sha256')
      .update(read?.text ?? '')
      .digest('hex'),
  ).toBe(read?.sha256)
})

test('the command in the file gives the hash', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-evidence-'))
  writeFileSync(join(folder, 'FILE'), file)
  const said = /<code>(grep .*?)<\/code>/.exec(file)?.[1]?.replaceAll('&quot;', '"').replaceAll('&#39;', "'") ?? ''
  const output = execFileSync('bash', ['-c', said], { cwd: folder, encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect(output.slice(0, 64)).toBe(readEvidence(file)?.sha256)
})

test('nothing in a file is markup but what we wrote, and nothing is fetched or run', () => {
  expect(file).not.toContain('<img')
  expect(file.match(/<script/g)).toHaveLength(1)
  expect(file.match(/<\/script>/g)).toHaveLength(1)
  expect(file).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
})

test('a changed record has another hash than the file states', () => {
  const read = readEvidence(file.replace('"block 9"', '"block 8"'))
  expect(read?.evidence.data[0]?.indexed).toBe('block 8')
  expect(
    createHash('sha256')
      .update(read?.text ?? '')
      .digest('hex'),
  ).not.toBe(read?.sha256)
})

test.each([
  ['another page', '<!doctype html><p>Hello'],
  ['no hash', file.replace('id="sha256"', 'id="other"')],
  ['broken JSON', file.replace('{"format"', '{format')],
  ['another version', file.replace('"version":1', '"version":2')],
  ['facts of another shape', file.replace('"facts":[[', '"facts":[["x"],[')],
  ['answers of another shape', file.replace('"data":[', '"data":[null,')],
])('%s is no evidence', (_, text) => expect(readEvidence(text)).toBeUndefined())

test('files are named for what they hold, in letters that every system takes', () => {
  expect(evidenceName({ kind: 'Transaction', title: '0xAB../..' }, savedAt)).toBe(
    'spyglass-transaction-0xab-2026-11-21.html',
  )
  expect(evidenceName({ kind: '星', title: '星' }, savedAt)).toBe('spyglass--2026-11-21.html')
})
