import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { openStore } from '#lib/store/open.ts'
import { createChance } from '#tests/indexing/random.ts'
import { startTokenChain, type TokenChain } from './evm/chain/backfill/token-chain.ts'
import { testStores } from './store/test-stores.ts'
import { apiKey, type RunningApiServer, startApiServer } from './support/api-server.ts'
import { type Postgres, startPostgres } from './support/postgres.ts'
import { isFull } from './support/tier.ts'

/* Two chains, one of them in a database of its own, beside the same chains in one database. */

const ids = { local: 31337, polygon: 137 }
const wallet = `0x${'1'.padStart(40, '0')}`
const postgres = testStores('postgres')
let local: TokenChain
let polygon: TokenChain
let nodes: Record<string, string>
let together: RunningApiServer

const startChain = async (seed: number, id: number): Promise<TokenChain> => {
  const chain = await startTokenChain(['--chain-id', String(id)])
  const { fraction } = createChance(seed)
  for (let block = 0; block < 12; block++) await chain.mineEvents(fraction)
  await chain.mineEmpty(3)
  return chain
}

beforeAll(async () => {
  local = await startChain(5, ids.local)
  polygon = await startChain(6, ids.polygon)
  nodes = {
    NODE_URL_LOCAL: local.anvil.url,
    NODE_URL_POLYGON: polygon.anvil.url,
    // Contracts that were deployed before have a history of their own.
    START_BLOCK_POLYGON: String((await polygon.latest()) - 10),
  }
  together = await startApiServer(nodes)
}, 240_000)
afterAll(async () => {
  await together?.stop()
  await polygon?.stop()
  await local?.stop()
})

const ask = async ({ url }: RunningApiServer, path: string) => {
  const response = await fetch(`${url}${path}`, { headers: { 'x-api-key': apiKey } })
  return { status: response.status, body: await response.json() }
}

/** Without what depends on when each server read documents and rated contracts, ids of requests, and times in cursors. */
const withoutTimes = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value) =>
    /^(?:cursor|last_.+_sync|possible_spam|request_?id)$/i.test(key) ? null : value,
  )

const chainsWithRows = async (url: string): Promise<number[]> => {
  const store = await openStore<EvmTables>(url)
  const rows = await store.db.selectFrom('evm_blocks').select('chain').distinct().orderBy('chain').execute()
  await store.close()
  return rows.map(({ chain }) => chain)
}

const blocksOf = (server: RunningApiServer, chain: string) => ask(server, `/api/explorer/evm/blocks?chain=${chain}`)
const stateOf = async (server: RunningApiServer, chain: string) => {
  const { body } = await ask(server, '/api/explorer/evm/chains')
  return body.result.find((state: { chain: string }) => state.chain === chain)
}

