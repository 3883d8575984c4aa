import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterEach, expect, test } from 'vitest'
import { type Options, startExports } from './lantern-exports.ts'

/* As lib/server/api-server.ts mounts it, over a real connection. */

const path = '/api/export/csv/lamps/v1/lanterns'
const open: { close(): void }[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

const listen = async (options: Options) => {
  const exports = startExports(options)
  const server = createServer((request, response) => void getRequestListener(exports.handle)(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
  return { ...exports, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}` }
}

/** Rows of 60 kB, so that a connection's own buffers are soon full. */
const wide = (page: number) => ({
  cursor: String(page + 1),
  result: [{ id: 'x'.repeat(60_000), glow: '1', size: 1, lit: true, note: null }],
})

test('a failure midway breaks the connection, so that a truncated file does not look complete', async () => {
  const { url } = await listen({
    pageOf: (page) => {
      if (page === 3) throw new Error('a bug')
      return wide(page)
    },
  })
  const response = await fetch(url)
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow()
})

const unchangedTimes = 10

/** The value once it stayed the same in ten looks in a row. */
const untilStill = async (read: () => number): Promise<number> => {
  let [last, same] = [-1, 0]
  await expect
    .poll(
      () => {
        const value = read()
        same = value === last ? same + 1 : 0
        last = value
        return same
      },
      { interval: 30 },
    )
    .toBeGreaterThanOrEqual(unchangedTimes)
  return last
}

test('production pauses while the reader does not read', async () => {
  const { url, asked, facts } = await listen({ pageOf: wide })
  const leave = new AbortController()
  await fetch(url, { signal: leave.signal })
  const filled = await untilStill(() => asked.length)
  expect(filled).toBeLessThan(300)

  leave.abort()
  await expect.poll(() => facts).toMatchObject([{ status: 499 }])
  expect(asked.length).toBeLessThanOrEqual(filled + 1)
})
