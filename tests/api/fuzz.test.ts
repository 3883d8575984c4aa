import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKey, type RunningApiServer } from '#tests/support/api-server.ts'
import { startDemoApi } from '#tests/support/demo-servers.ts'
import { runFuzz } from '#tests/support/run-fuzz.ts'
import { isFull } from '#tests/support/tier.ts'

/* 20,000 requests: tests/bench/fuzz-http.ts. Some of them write, so the server is its own. */

const count = isFull ? 3_000 : 300

let server: RunningApiServer
beforeAll(async () => {
  server = await startDemoApi()
}, 180_000)
afterAll(() => server?.stop())

test('random requests over every contract: none fails, hangs or is refused without a reason', {
  timeout: 120_000,
}, async () => {
  const { byStatus, faults } = await runFuzz({ url: server.url, apiKey, seed: 14, count })
  expect(faults.slice(0, 20)).toEqual([])
  expect(byStatus[200]).toBeGreaterThan(count / 10)
  expect(byStatus[400]).toBeGreaterThan(count / 10)
})
