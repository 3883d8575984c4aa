import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { openStore } from '#lib/store/open.ts'
import { readLedger } from '#tests/sdk/ledger.ts'
import { apiKey, type RunningApiServer } from '#tests/support/api-server.ts'
import { startDemoApi } from '#tests/support/demo-servers.ts'

/* A refresh as a program asks for it: over HTTP, of the demo ledger. */

let server: RunningApiServer
let base: string

/** As a worker leaves a document that it has read just now. */
const markDocumentsRead = async (databaseUrl: string): Promise<void> => {
  const store = await openStore<EvmTables>(databaseUrl)
  await store.db.updateTable('evm_nft_metadata').set({ uri_synced_at: Date.now() }).execute()
  await store.close()
}

beforeAll(async () => {
  const [running, { collection }] = await Promise.all([startDemoApi({ RATE_LIMIT_KEY: '10' }), readLedger()])
  server = running
  await markDocumentsRead(server.databaseUrl)
  base = `${server.url}/api/explorer/evm/nfts/${collection}`
})
afterAll(async () => {
  await server?.stop()
})

const ask = async (path: string, method: string, headers: Record<string, string> = { 'x-api-key': apiKey }) => {
  const response = await fetch(`${base}/${path}?chain=demo`, { method, headers })
  return { status: response.status, body: await response.json() }
}

test('a document read moments ago is not read again, and the response says when it can be', async () => {
  const read = await ask('1/state', 'GET')
  expect(read).toMatchObject({ status: 200, body: { status: 'SYNCED', error: null } })
  const { body: state } = read
  const { status, body } = await ask('1/refresh', 'POST')
  expect(status).toBe(200)
  expect(body).toEqual({
    status: 'RECENT',
    last_metadata_sync: state.last_metadata_sync,
    next_allowed_at: new Date(Date.parse(state.last_token_uri_sync) + 600_000).toISOString(),
  })
})

test('an unknown token is not found, and a lookup is not a request', async () => {
  expect(await ask('123456789/refresh', 'POST')).toMatchObject({ status: 404 })
  expect(await ask('1/refresh', 'GET')).toMatchObject({ status: 405 })
})

test("requires a key or a visit to the pages, and counts against the key's limit", async () => {
  expect(await ask('1/refresh', 'POST', {})).toMatchObject({ status: 401 })
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask('1/refresh', 'POST')))
  const statuses = new Set(answers.map(({ status }) => status))
  expect([...statuses].sort()).toEqual([200, 429])
})
