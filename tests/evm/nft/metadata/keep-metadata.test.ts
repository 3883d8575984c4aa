import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { demoDocument } from '#lib/demo/archive.ts'
import { demoEvmTransport } from '#lib/demo/evm/demo-transport.ts'
import { unchecked } from '#lib/evm/chain/backfill/drop-older-chain.ts'
import { decoderVersion } from '#lib/evm/chain/decode/decoder-version.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import { type WalkPlace, walkStart, walkTokens } from '#lib/evm/nft/metadata/notice-tokens.ts'
import { refreshRanges } from '#lib/evm/nft/metadata/refresh-tokens.ts'
import type { Outbound } from '#lib/outbound/outbound.ts'
import { readCrashedItems } from '#lib/store/attempts/attempts-table.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate, type Store } from '#lib/store/store.ts'
import { word, words } from '#tests/evm/chain/decode/token-logs.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { dialects, testStores } from '#tests/store/test-stores.ts'
import { documentServer, namedDocuments } from '#tests/support/document-server.ts'
import { isFull } from '#tests/support/tier.ts'
import {
  append,
  blockMs,
  blockWith,
  chain,
  keep,
  metadataRows,
  metadataStores,
  minted721,
  minted1155,
  moved721,
  startMs,
  uriNode,
} from './metadata-fixture.ts'

const contract = walletOf(500)
const edition = walletOf(501)
const minuteMs = 60_000
const workerScript = fileURLToPath(new URL('./keep-documents.ts', import.meta.url))
const updated: Hex = '0xf8e1a15aba9398e019f0b49df1a4fde98ee17ae345cb5f6b5e2c27f5033e8ce7'
const batchUpdated: Hex = '0x6bd5c950a8d8df17f772f5af37cb3655737899cbf903264b9795592da439661c'
const uriChanged: Hex = '0x6bb7ff708619ba0610cba295a58592e0451dee2622938c8755667688daf3529b'

