import { afterAll, beforeAll, expect, test } from 'vitest'
import { testStores } from '#tests/store/test-stores.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { type RunningApiServer, startApiServer } from '#tests/support/api-server.ts'

/* Two API servers, as processes of their own, over one PostgreSQL with an empty chain. */

const stores = testStores('postgres')
const perSecond = 20
const patiently = { timeout: 60_000, interval: 500 }

let anvil: Anvil
let servers: RunningApiServer[] = []
beforeAll(async () => {
  anvil = await startAnvil()
  const environment = {
    DATABASE_URL: await stores.createUrl(),
    NODE_URL_LOCAL: anvil.url,
    RATE_LIMIT_ANONYMOUS: String(perSecond),
  }
  const first = await startApiServer(environment)
  servers = [first, await startApiServer(environment, { withWorker: false })]
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  await anvil?.stop()
})

/** A request of the same visitor each time. */
const ask = async (index: number): Promise<{ status: number; left: number }> => {
  const response = await fetch(`${servers[index]?.url}/api/v2/dateToBlock?date=1`)
  await response.arrayBuffer()
  return { status: response.status, left: Number(response.headers.get('x-rate-limit-remaining')) }
}

test('share one budget per visitor', async () => {
  const mostLeft = 2 * perSecond
  /** How much more each answer says is left than the requests so far leave; 0 or less if both count in one window. */
  const overstated = async (): Promise<number> => {
    const excess: number[] = []
    for (const [asked, index] of [0, 1, 0, 1, 0, 1].entries())
      excess.push((await ask(index)).left - (mostLeft - asked - 1))
    return Math.max(...excess)
  }
  // Another try where the window of two seconds ended between two of the requests.
  await expect.poll(overstated, patiently).toBeLessThanOrEqual(0)
})

test('refuse a visitor whose budget was spent on the other one', async () => {
  const useUp = async (): Promise<number> => {
    await Promise.all(Array.from({ length: 3 * perSecond }, () => ask(0)))
    return (await ask(1)).status
  }
  await expect.poll(useUp, patiently).toBe(429)
})
