import type { AuthenticationKeyOf } from '#lib/account/aptos-sign-in.ts'
import { pickService } from '#lib/api/client/client.ts'
import { renderNestError, renderPlainError } from '#lib/api/error-bodies.ts'
import { createAptosActivityService } from '#lib/aptos/activity/activity-service.ts'
import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import { aptosChainNames } from '#lib/aptos/api/chain-names.ts'
import { aptosExplorerRoot, aptosRoot, aptosTestnetRoot } from '#lib/aptos/api/roots.ts'
import { shownAssets } from '#lib/aptos/asset/asset-record.ts'
import { createAptosAssetService } from '#lib/aptos/asset/asset-service.ts'
import { distributingContracts } from '#lib/aptos/asset/distributing-contracts.ts'
import { createAptosService, createBlockCache } from '#lib/aptos/block/block-cache.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { aptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import { hostedStatus } from '#lib/aptos/hosted/hosted-status.ts'
import { aptosApi } from '#lib/aptos/interface-api.ts'
import { createAptosMcp } from '#lib/aptos/mcp/aptos-mcp.ts'
import { aptosIndexPosition, createIndexStates } from '#lib/aptos/network/index-state.ts'
import { readAptosTips } from '#lib/aptos/network/tips.ts'
import { createAptosNftExplorerService } from '#lib/aptos/nft/nft-explorer-service.ts'
import { createAptosNftService } from '#lib/aptos/nft/nft-service.ts'
import { createTokenMetadata } from '#lib/aptos/nft/token-metadata.ts'
import { createAptosCoverage } from '#lib/aptos/query/context.ts'
import { createIndexedChains } from '#lib/aptos/query/indexed-chains.ts'
import type { NetworkNodes } from '#lib/aptos/query/node-context.ts'
import { createAptosSearchService } from '#lib/aptos/search/search-service.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { invariant } from '#lib/base/invariant.ts'
import { type FamilyBase, type FamilyParts, familyMount } from '#lib/config/family.ts'
import { createGateway } from '#lib/gateway/gateway.ts'
import type { Tips } from '#lib/gateway/live-stream.ts'
import { createMediaRecords, createPicturePreviews } from '#lib/media/media-records.ts'
import type { MediaTables } from '#lib/media/media-tables.ts'
import { createCursors } from '#lib/store/cursors.ts'
import { readByStore, type Stores } from '#lib/store/stores.ts'
import { createAptosExplorerService } from './explorer-service.ts'
import { aptosHealth } from './health.ts'
import { aptosEnds, aptosSources, aptosVisitorWaitMs } from './sources.ts'

/** How long coverage is cached: a response may claim less than is indexed by then. */
const coverageAgeMaxMs = 1_000

/** All Aptos services of a process that handles requests. */
export const composeAptos = async (base: FamilyBase) => {
  const { config, stores } = base
  const { demo, families } = config
  const { hostedBaseUrl } = families.aptos
  const nodes = aptosSources(config, stores, { timeLimitMs: aptosVisitorWaitMs })
  const networks = (['mainnet', 'testnet'] as const).filter((name) => nodes[name] !== undefined)
  const indexes = new Map(stores.all.map((each) => [each, createIndex({ ...base, store: each }, nodes)]))
  const indexOf = (network: AptosNetwork): AptosIndex => {
    const index = indexes.get(stores.of(aptosChainNames[network]))
    invariant(index, 'every database has an index')
    return index
  }
  const createNetwork = createNetworks(base, nodes, indexOf)
  const hasOnlyTestnet = networks.join() === 'testnet' && hostedBaseUrl === undefined
  const mainNetwork = hasOnlyTestnet ? 'testnet' : 'mainnet'
  const main = createNetwork(mainNetwork)
  const testnet = createNetwork('testnet')
  const rest = { api: aptosApi, renderError: renderNestError } as const
  return {
    name: 'aptos',
    pages: { ...main, isServed: networks.length > 0 || hostedBaseUrl !== undefined },
    mounts: {
      aptos: familyMount({
        ...rest,
        ...aptosRoot,
        paths: [`${aptosRoot.basePath}/`],
        client: main.client,
        indexPosition: main.indexPosition,
      }),
      aptosTestnet: familyMount({
        ...rest,
        ...aptosTestnetRoot,
        paths: [`${aptosTestnetRoot.basePath}/`],
        client: testnet.client,
        indexPosition: testnet.indexPosition,
      }),
      aptosExplorer: familyMount({
        ...aptosExplorerRoot,
        paths: [`${aptosExplorerRoot.basePath}/aptos/`],
        api: aptosExplorerApi,
        client: main.explorer,
        renderError: renderPlainError,
        indexPosition: main.indexPosition,
      }),
    },
    mcp: createAptosMcp({
      client: main.client,
      explorer: main.explorer,
      networks: hostedBaseUrl === undefined ? networks : ['mainnet', 'testnet'],
      mainNetwork,
    }),
    health: networks.map((network) =>
      aptosHealth({ network, demo, read: () => main.explorer.aptosStatus({ network }) }),
    ),
    tips: () => readTips(stores, networks),
    isHosted: hostedBaseUrl !== undefined,
    signIn: networks.length > 0 ? { aptos: { networks, authenticationKeyOf: authenticationKeys(nodes) } } : {},
    close: async () => {
      for (const { cache } of indexes.values()) await cache.settled()
    },
  } satisfies FamilyParts
}

