import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { referenceOf } from '#lib/api/reference.ts'
import { createLogger } from '#lib/base/logger.ts'
import { parseConfig } from '#lib/config/config.ts'
import type { Handler } from '#lib/config/family.ts'
import { readPasted } from '#lib/recognise/pasted.ts'
import { recognise } from '#lib/recognise/recognise.ts'
import { searchChoices } from '#lib/recognise/search-choices.ts'
import { allFamilies } from '#lib/server/families.ts'
import { openDatabases } from '#lib/server/open-database.ts'
import { servedApis } from '#lib/server/served-apis.ts'
import { type Systems, systems } from '#lib/server/systems.ts'
import { openWorkerStores } from '#lib/store/workers/worker-stores.ts'
import type { LampTables } from './lamp-family.ts'

/*
 * The dry run of a further chain family: its own files, one line each of lib/server/families.ts, of lib/config/family-configs.ts, and, because
 * browsers recognise texts, of lib/recognise/recognisers.ts. The lists are mocked here.
 */

vi.mock('#lib/server/families.ts', async (original) => (await import('./with-lamps.ts')).familiesWithLamps(original))
vi.mock('#lib/config/family-configs.ts', async (original) =>
  (await import('./with-lamps.ts')).configsWithLamps(original),
)
vi.mock('#lib/recognise/recognisers.ts', async (original) =>
  (await import('./with-lamps.ts')).recognisersWithLamps(original),
)

const key = 'a-key-of-this-test'
let composed: Systems
let route: Handler

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', 'sqlite::memory:')
  vi.stubEnv('API_KEYS', `test:${key}`)
  vi.stubEnv('LOG_LEVEL', 'silent')
  composed = await systems('api')
  route = composed.handle
})

afterAll(async () => {
  await composed?.close()
  vi.unstubAllEnvs()
})

const ask = (path: string) => route(new Request(`http://localhost${path}`, { headers: { 'x-api-key': key } }))

test('its tables are created, and its API answers under its own path with admission and the common headers', async () => {
  const answer = await ask('/api/lamp/head')
  expect(await answer.json()).toEqual({ height: '0' })
  expect(answer.headers.get('x-spyglass-source')).toBe('demo')
  expect(answer.headers.get('x-rate-limit-limit')).not.toBeNull()
  const refused = await route(new Request('http://localhost/api/lamp/head'))
  expect(refused.status).toBe(401)
})

test('unknown paths next to it stay 404', async () => {
  for (const path of ['/api/lamp', '/api/lamps/head', '/api/lamp/none'])
    expect((await ask(path)).status, path).toBe(404)
})

test('keys can be limited to it', async () => {
  expect(composed.account.keyScopes).toContainEqual({ name: 'lamp', title: 'Lamp data' })
})

test('its sources and chains are in the health document', async () => {
  const document = await (await ask('/api/health')).json()
  expect(document.sources).toContainEqual({ system: 'lamp', name: 'index:lamps', state: 'ok', detail: null })
  expect(document.chains).toContainEqual({ system: 'lamp', chain: 'lamps', indexed: 0, head: 7, lag: 7 })
  expect(document.chains.map(({ system }: { system: string }) => system)).toContain('evm')
})

test('its endpoints are in the OpenAPI document and the reference pages', async () => {
  const document = await (await ask('/api/openapi.json')).json()
  expect(document.paths['/api/lamp/head'].get).toMatchObject({
    operationId: 'lampHead',
    summary: 'Get the newest lamp',
  })
  expect(servedApis.map(({ name }) => name)).toEqual([
    'evm',
    'aptos',
    'lamp',
    'sign-in',
    'evm-explorer',
    'aptos-explorer',
    'account',
  ])
  const endpoints = servedApis.map(referenceOf).flatMap((system) => system.endpoints)
  expect(endpoints.find(({ name }) => name === 'lampHead')?.path).toBe('/api/lamp/head')
})

test('its identifiers and links are recognised in searches, suggestions and pasted lists', () => {
  const lamp = { kind: 'lamp-lamp', value: '7' }
  for (const text of [
    'lamp7',
    'lamps:lamp7',
    'https://lamps.example/lamp/7',
    'https://other.example/lamp/7',
    '/lamp/7',
  ])
    expect(recognise(text), text).toEqual([lamp])
  const lamps = { family: 'lamp', chain: 'lamps', title: 'Lamps' }
  expect(searchChoices({ candidates: [lamp], chains: [lamps] })).toMatchObject([
    { path: '/lamps/lamp/7', title: 'Lamp' },
  ])
  expect(searchChoices({ candidates: [lamp], chains: [] })).toEqual([])
  expect(readPasted('lamp7').items).toMatchObject([{ candidates: [lamp] }])
  expect(recognise('eth:17')).toEqual([{ kind: 'evm-block', chain: 'eth', value: '17' }])
})

test('its settings are parsed: they end demo mode, report their errors, and reserve the path of its pages', () => {
  const settings = { LAMP_NODE_URL: 'http://127.0.0.1:1/a-key-of-a-provider' }
  expect(parseConfig(settings)).toMatchObject({ demo: false, secrets: ['a-key-of-a-provider'] })
  expect(() => parseConfig({ LAMP_NODE_URL: 'dark' })).toThrow('LAMP_NODE_URL must be an http or https URL')
  const chain = { slug: 'lamps', name: 'Lamps', id: 4242, symbol: 'LAMP', nodes: ['http://127.0.0.1:8545'] }
  const file = join(mkdtempSync(join(tmpdir(), 'spyglass-lamps-')), 'chains.json')
  writeFileSync(file, JSON.stringify([chain]))
  expect(() => parseConfig({ CHAINS_FILE: file })).toThrow('is the name of a page')
  rmSync(dirname(file), { recursive: true })
})

test('the worker runs its indexing', async () => {
  const config = parseConfig({ DATABASE_URL: 'sqlite::memory:' })
  const log = createLogger({ level: 'silent' })
  const stores = await openDatabases(config, { applicationName: 'test', log })
  const { signal } = new AbortController()
  const worker = await openWorkerStores(stores, signal)
  const family = allFamilies.find(({ name }) => name === 'lamp')
  const work = await family?.prepareWork({ config, stores, log })
  await Promise.all(work?.start(worker) ?? [])
  const { db } = stores.main.withTables<LampTables>()
  expect(await db.selectFrom('lamp_heads').selectAll().execute()).toEqual([{ chain: 1, height: 7 }])
  await worker.close()
  await stores.close()
})
