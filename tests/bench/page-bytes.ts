/*
 * The HTML bytes of every page on the demo ledger, before and after strangers have written as much as they could, and how often
 * each has a table row. `next build` first.
 *
 *   node tests/bench/page-bytes.ts [path]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { everyPage } from '#tests/support/every-page.ts'
import { makeHostile } from '#tests/support/hostile-ledger.ts'
import { startInspectedWeb } from '#tests/support/inspected-web.ts'

const folder = mkdtempSync(join(tmpdir(), 'spyglass-bytes-'))
const path = join(folder, 'spyglass.db')
const web = await startInspectedWeb({ DATABASE_URL: `sqlite:${path}` })
const pages = process.argv[2] ? [process.argv[2]] : everyPage()

const measure = async (page: string) => {
  const response = await fetch(web.url + page)
  const html = await response.text()
  const flight = [...html.matchAll(/<script[^>]*>self\.__next_f[\s\S]*?<\/script>/g)].reduce(
    (sum, [it]) => sum + it.length,
    0,
  )
  return {
    status: response.status,
    bytes: Buffer.byteLength(html),
    flight,
    rows: html.match(/aria-rowindex="/g)?.length ?? 0,
  }
}

try {
  const plain = new Map<string, Awaited<ReturnType<typeof measure>>>()
  for (const page of pages) plain.set(page, await measure(page))
  makeHostile(path)
  const rows = []
  for (const page of pages) {
    const { bytes } = await measure(page)
    rows.push({ page: page.replace(/0x(.{4})[0-9a-f]+/, '0x$1…').slice(0, 60), ...plain.get(page), hostile: bytes })
  }
  console.table(rows)
} finally {
  await web.stop()
  rmSync(folder, { recursive: true, force: true })
}