describe.each(dialects)('token metadata on %s', (dialect) => {
  const createStore = metadataStores(dialect)
  const { createUrl } = testStores(dialect)
  let store: Store<EvmTables>
  let server: Awaited<ReturnType<typeof documentServer>>

  beforeEach(async () => {
    store = await createStore()
    server = await documentServer(namedDocuments)
  })
  afterEach(() => server.close())

  const rowOf = async (tokenId: number | string, address: Hex = contract) => {
    const rows = await metadataRows(store)
    return rows.find((row) => row.token_id === String(tokenId) && toHex(row.token_address) === address)
  }
  /** Names documents of the server by token id. */
  const node = () => uriNode((_, id) => `${server.base}/${id}`)
  const timesAsked = (path: string) => server.paths.filter((asked) => asked === path).length

  // `npm test` has these documents in tests/demo/prepared-store.test.ts.
  if (isFull)
    test('every unburned token of the demo ledger gets a document with a name, without network access', async () => {
      const pool = createPool([demoEvmTransport()])
      const reader = createEvmReader(pool, { finalityBlocks: 0, checkBloom: true })
      const head = await reader.head()
      const index = createEvmIndex(store, chain, { from: 0 })
      for (let first = 0; first <= head.latest; first += 200)
        await index.append(await reader.blocks(first, Math.min(first + 199, head.latest)), head)
      const outbound = { fetch: () => Promise.reject(new Error('the network was asked')) }
      await keep(store, { pool, outbound, localDocument: demoDocument })
      const tokens = await store.db.selectFrom('evm_nft_tokens').selectAll().execute()
      const rows = new Map((await metadataRows(store)).map((row) => [toHex(row.token_hash), row]))
      expect(tokens.length).toBeGreaterThan(500)
      for (const { token_hash, supply, token_id } of tokens) {
        const row = rows.get(toHex(token_hash))
        expect(row?.token_id).toBe(token_id)
        if (supply === '0') continue
        expect(row).toMatchObject({ name: expect.stringMatching(/\w/), error: null, failures: 0, due_at: null })
        expect(row?.media_uri).toMatch(/^(data:image\/svg|ipfs:)/)
        expect(row?.media_key).toHaveLength(32)
        expect(JSON.parse(row?.metadata ?? '')).toHaveProperty('image')
      }
    })

  test('a token of a new block gets its document and search fields', async () => {
    server.answer = (_, response) =>
      response.setHeader('content-type', 'application/json').end(
        JSON.stringify({
          name: 'Lantern\0 1',
          description: 'Made of paper.',
          image: 'ipfs://picture',
          attributes: [{ trait_type: 'Colour', value: 'Red' }],
        }),
      )
    await append(store, [blockWith(0, []), blockWith(1, [minted721(contract, 7)])])
    await keep(store, { ...node(), outbound: server.outbound }, { now: blockMs(2) })
    expect(await rowOf(7)).toMatchObject({
      token_uri: `${server.base}/7`,
      name: 'Lantern 1',
      description: 'Made of paper.',
      media_uri: 'ipfs://picture',
      minted_block: 1,
      created_at: blockMs(2),
      uri_synced_at: blockMs(2),
      metadata_synced_at: blockMs(2),
      due_at: null,
      is_wanted: 0,
      error: null,
    })
    expect(JSON.parse((await rowOf(7))?.attributes ?? '')).toMatchObject([{ trait_type: 'Colour', value: 'Red' }])
  })

  test('{id} is replaced only for ERC1155, in the URI and in the document', async () => {
    server.answer = (_, response) => response.end('{"name":"N","image":"ipfs://x/{id}.png"}')
    await append(store, [blockWith(0, [minted721(contract, 255), minted1155(edition, 255)])])
    const { pool } = uriNode((address) => `${server.base}/${address === edition ? 'e' : 'c'}/{id}.json`)
    await keep(store, { pool, outbound: server.outbound })
    const padded = 'ff'.padStart(64, '0')
    expect(server.paths.sort()).toEqual(['/c/%7Bid%7D.json', `/e/${padded}.json`])
    expect(await rowOf(255)).toMatchObject({ media_uri: 'ipfs://x/{id}.png' })
    expect(await rowOf(255, edition)).toMatchObject({ media_uri: `ipfs://x/${padded}.png` })
  })

  test("a contract that answers only the other standard's call is read with that", async () => {
    await append(store, [blockWith(0, [minted721(contract, 1), minted1155(edition, 2)])])
    const { pool } = uriNode((address, id, isErc1155) =>
      isErc1155 === (address === contract) ? `${server.base}/${id}` : undefined,
    )
    await keep(store, { pool, outbound: server.outbound })
    expect(await rowOf(1)).toMatchObject({ name: 'Token /1' })
    expect(await rowOf(2, edition)).toMatchObject({ name: 'Token /2' })
  })

  test('a contract without a document for its token is not called again', async () => {
    await append(store, [blockWith(0, [minted721(contract, 1), minted721(contract, 2)])])
    const { pool } = uriNode((_, id) => (id === '1' ? undefined : ' '))
    await keep(store, { pool, outbound: server.outbound })
    for (const id of [1, 2])
      expect(await rowOf(id)).toMatchObject({
        token_uri: null,
        metadata: null,
        due_at: null,
        uri_synced_at: startMs,
        metadata_synced_at: null,
        error: 'The contract has no metadata URI for this token.',
      })
  })

  test('every answer of a contract ends as a document or a reason, and delays no other token', async () => {
    const text = (bytes: Uint8Array) => {
      const padded = Buffer.concat([bytes, Buffer.alloc((32 - (bytes.length % 32)) % 32)])
      return { bytes: `${words(0x20, bytes.length)}${padded.toString('hex')}` as Hex }
    }
    const link = Buffer.from(`${server.base}/named`)
    const answers = [
      { bytes: '0x' as Hex },
      { bytes: words(0) },
      { bytes: words(0x20, 2n ** 255n) },
      { bytes: words(2n ** 256n - 1n, 5) },
      { bytes: words(0x20, 1_000) },
      text(Buffer.from('ff'.repeat(40), 'hex')),
      text(Buffer.concat([Buffer.from('http://'), Buffer.from([0xff, 0xfe]), link])),
      text(Buffer.alloc(3_000_000, 'x')),
      text(Buffer.from(`data:application/json,{"name":"${'y'.repeat(2_000_000)}"}`)),
      text(Buffer.concat([link, Buffer.alloc(3)])),
      'http://169.254.169.254/latest/meta-data',
      'javascript:alert(1)',
      `${server.base}/last`,
    ]
    await append(store, [
      blockWith(
        0,
        answers.map((_, id) => minted721(contract, id)),
      ),
    ])
    const { pool } = uriNode((_, id) => answers[Number(id)])
    const { warnings } = await keep(store, { pool, outbound: server.outbound })
    expect(warnings).toEqual([])
    expect(server.paths.sort()).toEqual(['/last', '/named'])
    for (const row of await metadataRows(store)) {
      if (row.name === null)
        expect([row.token_id, row.error]).toEqual([row.token_id, expect.stringMatching(/^[A-Z].+\.$/)])
      else expect([row.name, row.error]).toEqual([expect.stringMatching(/^Token /), null])
      expect((row.token_uri ?? '').length).toBeLessThanOrEqual(1_048_576)
    }
    expect((await metadataRows(store)).filter(({ name }) => name).map(({ token_id }) => token_id)).toEqual(['9', '12'])
  })

  test('hostile hosts affect only themselves: their tokens end with a reason, the others with documents', async () => {
    const hostile: Record<string, typeof server.answer> = {
      '0': (_, response) => response.end(`{"name":"${'x'.repeat(10_000_000)}"}`),
      '1': (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(50_000_000))),
      '2': ({ url }, response) => response.writeHead(302, { location: `${url}` }).end(),
      '3': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      '4': (_, response) => {
        const drip = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(drip))
      },
      '5': (_, response) => response.setHeader('content-type', 'text/html').end('<html>'),
      '6': (_, response) => response.setHeader('content-type', 'application/pdf').end('%PDF-1.4'),
    }
    server.answer = (request, response) => {
      const answer = hostile[request.url?.slice(1) ?? ''] ?? namedDocuments
      answer(request, response)
    }
    const ids = Array.from({ length: 20 }, (_, id) => id)
    await append(store, [
      blockWith(
        0,
        ids.map((id) => minted721(contract, id)),
      ),
    ])
    await keep(store, { ...node(), outbound: server.outbound, fetchMs: 15_000 })
    for (const { token_id, name, error } of await metadataRows(store))
      expect([token_id, name, error]).toEqual(
        token_id in hostile
          ? [token_id, null, expect.stringMatching(/^[A-Z].+\.$/)]
          : [token_id, `Token /${token_id}`, null],
      )
  })

  describe('changed metadata', () => {
    const keepAt = (now: number) => keep(store, { ...node(), outbound: server.outbound }, { now })
    const later = startMs + 60 * minuteMs
    /** A block an hour later. */
    const laterBlock = 300

    beforeEach(async () => {
      const minted = [1, 2, 3, 700].map((id) => minted721(contract, id))
      await append(store, [blockWith(0, [...minted, minted1155(edition, 9), minted721(walletOf(502), 1)])])
      await keepAt(startMs)
      server.paths.length = 0
    })
    const appendLater = async (logs: Parameters<typeof blockWith>[1]) => {
      const blocks = Array.from({ length: laterBlock - 1 }, (_, index) => blockWith(index + 1, []))
      await append(store, [...blocks, blockWith(laterBlock, logs)])
    }

    test('is fetched again after MetadataUpdate, BatchMetadataUpdate and URI, and nothing else is', async () => {
      await appendLater([
        { address: contract, topics: [updated], data: word(1) },
        { address: contract, topics: [batchUpdated], data: words(3, 3) },
        { address: edition, topics: [uriChanged, word(9)], data: words(0x20, 0) },
      ])
      await keepAt(later)
      expect(server.paths.sort()).toEqual(['/1', '/3', '/9'])
      expect(await rowOf(1)).toMatchObject({ metadata_synced_at: later, updated_at: later })
      expect(await rowOf(2)).toMatchObject({ metadata_synced_at: startMs })
    })

    test('of a whole collection is fetched, however large the collection', async () => {
      const large = walletOf(505)
      const ids = Array.from({ length: 1_100 }, (_, id) => 1_000 + id)
      await append(store, [
        blockWith(
          1,
          ids.map((id) => minted721(large, id)),
        ),
      ])
      for (let place: WalkPlace | undefined = walkStart; place; )
        place = await walkTokens(store.db, chain, place, { contract: undefined, now: startMs })
      await store.db.updateTable('evm_nft_metadata').set({ uri_synced_at: startMs, due_at: null }).execute()
      const range = { contract: large, first: 0n, last: 5_000n }
      await refreshRanges(store.db, chain, [range], { happenedAt: later, now: later })
      const due = (await metadataRows(store)).filter(({ due_at }) => due_at === later)
      expect(due.map(({ token_id }) => token_id).sort()).toEqual(ids.map(String).sort())
    })

    test('of a whole collection is fetched for no other collection', async () => {
      await appendLater([{ address: contract, topics: [batchUpdated], data: words(0, 2n ** 256n - 1n) }])
      await keepAt(later)
      expect(server.paths.sort()).toEqual(['/1', '/2', '/3', '/700'])
      expect(await rowOf(1, walletOf(502))).toMatchObject({ metadata_synced_at: startMs })
    })

    test('is not fetched for an event that the document already reflects', async () => {
      await append(store, [blockWith(1, [])])
      await keepAt(blockMs(1))
      // Read half an hour after the block that comes only now.
      await store.db.updateTable('evm_nft_metadata').set({ uri_synced_at: later }).execute()
      await append(store, [blockWith(2, [{ address: contract, topics: [updated], data: word(1) }])])
      await keepAt(later)
      expect(server.paths).toEqual([])
    })

    test('is not fetched twice within ten minutes, but afterwards', async () => {
      await append(store, [blockWith(1, [{ address: contract, topics: [updated], data: word(1) }])])
      await keepAt(blockMs(2))
      expect(server.paths).toEqual([])
      expect(await rowOf(1)).toMatchObject({ due_at: startMs + 10 * minuteMs })
      await keepAt(startMs + 10 * minuteMs)
      expect(server.paths).toEqual(['/1'])
    })

    test('is fetched at the first transfer after the mint, and at no later one', async () => {
      await appendLater([moved721(contract, 2, walletOf(1), walletOf(2))])
      await keepAt(later)
      expect(server.paths).toEqual(['/2'])
      const next = blockWith(laterBlock + 200, [moved721(contract, 2, walletOf(2), walletOf(3))])
      const blocks = Array.from({ length: 199 }, (_, index) => blockWith(laterBlock + 1 + index, []))
      await append(store, [...blocks, next])
      await keepAt(later + 60 * minuteMs)
      expect(server.paths).toEqual(['/2'])
    })

    test('is noticed in blocks that replaced others in a reorg', async () => {
      await append(store, [blockWith(1, []), blockWith(2, [])])
      await keepAt(blockMs(2))
      const index = createEvmIndex(store, chain, { from: 0 })
      await index.rewind(0)
      await append(store, [
        blockWith(1, [minted721(contract, 4)], 'fork', 'main'),
        blockWith(2, [{ address: contract, topics: [updated], data: word(1) }], 'fork'),
      ])
      await keepAt(later)
      // What was read while the abandoned branch was the newest is read again.
      expect([...new Set(server.paths)].sort()).toEqual(['/1', '/2', '/3', '/4', '/700', '/9'])
    })

    test('keeps the old document while the new one is unavailable', async () => {
      server.answer = (_, response) => response.writeHead(500).end()
      await appendLater([{ address: contract, topics: [updated], data: word(1) }])
      await keepAt(later)
      expect(await rowOf(1)).toMatchObject({
        name: 'Token /1',
        metadata_synced_at: startMs,
        uri_synced_at: later,
        error: 'The host responded with 500.',
        failures: 1,
        due_at: later + minuteMs,
      })
    })

    test('a chain that restarts gets all its documents again', async () => {
      await append(store, [blockWith(1, [])], 1)
      await keepAt(blockMs(2))
      server.paths.length = 0
      await createEvmIndex(store, chain, { from: 0 }).rewind(undefined)
      await append(store, [blockWith(0, [minted721(contract, 1)], 'anew')])
      await keepAt(later)
      expect(timesAsked('/1')).toBe(1)
    })
  })

  test('tokens of a backfill, in any order, get their documents', async () => {
    await append(store, [blockWith(0, [minted721(contract, 1)])])
    const { pool } = node()
    await keep(store, { pool, outbound: server.outbound })
    const older = walletOf(503)
    const row = await store.db.selectFrom('evm_nft_tokens').selectAll().executeTakeFirstOrThrow()
    const hash = new Uint8Array(16)
    const token = { ...row, token_address: Buffer.from(older.slice(2), 'hex'), token_hash: hash, token_id: '77' }
    await store.db
      .insertInto('evm_nft_tokens')
      .values({ ...token, minted_block: null })
      .execute()
    await store.db
      .insertInto('evm_histories')
      .values({
        ...{ chain, address: token.token_address, requested_at: 1, started_at: 1, synced_at: null, first_block: 0 },
        ...{ target_block: 1, row_count: 1, rows_per_second: null, blocks_per_second: null, error: null, ...unchecked },
        decoder_version: decoderVersion,
      })
      .execute()
    await keep(store, { pool, outbound: server.outbound })
    expect(await rowOf(77, older)).toMatchObject({ name: 'Token /77', minted_block: null })

    // The walk over all tokens tells what became known since.
    await store.db.updateTable('evm_nft_tokens').set({ minted_block: 5 }).where('token_hash', '=', hash).execute()
    const isNoted = async () => (await rowOf(77, older))?.minted_block === 5
    await keep(store, { pool, outbound: server.outbound }, { now: startMs + 30 * minuteMs, until: isNoted })
  })

  test('failures are retried with growing delays of at most a day, and given up in the end', async () => {
    server.answer = (_, response) => response.writeHead(404).end()
    await append(store, [blockWith(0, [minted721(contract, 1)])])
    const waits: number[] = []
    let now = startMs
    for (let tries = 1; tries <= 30; tries++) {
      await keep(store, { ...node(), outbound: server.outbound }, { now })
      const row = await rowOf(1)
      expect(row).toMatchObject({ failures: tries, error: 'The host responded with 404.', metadata: null })
      expect(timesAsked('/1')).toBe(tries)
      if (!row?.due_at) break
      waits.push(row.due_at - now)
      now = row.due_at
    }
    expect(waits.slice(0, 4)).toEqual([1, 2, 4, 8].map((minutes) => minutes * minuteMs))
    expect(Math.max(...waits)).toBe(24 * 60 * minuteMs)
    expect(await rowOf(1)).toMatchObject({ due_at: null, failures: 30 })
  })

  test('Retry-After of a host is respected', async () => {
    server.answer = (_, response) => response.writeHead(429, { 'retry-after': '7200' }).end()
    await append(store, [blockWith(0, [minted721(contract, 1)])])
    await keep(store, { ...node(), outbound: server.outbound })
    expect(await rowOf(1)).toMatchObject({ due_at: startMs + 7_200_000, failures: 1 })
  })

  test('a host that keeps failing is skipped for a while by background requests', async () => {
    server.answer = (_, response) => response.writeHead(503).end()
    const ids = Array.from({ length: 80 }, (_, index) => index)
    await append(store, [
      blockWith(
        0,
        ids.map((id) => minted721(contract, id)),
      ),
    ])
    await keep(store, { ...node(), outbound: server.outbound })
    expect(server.paths.length).toBeLessThan(60)
    const rows = await metadataRows(store)
    expect(rows.every(({ due_at }) => due_at === startMs + minuteMs)).toBe(true)
    const rested = rows.filter(({ failures }) => failures === 0)
    expect(rested.length).toBe(80 - server.paths.length)
    await store.db.updateTable('evm_nft_metadata').set({ is_wanted: 1, due_at: startMs }).execute()
    server.answer = namedDocuments
    await keep(store, { ...node(), outbound: server.outbound })
    expect((await metadataRows(store)).every(({ name, error }) => name && error === null)).toBe(true)
  })

  test('nothing is recorded while the node fails, and everything is read when it is back', async () => {
    await append(store, [blockWith(0, [minted721(contract, 1)])])
    const down = node()
    down.isUp = false
    const isNoticed = async () => (await rowOf(1)) !== undefined
    await keep(store, { pool: down.pool, outbound: server.outbound }, { until: isNoticed })
    expect(await rowOf(1)).toMatchObject({ failures: 0, due_at: startMs, error: null })
    down.isUp = true
    await keep(store, { pool: down.pool, outbound: server.outbound })
    expect(await rowOf(1)).toMatchObject({ name: 'Token /1' })
  })

  test('work interrupted by a shutdown is done at the next start', async () => {
    const ids = Array.from({ length: 300 }, (_, index) => index)
    await append(store, [
      blockWith(
        0,
        ids.map((id) => minted721(contract, id)),
      ),
    ])
    const isUnderWay = async () => server.paths.length >= 60
    await keep(store, { ...node(), outbound: server.outbound }, { until: isUnderWay })
    const before = (await metadataRows(store)).filter(({ name }) => name !== null)
    expect(before.length).toBeLessThan(300)
    expect((await metadataRows(store)).every(({ failures, error }) => failures === 0 && error === null)).toBe(true)
    await keep(store, { ...node(), outbound: server.outbound })
    expect((await metadataRows(store)).map(({ name }) => name).sort()).toEqual(ids.map((id) => `Token /${id}`).sort())
  })

  test('a worker killed at any moment loses nothing: the next one continues', async () => {
    const url = await createUrl()
    const own = await openStore<EvmTables>(url)
    await migrate(own, storeMigrations, evmMigrations)
    const ids = Array.from({ length: isFull ? 500 : 200 }, (_, index) => index)
    await append(own, [
      blockWith(
        0,
        ids.map((id) => minted721(contract, id)),
      ),
    ])
    for (const asked of isFull ? [1, 60, 200] : [60]) {
      const worker = spawn(process.execPath, [workerScript, url, server.base], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      while (server.paths.length < asked) await new Promise((resolve) => setTimeout(resolve, 2))
      const ended = once(worker, 'exit')
      worker.kill('SIGKILL')
      await ended
    }
    const before = (await metadataRows(own)).filter(({ name }) => name !== null).length
    expect(before).toBeLessThan(ids.length)
    // What it noticed is dated by the real time.
    await keep(own, { ...node(), outbound: server.outbound }, { now: Date.now() })
    const rows = await metadataRows(own)
    expect(rows.map(({ name }) => name).sort()).toEqual(ids.map((id) => `Token /${id}`).sort())
    expect(rows.every(({ error, failures, due_at }) => error === null && failures === 0 && due_at === null)).toBe(true)
    await own.close()
  })

  test('a document that kills its worker, then three times alone, is skipped, and all others are read', {
    timeout: 180_000,
    tags: ['full'],
  }, async () => {
    const url = await createUrl()
    const own = await openStore<EvmTables>(url)
    await migrate(own, storeMigrations, evmMigrations)
    const ids = Array.from({ length: 5 }, (_, index) => index)
    await append(own, [
      blockWith(0, []),
      blockWith(
        1,
        ids.map((id) => minted721(contract, id)),
      ),
    ])
    let worker: ChildProcess | undefined
    server.answer = (request, response) => {
      if (request.url === '/3') worker?.kill('SIGKILL')
      else namedDocuments(request, response)
    }
    for (let end = 1; end <= 4; end++) {
      worker = spawn(process.execPath, [workerScript, url, server.base], { stdio: ['ignore', 'ignore', 'inherit'] })
      await once(worker, 'exit')
    }
    worker = spawn(process.execPath, [workerScript, url, server.base], { stdio: ['ignore', 'ignore', 'inherit'] })
    const named = async () => (await metadataRows(own)).filter(({ name }) => name !== null).length
    const errorOf = async () => (await metadataRows(own)).find(({ token_id }) => token_id === '3')?.error
    await expect.poll(named, { timeout: 60_000 }).toBe(ids.length - 1)
    await expect.poll(errorOf, { timeout: 60_000 }).toMatch(/^The worker ended 3 times/)
    await expect
      .poll(() => readCrashedItems(own), { timeout: 60_000 })
      .toEqual([
        expect.objectContaining({ chain, kind: 'nft-metadata', key: `${contract}/3`, attempts: 3, retryAt: null }),
      ])
    const ended = once(worker, 'exit')
    worker.kill('SIGKILL')
    await ended
    await own.close()
  })

  test('user requests are served while a slow host delays all the others', async () => {
    let waiting = 0
    server.answer = () => {
      waiting += 1
    }
    const other = await documentServer(namedDocuments)
    const ids = Array.from({ length: 40 }, (_, index) => index)
    await append(store, [
      blockWith(
        0,
        ids.map((id) => minted721(contract, id)),
      ),
    ])
    const { pool } = uriNode((_, id) => (id === '39' ? `${other.base}/39` : `${server.base}/${id}`))
    const outbound: Pick<Outbound, 'fetch'> = {
      fetch: (url, options) => (url.startsWith(other.base) ? other : server).outbound.fetch(url, options),
    }
    let isAsked = false
    const isRead = async () => {
      if (waiting < 6) return false
      if (!isAsked) {
        isAsked = true
        await store.db.updateTable('evm_nft_metadata').set({ is_wanted: 1 }).where('token_id', '=', '39').execute()
      }
      return (await rowOf(39))?.name === 'Token /39'
    }
    await keep(store, { pool, outbound }, { until: isRead })
    await other.close()
  })
})
