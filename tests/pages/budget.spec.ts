import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { everyKindOfPage } from '#tests/support/every-page.ts'
import { expect, apiTest as test } from './browser-test.ts'

/** First-load JavaScript of a page that only reads, gzip. */
const budgetBytes = 170_000
const chunkFolder = join('.next', 'static', 'chunks')

const fileOf = (script: string): string => script.replace(/^\/_next/, '.next')
const sizes = new Map<string, number>()
const gzipSize = (path: string): number => {
  const known = sizes.get(path) ?? gzipSync(readFileSync(fileOf(path)), { level: 9 }).byteLength
  sizes.set(path, known)
  return known
}
const sum = (paths: Iterable<string>): number => [...paths].reduce((total, path) => total + gzipSize(path), 0)

/** What the document itself asks for: scripts, and modules that it preloads. Old browsers' polyfills are no module's part. */
const scriptsOf = (html: string): Set<string> => {
  const tags = html.match(/<(script|link)\b[^>]*>/g) ?? []
  const wanted = tags.filter(
    (tag) => !/nomodule/i.test(tag) && (tag.startsWith('<script') || /modulepreload|as="script"/.test(tag)),
  )
  return new Set(wanted.flatMap((tag) => /(?:src|href)="(\/_next\/[^"?]+\.js)[^"]*"/.exec(tag)?.[1] ?? []))
}

test('the first-load JavaScript of every page is at most 170 kB', async ({ demo }) => {
  /** Loaded by the buttons that connect a wallet, and by nothing else. */
  const walletCode = /wallet-standard|wallet-adapter|aptoslabs\.com|eip6963/
  const table: { page: string; scripts: number; bytes: number }[] = []
  for (const path of everyKindOfPage()) {
    const first = scriptsOf(await (await fetch(demo.url + path)).text())
    for (const script of first)
      expect(walletCode.test(readFileSync(fileOf(script), 'utf8')), `${script} of ${path}`).toBe(false)
    table.push({ page: path.replaceAll(/0x[0-9a-f]{20,}/g, '0x…'), scripts: first.size, bytes: sum(first) })
  }
  console.table(table)
  for (const { page, scripts, bytes } of table) {
    expect(scripts, page).toBeGreaterThan(0)
    expect.soft(bytes, page).toBeLessThanOrEqual(budgetBytes)
  }
})

test('no browser chunk contains server libraries or the name of a secret', () => {
  const marks = [
    // Words that only these have.
    ['zod', /ZodError|\$ZodType|_zod\b/],
    ['viem', /viem@|getContractError|ContractFunctionExecutionError/],
    ['luxon', /DateTime\.fromISO|Luxon|IANAZone/],
    ['kysely', /kysely|CreateTableNode/i],
    ['wallets of services', /identity-?connect|web\.petra\.app/i],
    ['secrets', /UPSTREAM_API_KEY=(?!…)|process\.env\.(UPSTREAM_API_KEY|DATABASE_URL|API_KEYS)|DATABASE_URL|API_KEYS/],
  ] as const
  const files = readdirSync(chunkFolder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  expect(files.length).toBeGreaterThan(5)
  const found = files.flatMap((name) => {
    const text = readFileSync(join(chunkFolder, name), 'utf8')
    return marks
      .filter(([, mark]) => mark.test(text))
      .map(([what, mark]) => `${what} in ${name}: ${mark.exec(text)?.[0]}`)
  })
  expect(found).toEqual([])
})
