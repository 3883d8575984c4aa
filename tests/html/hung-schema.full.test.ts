import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testStores } from '#tests/store/test-stores.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { startHangingSchemas } from '#tests/support/hanging-schemas.ts'
import { type RunningSpyglass, startSpyglass } from '#tests/support/spyglass.ts'
import { readPage } from './html-page.ts'
import { untilIndexed } from './until-indexed.ts'

/** Less than the limits of a connection (10 s) and a statement (60 s), and enough for a page on a busy machine. */
const soonMs = 8_000
const key = 'a-key-of-this-test'
const sentence = 'The database of this chain does not respond.'

const blocks = (chain: string): string => `/api/explorer/evm/blocks?chain=${chain}`

describe('two chains in two schemas, one of which is on a machine that hangs', () => {
  const { createUrl } = testStores('postgres')
  const chains: Record<'local' | 'polygon', Anvil> = {} as never
  let passage: Awaited<ReturnType<typeof startHangingSchemas>>
  let spyglass: RunningSpyglass

  beforeAll(async () => {
    const url = await createUrl()
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query('create schema polygon; create schema local')
    await client.end()
    passage = await startHangingSchemas(url)
    chains.local = await startAnvil()
    chains.polygon = await startAnvil(['--chain-id', '137'])
    const inSchema = (schema: string): string => `${passage.url}?options=-c%20search_path%3D${schema}`
    spyglass = await startSpyglass({
      DATABASE_URL: passage.url,
      API_KEYS: `tests:${key}`,
      DATABASE_URL_POLYGON: inSchema('polygon'),
      DATABASE_URL_LOCAL: inSchema('local'),
      NODE_URL_POLYGON: chains.polygon.url,
      NODE_URL_LOCAL: chains.local.url,
    })
    await untilIndexed(spyglass.url)
    // The first page of a process takes longest, and says nothing about a database.
    for (const path of ['/', '/local', '/polygon']) await readPage(spyglass.url + path)
  }, 240_000)
  afterAll(async () => {
    await spyglass?.stop()
    passage?.stop()
    for (const chain of Object.values(chains)) await chain.stop()
  })

  const ask = async (path: string) => {
    const response = await fetch(spyglass.url + path, {
      headers: { 'x-api-key': key },
      signal: AbortSignal.timeout(soonMs),
    })
    return { status: response.status, text: await response.text() }
  }
  const open = (path: string) =>
    readPage(spyglass.url + path, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(soonMs) })
  const newest = async (chain: string): Promise<string> =>
    JSON.parse((await ask(blocks(chain))).text).result?.[0]?.block_number
  const mineOn = async (chain: keyof typeof chains): Promise<string> => {
    await chains[chain].rpc('anvil_mine', ['0x1'])
    return String(Number(await chains[chain].rpc('eth_blockNumber')))
  }
  /** The lines about the database, in their order, of each process. */
  const said = (process: 'web' | 'worker'): string[] =>
    spyglass
      .output()
      .split('\n')
      .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
      .filter((line) => line.process === process && (line.level !== 'info' || /works again/.test(line.msg)))
      .map(({ msg }) => msg)
  const fell = expect.stringMatching(/:\d+, schema polygon, does not answer questions to its tables/)
  const recovered = expect.stringMatching(/:\d+, schema polygon, works again/)

  test('costs that chain alone: its requests are 503 soon, all others go on', { timeout: 120_000 }, async () => {
    passage.hang('polygon')
    const [refused, others, health, page, otherPage] = await Promise.all([
      ask(blocks('polygon')),
      ask(blocks('local')),
      ask('/api/health'),
      open('/polygon'),
      open('/local'),
    ])
    expect(refused).toMatchObject({ status: 503, text: expect.stringContaining(sentence) })
    expect(others.status).toBe(200)
    expect(health.status).toBe(200)
    expect(JSON.parse(health.text).sources).toContainEqual(
      expect.objectContaining({ name: 'index:polygon', state: 'failed', detail: sentence }),
    )
    expect(page).toMatchObject({ status: 503, headings: ['Temporarily unavailable'] })
    expect(page.html).toContain(sentence)
    expect(otherPage.status).toBe(200)
  })

  test('is known afterwards: nobody waits, and each process has said so once', { timeout: 120_000 }, async () => {
    await expect.poll(() => said('worker'), { timeout: 60_000 }).toEqual([fell])
    for (let round = 0; round < 5; round++) {
      expect((await ask(blocks('polygon'))).status).toBe(503)
      for (const path of ['/', '/local', blocks('local'), '/api/health', '/api/explorer/evm/search?q=%230', '/status'])
        expect((await ask(path)).status, path).toBe(200)
      expect((await open('/polygon')).status).toBe(503)
    }
    const number = await mineOn('local')
    await expect.poll(() => newest('local')).toBe(number)
    expect(said('web')).toEqual([fell])
    expect(said('worker')).toEqual([fell])
  })

  test('is over when the machine goes on: its chain is indexed and answered for, without a restart', {
    timeout: 120_000,
  }, async () => {
    const number = await mineOn('polygon')
    passage.goOn()
    await expect.poll(async () => (await ask(blocks('polygon'))).status).toBe(200)
    await expect.poll(() => newest('polygon')).toBe(number)
    expect((await open('/polygon')).status).toBe(200)
    await expect.poll(() => said('worker')).toEqual([fell, recovered])
    expect(said('web')).toEqual([fell, recovered])
  })

  test('of all chains: a page of another chain is unavailable, not missing', { timeout: 120_000 }, async () => {
    passage.hang('polygon', 'local')
    // A page that was just sent to another visitor may be sent again.
    await expect.poll(async () => (await open('/eth')).status).toBe(503)
    const page = await open('/eth')
    expect(page).toMatchObject({ status: 503, headings: ['Temporarily unavailable'] })
    expect(page.main).toContain(sentence)
    passage.goOn()
    await expect.poll(async () => (await open('/eth')).status).toBe(200)
  })
})
