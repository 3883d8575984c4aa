import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { coverageHeader } from '#lib/api/coverage.ts'
import { createChance } from '#tests/indexing/random.ts'
import { startTokenChain, type TokenChain } from './evm/chain/backfill/token-chain.ts'
import { apiKey, type RunningApiServer, startApiServer } from './support/api-server.ts'
import { type Postgres, startPostgres } from './support/postgres.ts'

/* A server that reads its lists from a hot standby, beside one that has only the primary. */

let postgres: Postgres
let chain: TokenChain
let replicated: RunningApiServer
let plain: RunningApiServer

beforeAll(async () => {
  postgres = await startPostgres()
  const standby = await postgres.startStandby()
  chain = await startTokenChain()
  const { fraction } = createChance(11)
  for (let block = 0; block < 20; block++) await chain.mineEvents(fraction)
  await chain.mineEmpty(3)
  const environment = {
    DATABASE_URL: await postgres.createDatabase(),
    NODE_URL_LOCAL: chain.anvil.url,
    START_BLOCK_LOCAL: String((await chain.latest()) - 10),
  }
  const { pathname } = new URL(environment.DATABASE_URL)
  const DATABASE_READ_URL = Object.assign(new URL(standby.url), { pathname }).toString()
  replicated = await startApiServer({ ...environment, DATABASE_READ_URL })
  plain = await startApiServer(environment, { withWorker: false })
}, 240_000)
afterAll(async () => {
  await plain?.stop()
  await replicated?.stop()
  await chain?.stop()
  await postgres?.stop()
})

const ask = async (server: RunningApiServer, path: string) => {
  const separator = path.includes('?') ? '&' : '?'
  const response = await fetch(`${server.url}${path}${separator}chain=local`, { headers: { 'x-api-key': apiKey } })
  return { status: response.status, coverage: response.headers.get(coverageHeader), body: await response.json() }
}

const replicaOf = async (server: RunningApiServer): Promise<unknown> => {
  const health = await fetch(`${server.url}/api/health`)
  return ((await health.json()) as { database: { replica: unknown } }).database.replica
}

test('health reports the replica', async () => {
  await expect.poll(() => replicaOf(replicated), { timeout: 20_000 }).toEqual({ state: 'used', lag_seconds: 0 })
  expect(await replicaOf(plain)).toBeNull()
})

test('a contract without a full history is backfilled when its owners are requested', {
  timeout: 120_000,
}, async () => {
  const collection = `/api/explorer/evm/collections/${chain.pictures}`
  const status = async () => ((await ask(replicated, collection)).body as { status: string }).status
  expect(await status()).toBe('NOT_INDEXED')
  await ask(replicated, `/api/v2/nft/${chain.pictures}/owners`)
  await expect.poll(status, { timeout: 100_000 }).toBe('SYNCED')
})

test('lists and their coverage are those of the primary', { timeout: 150_000 }, async () => {
  const explorer = '/api/explorer/evm'
  const wallet = `0x${'1'.padStart(40, '0')}`
  const paths = [
    `/api/v2/${wallet}`,
    `/api/v2/${wallet}/verbose`,
    `/api/v2/${wallet}/nft`,
    `/api/v2/${wallet}/nft/transfers`,
    `/api/v2/${wallet}/erc20/transfers`,
    `/api/v2/wallets/${wallet}/history`,
    `/api/v2/wallets/${wallet}/approvals`,
    '/api/v2/erc20/transfers',
    '/api/v2/erc20/approvals',
    `/api/v2/erc20/${chain.coins}/transfers`,
    `/api/v2/nft/${chain.pictures}`,
    `/api/v2/nft/${chain.pictures}/owners`,
    `${explorer}/tokens`,
    `${explorer}/nft-collections`,
    `${explorer}/tokens/${chain.coins}`,
    `${explorer}/addresses/${wallet}/balance-history?token=${chain.coins}`,
    `${explorer}/logs?blocks=indexed&address=${chain.coins}`,
  ]
  // The worker reads documents and rates contracts meanwhile, and each server keeps flags of contracts for half a minute.
  const patiently = { timeout: 60_000, interval: 200 }
  for (const path of paths)
    await vi.waitFor(async () => {
      const [onReplica, onPrimary] = await Promise.all([ask(replicated, path), ask(plain, path)])
      expect(onReplica, path).toEqual(onPrimary)
      expect(onPrimary, path).toMatchObject({ status: 200, coverage: expect.any(String) })
    }, patiently)
})
