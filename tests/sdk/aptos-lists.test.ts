import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Moralis from 'moralis'
import MoralisLatest from 'moralis-latest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderNestError } from '#lib/api/error-bodies.ts'
import { serve } from '#lib/api/serve/serve.ts'
import { createAptosService } from '#lib/aptos/block/block-cache.ts'
import { indexNetwork } from '#lib/aptos/chain/ingest/index-network.ts'
import { aptosMigrations } from '#lib/aptos/chain/migrations/migrations.ts'
import { createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { readAptosIntervals } from '#lib/aptos/chain/write/stored-intervals.ts'
import { aptosApi } from '#lib/aptos/interface-api.ts'
import { createAptosNftService } from '#lib/aptos/nft/nft-service.ts'
import { createIndexedChains } from '#lib/aptos/query/indexed-chains.ts'
import { demoAptosFetch } from '#lib/demo/aptos/demo-fetch.ts'
import { demoAptosChainId } from '#lib/demo/cast.ts'
import { createGateway } from '#lib/gateway/gateway.ts'
import { createCursors } from '#lib/store/cursors.ts'
import { migrate, type Store } from '#lib/store/store.ts'
import { testStores } from '#tests/store/test-stores.ts'
import { lostValues } from './lost-values.ts'

/* What a program with the official SDK reads of the demo ledger. The SDK knows the hosts of one service alone: they are swapped. */

type Records = Record<string, unknown>[]
type Answer = { cursor?: string | null; hasNextPage: boolean; result: unknown[]; toJSON(): { result: Records } }
type Call = (parameters: Record<string, unknown>) => Promise<Answer>
type AptosCalls = { nfts: Record<string, Call>; wallets: Record<string, Call> }
type HttpClient = {
  interceptors: { request: { use(change: (config: { baseURL?: string }) => { baseURL?: string }): void } }
}

const sdkHost = 'https://aptos-mainnet.aws-prod-api-1.moralis.io'
const stores = testStores('sqlite')
const node = createAptosNode({ baseUrls: ['http://demo.invalid/v1'], fetch: demoAptosFetch })
const releases = [Moralis, MoralisLatest].map((release) => ({
  release: (release.Core.constructor as unknown as { libVersion: string }).libVersion,
  sdk: release.AptosApi as unknown as AptosCalls,
}))
let store: Store<AptosTables>
let baseUrl = ''
const sent: Records[] = []

/** The whole demo ledger, digital assets left out: the SDK speaks of token v1. */
const indexDemo = async (): Promise<void> => {
  const { newestVersion } = await node.ledgerInfo()
  const stop = new AbortController()
  const network = { name: 'mainnet', node, start: { at: 0 }, contents: [], pollMs: 10 } as const
  const done = indexNetwork(store, network, { log: { info: () => {}, warn: console.error }, signal: stop.signal })
  while ((await readAptosIntervals(store.db, demoAptosChainId)).at(-1)?.last !== newestVersion) await wait(10)
  stop.abort()
  await done
}

const handler = () => {
  const nodes = { mainnet: node }
  const index = createAptosNftService({
    store,
    cursors: createCursors(new Uint8Array(32)),
    chains: createIndexedChains(store.db, nodes),
  })
  const client = createGateway(aptosApi, [{ name: 'demo', service: { ...createAptosService({ nodes }), ...index } }])
  return serve(aptosApi, client, { renderError: renderNestError, observe: () => {} })
}

const startServer = async () => {
  const answer = handler()
  const server = createServer(async ({ url = '/', method = 'GET' }, response) => {
    const given = await answer(new Request(new URL(url, 'http://spyglass.test'), { method }))
    const text = await given.text()
    if (given.ok) sent.push(JSON.parse(text).result)
    response.writeHead(given.status, Object.fromEntries(given.headers)).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return server
}

/** The HTTP client that the SDK uses, as the SDK finds it. */
const httpClient = async (): Promise<HttpClient> => {
  const requireOfSdk = createRequire(createRequire(import.meta.url).resolve('@moralisweb3/common-core'))
  const folder = dirname(requireOfSdk.resolve('axios/package.json'))
  return ((await import(join(folder, 'index.js'))) as { default: HttpClient }).default
}

let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  store = await stores.createStore<AptosTables>()
  await migrate(store, aptosMigrations)
  await indexDemo()
  server = await startServer()
  const { interceptors } = await httpClient()
  interceptors.request.use((config) => ({
    ...config,
    baseURL: config.baseURL === sdkHost ? baseUrl : config.baseURL,
  }))
  await Promise.all([Moralis, MoralisLatest].map((release) => release.start({ apiKey: 'any' })))
})
afterAll(() => server?.close())

const activities = () => store.db.selectFrom('aptos_token_activities').selectAll().execute()
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const mostFrequent = (values: readonly string[]): string => {
  const counts = Map.groupBy(values, (value) => value)
  const [first] = [...counts.values()].sort((a, b) => b.length - a.length)
  if (!first?.[0]) throw new Error('the ledger has none')
  return first[0]
}

/** Pages by the cursor, as the SDK has no `next()` here; what it made of each record has to say all that was sent. */
const walk = async (call: Call | undefined, parameters: Record<string, unknown>): Promise<Records> => {
  if (!call) throw new Error('this release lacks the operation')
  const records: Records = []
  for (let cursor: string | null | undefined, pages = 0; cursor !== null; pages++) {
    if (pages > 100) throw new Error('it pages for ever')
    sent.length = 0
    const answer = await call({ ...parameters, limit: 7, ...(cursor && { cursor }) })
    const [raw = []] = sent
    expect(answer.result).toHaveLength(raw.length)
    const lost = raw.flatMap((record, index) => lostValues(record, answer.result[index]))
    expect([...new Set(lost)]).toEqual([])
    expect(answer.hasNextPage).toBe(Boolean(answer.cursor))
    records.push(...raw)
    cursor = answer.cursor ?? null
  }
  return records
}

test("every activity's collection is in the collection table, on which the creator lists rely", async () => {
  const known = await store.db.selectFrom('aptos_collections').select('collection_data_id_hash').execute()
  const ids = new Set(known.map((row) => hex(row.collection_data_id_hash)))
  const unknown = (await activities()).filter((row) => !ids.has(hex(row.collection_data_id_hash)))
  expect(unknown).toEqual([])
})

test('an invalid request gets the body that clients read, with a message per parameter', async () => {
  const response = await fetch(`${baseUrl}/nfts/owners?limit=101&offset=-1&token_ids[0]=oops&token_ids[1]=oops`)
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({
      statusCode: 400,
      error: 'Bad Request',
      message: [
        expect.stringMatching(/^token_ids .*is not an id hash/),
        expect.stringMatching(/^limit is out of range/),
        expect.stringMatching(/^offset is out of range/),
      ],
    }),
  ])
})

