import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from './browser-test.ts'
import { readPages } from './demo-ledger.ts'

/** First-load JavaScript of a page that only reads, gzip. */
const budgetBytes = 170_000
const chunkFolder = join('.next', 'static', 'chunks')

const sizes = new Map<string, number>()
const gzipSize = (path: string): number => {
  const known = sizes.get(path) ?? gzipSync(readFileSync(path.replace(/^\/_next/, '.next')), { level: 9 }).byteLength
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

test('the first-load JavaScript of every page is at most 170 kB', async ({ page, demo }) => {
  /** Loaded by the sign-in page's button, and by nothing else. */
  const walletCode = /wallet-standard|wallet-adapter|aptoslabs\.com/
  const table: { page: string; scripts: number; bytes: number; lazy: number }[] = []
  for (const path of [...readPages, '/sign-in', '/account']) {
    const loaded = new Set<string>()
    const note = (request: { url(): string; resourceType(): string }) => {
      if (request.resourceType() === 'script') loaded.add(new URL(request.url()).pathname)
    }
    page.on('request', note)
    const response = await page.goto(demo.url + path, { waitUntil: 'networkidle' })
    page.off('request', note)
    const first = scriptsOf((await response?.text()) ?? '')
    for (const script of first)
      expect(walletCode.test(readFileSync(script.replace(/^\/_next/, '.next'), 'utf8')), `${script} of ${path}`).toBe(
        false,
      )
    const lazy = [...loaded].filter((script) => !first.has(script))
    table.push({
      page: path.replaceAll(/0x[0-9a-f]{20,}/g, '0x…'),
      scripts: first.size,
      bytes: sum(first),
      lazy: sum(lazy),
    })
  }
  console.table(table)
  for (const { page: name, scripts, bytes } of table) {
    expect(scripts, name).toBeGreaterThan(0)
    expect.soft(bytes, name).toBeLessThanOrEqual(budgetBytes)
  }
})

test('no chunk for browsers holds server libraries or the name of a secret', () => {
  const marks = [
    // Words that only these have.
    ['zod', /ZodError|\$ZodType|_zod\b/],
    ['viem', /viem@|getContractError|ContractFunctionExecutionError/],
    ['luxon', /DateTime\.fromISO|Luxon|IANAZone/],
    ['kysely', /kysely|CreateTableNode/i],
    ['wallets of services', /identity-?connect|web\.petra\.app|eip6963/i],
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
