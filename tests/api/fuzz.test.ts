import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKey, type RunningApiServer, startApiServer } from '#tests/support/api-server.ts'
import { runFuzz } from '#tests/support/run-fuzz.ts'

/* 20,000 requests: tests/bench/fuzz-http.ts. */

let server: RunningApiServer
beforeAll(async () => {
  server = await startApiServer()
}, 180_000)
afterAll(() => server?.stop())

test('3,000 random requests over every contract: none fails, hangs or is refused without a reason', {
  timeout: 120_000,
}, async () => {
  const { byStatus, faults } = await runFuzz({ url: server.url, apiKey, seed: 14, count: 3_000 })
  expect(faults.slice(0, 20)).toEqual([])
  expect(byStatus[200]).toBeGreaterThan(300)
  expect(byStatus[400]).toBeGreaterThan(300)
})
