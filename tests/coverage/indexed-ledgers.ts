import type { Api, Client } from '#lib/api/endpoint.ts'
import { renderNestError, renderPlainError } from '#lib/api/error-bodies.ts'
import type { RequestFacts } from '#lib/api/serve/exchange.ts'
import { serve } from '#lib/api/serve/serve.ts'
import { createAptosActivityService } from '#lib/aptos/activity/activity-service.ts'
import { createAptosAssetService } from '#lib/aptos/asset/asset-service.ts'
import { createAptosService, createBlockCache } from '#lib/aptos/block/block-cache.ts'
import { indexNetwork } from '#lib/aptos/chain/ingest/index-network.ts'
import { aptosMigrations } from '#lib/aptos/chain/migrations/migrations.ts'
import { createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { aptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import { createAptosExplorerService } from '#lib/aptos/family/explorer-service.ts'
import { aptosApi } from '#lib/aptos/interface-api.ts'
import { createIndexStates } from '#lib/aptos/network/index-state.ts'
import { createAptosNftExplorerService } from '#lib/aptos/nft/nft-explorer-service.ts'
import { createAptosNftService } from '#lib/aptos/nft/nft-service.ts'
import { createAptosCoverage } from '#lib/aptos/query/context.ts'
import { createIndexedChains } from '#lib/aptos/query/indexed-chains.ts'
import { createAptosSearchService } from '#lib/aptos/search/search-service.ts'
import { demoAptosFetch } from '#lib/demo/aptos/demo-fetch.ts'
import { demoEvmTransport } from '#lib/demo/evm/demo-transport.ts'
import { knownEvmChains } from '#lib/evm/api/chains.ts'
import { indexChain } from '#lib/evm/chain/follow/index-chain.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { createEvmExplorerService, createEvmService } from '#lib/evm/family/service.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import type { EvmNodeAccess } from '#lib/evm/query/node-access.ts'
import { keepInternalTransfers, untracedBlocks } from '#lib/evm/trace/keep-internal-transfers.ts'
import { createExportHandler, createSlots, type ExportedApi } from '#lib/export/export-handler.ts'
import { createGateway } from '#lib/gateway/gateway.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import type { PageApis } from '#lib/pages/ask.ts'
import type { PageRegistry } from '#lib/pages/page-definition.ts'
import { createPageHandler } from '#lib/pages/page-handler.ts'
import { createCursors } from '#lib/store/cursors.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate, type Store } from '#lib/store/store.ts'

/** Which parts of the two bundled ledgers are indexed; undefined follows them from their beginning to the head. */
export type Indexed = { blocks?: readonly BlockRange[]; versions?: readonly BlockRange[] }

const demoChain = knownEvmChains().find(({ name }) => name === 'demo')
export const chainName = 'local'
const silent = { info: () => {}, warn: () => {} }
const pollMs = 50

/** Runs the worker's own loops until the ledgers, or those parts of them, are stored. */
const indexLedgers = async (store: Store<unknown>, { blocks, versions }: Indexed): Promise<void> => {
  const stop = new AbortController()
  const reader = createEvmReader(createPool([demoEvmTransport()]), { finalityBlocks: 0, checkBloom: true })
  const chain = { name: chainName, expectedId: demoChain?.id, reader, start: { at: 0 }, mayReset: false, pollMs }
  const node = aptosNode()
  const network = {
    name: 'mainnet' as const,
    node,
    start: { at: 0 },
    contents: ['digital_assets', 'fungible_assets'] as const,
    pollMs,
  }
  const indexing = Promise.all([
    indexChain(store.withTables<EvmTables>(), { ...chain, ranges: blocks }, { log: silent, signal: stop.signal }),
    indexNetwork(
      store.withTables<AptosTables>(),
      { ...network, ranges: versions },
      { log: silent, signal: stop.signal },
    ),
  ])
  const isStored = await storedCheck(store, reader, node)
  while (!(blocks || (await isStored.evm())) || !(versions || (await isStored.aptos())))
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  if (!blocks || !versions) stop.abort()
  await indexing
  await traceLedger(store.withTables<EvmTables>())
}

/** Until every stored block is traced. */
const traceLedger = async (store: Store<EvmTables>): Promise<void> => {
  const id = demoChain?.id ?? 0
  const stop = new AbortController()
  const pool = createPool([demoEvmTransport()])
  const tracing = keepInternalTransfers(store, id, pool, silent, stop.signal, { pollMs })
  while ((await untracedBlocks(store.db, id, [], 1)).length > 0)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  stop.abort()
  await tracing
}

const aptosNode = () => createAptosNode({ baseUrls: ['http://demo.invalid/v1'], fetch: demoAptosFetch })

const storedCheck = async (
  store: Store<unknown>,
  reader: ReturnType<typeof createEvmReader>,
  node: ReturnType<typeof aptosNode>,
) => {
  const { latest } = await reader.head()
  const { newestVersion } = await node.ledgerInfo()
  const db = store.withTables<EvmTables & AptosTables>().db
  return {
    evm: async () =>
      (await db.selectFrom('evm_intervals').select('last_block').where('last_block', '>=', latest).execute()).length >
      0,
    aptos: async () =>
      (
        await db
          .selectFrom('aptos_intervals')
          .select('last_version')
          .where('last_version', '>=', newestVersion)
          .execute()
      ).length > 0,
  }
}

/** A node that keeps the state of every block, in which everyone has five of everything. */
const nodeOfState: EvmNodeAccess = {
  balance: async () => 5n,
  callContracts: async (_, calls) => calls.map(() => Buffer.from('5'.padStart(64, '0'), 'hex')),
}

/** The API, its exports and its pages as data over those parts of the ledgers; asked with paths as a program asks. */
export const servedLedgers = async (store: Store<unknown>, indexed: Indexed, registry: PageRegistry) => {
  await migrate(store, evmMigrations)
  await migrate(store, storeMigrations, evmMigrations, aptosMigrations)
  await indexLedgers(store, indexed)
  const cursors = createCursors(new Uint8Array(32))
  const served = createServedChains([{ name: chainName, id: demoChain?.id, ranges: indexed.blocks, keepsTraces: true }])
  const evmOptions = { store: store.withTables<EvmTables>(), served, cursors, node: nodeOfState }
  const aptosStore = store.withTables<AptosTables>()
  const nodes = { mainnet: aptosNode() }
  const chains = createIndexedChains(aptosStore.db, nodes)
  const nfts = { store: aptosStore, cursors, chains }
  const assetCoverage = createAptosCoverage(aptosStore.db, {
    ...{ now: Date.now, ageMaxMs: 0 },
    needs: { fungible_assets: 'always' },
  })
  const source = <S>(service: S) => [{ name: 'index', service }]
  const evm = {
    client: createGateway(evmApi, source(createEvmService(evmOptions))),
    explorer: createGateway(evmExplorerApi, source(createEvmExplorerService(evmOptions))),
  }
  const aptos = {
    client: createGateway(
      aptosApi,
      source({
        ...createAptosService({ nodes, cache: createBlockCache(store, { onFailure: () => {} }) }),
        ...createAptosNftService(nfts),
      }),
    ),
    explorer: createGateway(
      aptosExplorerApi,
      source({
        ...createAptosExplorerService({ nodes, indexState: createIndexStates(aptosStore.db, chains) }),
        ...createAptosNftExplorerService(nfts),
        ...createAptosSearchService(nfts),
        ...createAptosAssetService({ ...nfts, coverage: assetCoverage }),
        ...createAptosActivityService({ ...nfts, coverage: assetCoverage }),
      }),
    ),
  }
  const mounted = {
    evm: { api: evmApi, client: evm.client, basePath: '', renderError: renderPlainError },
    'evm-explorer': {
      api: evmExplorerApi,
      client: evm.explorer,
      basePath: '/api/explorer',
      renderError: renderPlainError,
    },
    aptos: { api: aptosApi, client: aptos.client, basePath: '/api/aptos', renderError: renderNestError },
    'aptos-explorer': {
      api: aptosExplorerApi,
      client: aptos.explorer,
      basePath: '/api/explorer',
      renderError: renderPlainError,
    },
  }
  const observe = ({ status, error }: RequestFacts) => {
    if (status === 500) throw error
  }
  const handlers = Object.values(mounted).map(({ api, client, ...place }) => ({
    place,
    handle: serve(api as Api, client as unknown as Client<Api>, { ...place, observe }),
  }))
  const exports = createExportHandler({
    apis: Object.values(mounted) as unknown as ExportedApi[],
    admit: async () => ({ headers: {}, caller: 'test' }),
    slotOf: () => 'test',
    takeSlot: createSlots(),
    observe,
  })
  const pages = createPageHandler({
    apis: mounted as unknown as PageApis,
    takeForVisitor: async () => ({ headers: {} }),
    observe,
  })
  return async (path: string): Promise<Response> => {
    const request = new Request(`http://page.test${path}`)
    if (path.startsWith('/api/page/')) return pages(request, { registry, draw: async () => new Uint8Array() })
    if (path.startsWith('/api/export/')) return exports(request)
    for (const { place, handle } of handlers) {
      if (!path.startsWith(place.basePath)) continue
      const answer = await handle(request.clone())
      if (answer.status !== 404 || handle === handlers.at(-1)?.handle) return answer
      const { message = '' } = (await answer.clone().json()) as { message?: string }
      if (!String(message).includes('There is no endpoint')) return answer
    }
    throw new Error(`nothing serves ${path}`)
  }
}