/** The index in the database of `base`. */
const createIndex = ({ config, store: anyStore, secret, log }: FamilyBase, nodes: NetworkNodes) => {
  const { demo, families } = config
  const ofAptos = anyStore.withTables<AptosTables>()
  const store = ofAptos.reads('rows')
  const covered = ofAptos.reads('coverage').db
  const chains = createIndexedChains(store.db, nodes)
  const ofIndex = { now: Date.now, ageMaxMs: coverageAgeMaxMs, isDemo: demo }
  const hasDigitalAssets = families.aptos.contents.includes('digital_assets')
  const coverage = createAptosCoverage(covered, {
    ...ofIndex,
    needs: { digital_assets: hasDigitalAssets ? 'always' : 'if recorded' },
  })
  const assetCoverage = createAptosCoverage(covered, { ...ofIndex, needs: { fungible_assets: 'always' } })
  const activityCoverage = createAptosCoverage(covered, {
    ...ofIndex,
    needs: { fungible_assets: 'always', digital_assets: hasDigitalAssets ? 'always' : 'if recorded' },
  })
  return {
    store,
    cursors: createCursors(secret),
    chains,
    coverage,
    assetCoverage,
    activityCoverage,
    cache: createBlockCache(anyStore.reads('rows'), {
      onFailure: (error) => log.warn({ err: error }, 'could not store a block'),
    }),
    indexState: createIndexStates(store.db, chains, aptosEnds(config), Date.now, coverage, assetCoverage),
    distributingContracts: async (network: AptosNetwork, address: string) => {
      const chainId = await chains.storedId(network)
      return chainId === undefined ? undefined : await distributingContracts(store.db, chainId, address)
    },
    shownAssets: async (network: AptosNetwork, ids: readonly Uint8Array[]) => {
      const chainId = await chains.storedId(network)
      return chainId === undefined ? new Map() : await shownAssets(store.db, chainId, ids)
    },
  }
}

type AptosIndex = ReturnType<typeof createIndex>

/** The APIs with one network as the default for requests without one. */
const createNetworks = (
  { config, store, ownName, hostedSource }: FamilyBase,
  nodes: NetworkNodes,
  indexOf: (network: AptosNetwork) => AptosIndex,
) => {
  const { hostedBaseUrl } = config.families.aptos
  const indexState: AptosIndex['indexState'] = (network) => indexOf(network).indexState(network)
  const media = createMediaRecords({
    store: store.withTables<MediaTables>().reads('rows'),
    siteUrl: config.siteUrl,
    now: Date.now,
  })
  const previews = createPicturePreviews(media)
  // Documents have no chain, as previews: all are in the main database.
  const metadata = createTokenMetadata({ store: store.withTables<AptosTables>().reads('rows'), media, now: Date.now })
  return (defaultNetwork: AptosNetwork) => {
    /** One service of those of both networks' indexes. */
    const service = <S extends object>(make: (index: AptosIndex) => S): S => {
      const indexes = [...new Set([indexOf('mainnet'), indexOf('testnet')])]
      const made = new Map(indexes.map((index) => [index, make(index)]))
      return pickService([...made.values()], ({ network }) => {
        const index = indexOf(network === 'mainnet' || network === 'testnet' ? network : defaultNetwork)
        const picked = made.get(index)
        invariant(picked, 'every network has a service')
        return picked
      })
    }
    const nfts = service((index) => createAptosNftService({ ...index, defaultNetwork }))
    const nftExplorer = service((index) =>
      createAptosNftExplorerService({ ...index, defaultNetwork, metadata, previews }),
    )
    const search = service((index) => createAptosSearchService({ ...index, defaultNetwork, metadata, previews }))
    const assets = service((index) =>
      createAptosAssetService({ ...index, coverage: index.assetCoverage, previews, defaultNetwork }),
    )
    const activity = service((index) =>
      createAptosActivityService({ ...index, coverage: index.activityCoverage, defaultNetwork }, nodes),
    )
    const blocks = service(({ cache }) => createAptosService({ nodes, cache, defaultNetwork }))
    const explorer = createAptosExplorerService({
      nodes,
      source: ownName,
      defaultNetwork,
      indexState,
      indexedAssets: (network, ids) => indexOf(network).shownAssets(network, ids),
      indexedContracts: (network, address) => indexOf(network).distributingContracts(network, address),
    })
    return {
      indexPosition: aptosIndexPosition(
        { ...nfts, ...nftExplorer, ...search, ...assets, ...activity },
        indexState,
        defaultNetwork,
      ),
      client: createGateway(aptosApi, [
        { name: ownName, service: { ...blocks, ...nfts } },
        ...hostedSource(aptosApi, hostedBaseUrl),
      ]),
      explorer: createGateway(aptosExplorerApi, [
        { name: ownName, service: { ...explorer, ...nftExplorer, ...search, ...assets, ...activity } },
        ...(hostedBaseUrl ? [{ name: 'hosted', service: hostedStatus }] : []),
      ]),
    }
  }
}

/** The newest version of each network, of all databases that can be read. @throws if none can be. */
const readTips = async (stores: Stores, networks: readonly AptosNetwork[]): Promise<Tips> => {
  const read = await readByStore(
    stores,
    networks,
    (network) => aptosChainNames[network],
    (store, own) => readAptosTips(store.withTables<AptosTables>().reads('rows').db, own),
  )
  return Object.assign({}, ...read)
}

const authenticationKeys =
  (nodes: NetworkNodes): AuthenticationKeyOf =>
  async (network, address, signal) => {
    const node = nodes[network]
    if (node === undefined) throw new ServiceError('not_available', `No full node of ${network} is configured.`)
    return (await node.account(address, signal))?.authenticationKey
  }