const folder = mkdtempSync(join(tmpdir(), 'spyglass-stores-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Of a server with the chains in two databases. */
const testAnswers = (apart: () => RunningApiServer, urls: () => Record<string, string>): void => {
  test('have their rows apart', async () => {
    expect(await chainsWithRows(urls().DATABASE_URL ?? '')).toEqual([ids.local])
    expect(await chainsWithRows(urls().DATABASE_URL_POLYGON ?? '')).toEqual([ids.polygon])
  })

  test('are answered for as from one', { timeout: 60_000 }, async () => {
    const chainPaths = ['local', 'polygon'].flatMap((chain) => {
      const { coins } = chain === 'local' ? local : polygon
      return [
        `/api/v2/${wallet}?chain=${chain}`,
        `/api/v2/${wallet}/erc20/transfers?chain=${chain}`,
        `/api/v2/${wallet}/nft/transfers?chain=${chain}`,
        `/api/v2/erc20/${coins}/transfers?chain=${chain}`,
        `/api/explorer/evm/blocks?chain=${chain}`,
        `/api/explorer/evm/tokens?chain=${chain}`,
        `/api/explorer/evm/search?q=${wallet}&chain=${chain}`,
      ]
    })
    const unnamed = [`/api/explorer/evm/search?q=${wallet}`, '/api/explorer/evm/search?q=%2312', `/api/v2/${wallet}`]
    for (const path of [...chainPaths, ...unnamed, '/api/v2/erc20/transfers?chain=eth', `/api/v2/${wallet}?chain=x`]) {
      // Coverage is read once a second.
      await vi.waitFor(
        async () => {
          const [here, there] = await Promise.all([ask(apart(), path), ask(together, path)])
          expect(withoutTimes(here), path).toEqual(withoutTimes(there))
        },
        { timeout: 20_000, interval: 250 },
      )
    }
    const { body } = await ask(apart(), '/api/explorer/evm/chains')
    expect(body.result).toMatchObject([
      { chain: 'polygon', status: 'SYNCED', index_complete: false },
      { chain: 'local', status: 'SYNCED', index_complete: true },
    ])
  })

  test('a contract of the other database is backfilled when its owners are requested', {
    timeout: 120_000,
  }, async () => {
    const status = async () =>
      (await ask(apart(), `/api/explorer/evm/collections/${polygon.pictures}?chain=polygon`)).body.status
    await ask(apart(), `/api/v2/nft/${polygon.pictures}/owners?chain=polygon`)
    await expect.poll(status, { timeout: 100_000 }).toBe('SYNCED')
  })
}

describe('two chains in two SQLite files', () => {
  const blocked = join(folder, 'a-file')
  const urls = {
    DATABASE_URL: `sqlite:${join(folder, 'main.db')}`,
    DATABASE_URL_POLYGON: `sqlite:${join(blocked, 'polygon.db')}`,
  }
  let apart: RunningApiServer
  beforeAll(async () => {
    writeFileSync(blocked, '')
    apart = await startApiServer({ ...urls, ...nodes }, { waitsFor: ['local'] })
  }, 120_000)
  afterAll(async () => {
    await apart?.stop()
  })

  test('of which one cannot be opened at the start: only its chain waits', { timeout: 60_000 }, async () => {
    expect((await blocksOf(apart, 'local')).status).toBe(200)
    expect(await blocksOf(apart, 'polygon')).toMatchObject({ status: 503 })
    expect(apart.output()).toContain('DATABASE_URL_POLYGON')
    rmSync(blocked)
    const state = async () => (await stateOf(apart, 'polygon')).status
    await expect.poll(state, { timeout: 30_000 }).toBe('SYNCED')
    expect((await blocksOf(apart, 'polygon')).status).toBe(200)
  })

  // By default on PostgreSQL alone.
  if (isFull)
    testAnswers(
      () => apart,
      () => urls,
    )
})

/** A way to a server that can fall silent: it keeps its connections, and passes nothing on. */
const startPassage = async (to: string) => {
  const { port } = new URL(to)
  const sockets = new Set<Socket>()
  let isSilent = false
  const passage = createServer((client) => {
    const server = connect(Number(port), '127.0.0.1')
    for (const [from, into] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => into.destroy())
      from.pipe(into)
      if (isSilent) from.unpipe(into).pause()
    }
  })
  await once(passage.listen(0, '127.0.0.1'), 'listening')
  const address = passage.address()
  return {
    url: Object.assign(new URL(to), { port: typeof address === 'object' ? address?.port : '' }).toString(),
    fallSilent: () => {
      isSilent = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    /** Its connections are lost; new ones work. */
    recover: () => {
      isSilent = false
      for (const socket of sockets) socket.destroy()
    },
    stop: () => {
      for (const socket of sockets) socket.destroy()
      passage.close()
    },
  }
}

describe('two chains in two PostgreSQL databases', () => {
  let other: Postgres
  let passage: Awaited<ReturnType<typeof startPassage>>
  let urls: Record<string, string>
  let apart: RunningApiServer
  beforeAll(async () => {
    other = await startPostgres()
    passage = await startPassage(await other.createDatabase())
    urls = { DATABASE_URL: await postgres.createUrl(), DATABASE_URL_POLYGON: passage.url }
    apart = await startApiServer({ ...urls, ...nodes })
  }, 120_000)
  afterAll(async () => {
    passage?.stop()
    await apart?.stop()
    await other?.stop()
  })

  testAnswers(
    () => apart,
    () => urls,
  )

  test('of which one falls silent: nobody waits for the other chain', { timeout: 120_000 }, async () => {
    /** Less than any limit of a connection or a statement. */
    const soon = async (path: string) =>
      await fetch(`${apart.url}${path}`, { headers: { 'x-api-key': apiKey }, signal: AbortSignal.timeout(5_000) })
    passage.fallSilent()
    expect((await soon('/api/explorer/evm/blocks?chain=local')).status).toBe(200)
    const { result } = await (await soon('/api/explorer/evm/chains')).json()
    expect(result).toMatchObject([
      { chain: 'polygon', error: 'The database of this chain does not respond.' },
      { chain: 'local', error: null },
    ])
    expect((await soon('/api/explorer/evm/blocks?chain=polygon')).status).toBe(503)
    expect((await (await soon('/api/explorer/evm/search?q=%2312')).json()).result).toMatchObject([{ chain: 'local' }])
    await local.mineEmpty(1)
    const newest = String(await local.latest())
    await expect
      .poll(async () => (await blocksOf(apart, 'local')).body.result[0].block_number, { timeout: 20_000 })
      .toBe(newest)
    passage.recover()
    await expect.poll(async () => (await blocksOf(apart, 'polygon')).status, { timeout: 30_000 }).toBe(200)
  })

  test('of which one is lost: its chain alone stops, until it is back', { timeout: 120_000 }, async () => {
    expect((await blocksOf(apart, 'polygon')).status).toBe(200)
    await other.crash()
    await expect.poll(async () => (await blocksOf(apart, 'polygon')).status, { timeout: 20_000 }).toBe(503)
    await local.mineEmpty(1)
    const newest = String(await local.latest())
    await expect
      .poll(async () => (await blocksOf(apart, 'local')).body.result[0].block_number, { timeout: 20_000 })
      .toBe(newest)
    expect(await stateOf(apart, 'polygon')).toMatchObject({
      status: 'STALLED',
      error: expect.stringMatching(/database/),
    })
    expect(await stateOf(apart, 'local')).toMatchObject({ status: 'SYNCED', error: null })
    expect((await fetch(`${apart.url}/api/health`)).status).toBe(200)
    const { body } = await ask(apart, '/api/explorer/evm/search?q=%2312')
    expect(body.result).toMatchObject([{ type: 'block', chain: 'local' }])
    await other.start()
    await expect.poll(async () => (await blocksOf(apart, 'polygon')).status, { timeout: 30_000 }).toBe(200)
    await polygon.mineEmpty(1)
    await expect
      .poll(async () => (await blocksOf(apart, 'polygon')).body.result[0].block_number, { timeout: 30_000 })
      .toBe(String(await polygon.latest()))
  })
})

if (isFull) {
  const inSchema = async (): Promise<Record<string, string>> => {
    const DATABASE_URL = await postgres.createUrl()
    const client = new Client({ connectionString: DATABASE_URL })
    await client.connect()
    await client.query('create schema polygon')
    await client.end()
    const own = new URL(DATABASE_URL)
    own.searchParams.set('options', '-c search_path=polygon')
    return { DATABASE_URL, DATABASE_URL_POLYGON: own.toString() }
  }

  describe('two chains in two schemas of one PostgreSQL database', () => {
    let urls: Record<string, string>
    let apart: RunningApiServer
    beforeAll(async () => {
      urls = await inSchema()
      apart = await startApiServer({ ...urls, ...nodes })
    }, 120_000)
    afterAll(async () => {
      await apart?.stop()
    })

    testAnswers(
      () => apart,
      () => urls,
    )
  })
}
