import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InspectedWeb, startInspectedWeb } from '#tests/support/inspected-web.ts'
import { mixedRequests, sendAll } from '#tests/support/mixed-requests.ts'
import { copyPreparedDemo, environmentOf } from '#tests/support/prepared-demo.ts'

/* The built web process over the demo ledger, looked at through its inspector; tests/bench/web-memory.ts measures thousands. */

const startMs = 150_000
const askMs = 240_000
/** A forced collection takes seconds where other tests run besides. */
const countMs = 90_000
const rounds = 2
/** Of connections that are still open: each keeps the last answer that it carried. */
const openMax = 16

let web: InspectedWeb

const folder = mkdtempSync(join(tmpdir(), 'spyglass-memory-'))
beforeAll(async () => {
  await copyPreparedDemo(folder)
  web = await startInspectedWeb(environmentOf(folder))
}, startMs)
afterAll(async () => {
  await web?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const responses = "process.getBuiltinModule('node:http').ServerResponse.prototype"
const timers = "process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length"

test(
  'requests of every kind leak neither responses nor timers',
  async () => {
    const requests = Array.from({ length: rounds }, (_, round) => mixedRequests(round)).flat()
    expect(requests.length).toBeGreaterThanOrEqual(250)
    const statuses = await sendAll(web.url, requests)
    expect(Object.keys(statuses).filter((status) => Number(status) >= 500)).toEqual([])
    await expect
      .poll(() => web.inspector.countObjects(responses), { timeout: countMs, interval: 500 })
      .toBeLessThanOrEqual(openMax)
    expect(await web.inspector.evaluate(timers)).toBeLessThanOrEqual(openMax)
  },
  askMs,
)