describe.each(releases)('SDK $release', ({ sdk }) => {
  test('reads every NFT transfer by collection, creator and wallet, page by page', async () => {
    const rows = await activities()
    const collection = mostFrequent(rows.map((row) => hex(row.collection_data_id_hash)))
    const creator = mostFrequent(rows.map((row) => hex(row.creator_address)))
    const wallet = mostFrequent(rows.flatMap(({ to_address }) => (to_address ? [hex(to_address)] : [])))
    const count = (keep: (row: (typeof rows)[number]) => boolean) => rows.filter(keep).length

    const byCollection = await walk(sdk.nfts.getNFTTransfersByCollection, { collectionDataIdHash: collection })
    expect(byCollection).toHaveLength(count((row) => hex(row.collection_data_id_hash) === collection))
    const byCreator = await walk(sdk.nfts.getNFTTransfersByCreators, { creatorAddresses: [creator] })
    expect(byCreator).toHaveLength(count((row) => hex(row.creator_address) === creator))
    const isOf = (row: (typeof rows)[number]) =>
      [row.from_address, row.to_address].some((side) => side && hex(side) === wallet)
    for (const call of [sdk.nfts.getNFTTransfersByWallets, sdk.wallets.getWalletsNFTTransfers])
      expect(await walk(call, { walletAddresses: [wallet] })).toHaveLength(count(isOf))
    const some = await walk(sdk.nfts.getNFTTransfersByWallets, {
      walletAddresses: [wallet],
      collectionBlacklist: [collection],
    })
    expect(some).toHaveLength(count((row) => isOf(row) && hex(row.collection_data_id_hash) !== collection))
    expect(byCollection.length).toBeGreaterThan(7)
  })

  test('reads the owners of tokens, page by page', async () => {
    const held = (await store.db.selectFrom('aptos_token_ownerships').selectAll().execute()).filter(
      ({ amount }) => amount !== '0',
    )
    const tokenIds = [...new Set(held.map((row) => hex(row.token_data_id_hash)))].slice(0, 20)
    const owners = await walk(sdk.nfts.getNFTOwnersByTokens, { tokenIds })
    expect(owners).toHaveLength(held.filter((row) => tokenIds.includes(hex(row.token_data_id_hash))).length)
    expect(owners.length).toBeGreaterThan(7)
  })

  test('reports an error with its message', async () => {
    const refusal = (parameters: Record<string, unknown>) =>
      sdk.nfts.getNFTTransfersByWallets?.({ walletAddresses: ['0x1'], ...parameters }).then(
        () => 'answered',
        (error: Error) => error.message,
      )
    expect(await refusal({ limit: 101 })).toMatch(/400.*limit is out of range/)
    expect(await refusal({ limit: 10, offset: 101 })).toMatch(/400.*offset is out of range/)
    expect(await refusal({ limit: 10, cursor: 'garbage' })).toMatch(/400.*cursor is not a cursor/)
    expect(await refusal({})).toMatch(/400.*limit is required/)
    expect(await refusal({ limit: 10, collectionWhitelist: ['oops'] })).toMatch(/400.*collection_whitelist/)
  })
})
