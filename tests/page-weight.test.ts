import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { everyPage } from '#tests/support/every-page.ts'
import { makeHostile } from '#tests/support/hostile-ledger.ts'
import { type InspectedWeb, startInspectedWeb } from '#tests/support/inspected-web.ts'
import { pageOfEachLayout } from '#tests/support/page-layouts.ts'
import { copyPreparedDemo, environmentOf } from '#tests/support/prepared-demo.ts'
import { isFull } from '#tests/support/tier.ts'

/* The built web process over the demo ledger, filled by strangers with as much as they could write: tests/html/every-page.test.ts weighs it as it is. */

const pageBytesMax = 300_000
const startMs = 240_000
const sweepMs = 280_000
const healthMs = 5_000
const pagesAtOnce = 16

let web: InspectedWeb
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spyglass-weight-'))
  await copyPreparedDemo(folder)
  const environment = environmentOf(folder)
  web = await startInspectedWeb(environment)
  makeHostile(environment.DATABASE_URL.replace('sqlite:', ''))
}, startMs)
afterAll(async () => {
  await web?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** `npm test` reads a page of each layout, and those with the most of what strangers wrote. */
const filledPages = (): string[] => {
  if (isFull) return everyPage()
  const { contractCreation, nestedCalls, tokenTransfer } = demoLedger
  const filled = [`${contractCreation}/transfers`, `${nestedCalls}/logs`, tokenTransfer, `${tokenTransfer}/raw`]
  return [...pageOfEachLayout(), ...filled.map((path) => `/demo/tx/${path}`)]
}

test(
  'pages with hostile metadata, names, logs or calldata are at most 300 kB',
  async () => {
    const heavy: string[] = []
    for (const page of filledPages()) {
      const response = await fetch(web.url + page)
      const { status } = response
      const size = (await response.arrayBuffer()).byteLength
      if (status !== 200 || size > pageBytesMax) heavy.push(`${page}: ${status}, ${size} bytes`)
    }
    expect(heavy).toEqual([])
  },
  sweepMs,
)

test(
  'health checks respond while sixteen galleries of such tokens are rendered',
  async () => {
    const gallery = `${web.url}/demo/token/${demoLedger.lanterns}`
    let open = pagesAtOnce
    const pages = Array.from({ length: pagesAtOnce }, async () => {
      const response = await fetch(gallery)
      await response.arrayBuffer()
      open -= 1
      return response.status
    })
    let slowestMs = 0
    do {
      const askedAt = performance.now()
      expect((await fetch(`${web.url}/api/health`)).status).toBe(200)
      slowestMs = Math.max(slowestMs, performance.now() - askedAt)
    } while (open > 0)
    expect(await Promise.all(pages)).toEqual(Array(pagesAtOnce).fill(200))
    expect(slowestMs).toBeLessThan(healthMs)
  },
  sweepMs,
)
