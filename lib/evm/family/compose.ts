import { renderPlainError } from '#lib/api/error-bodies.ts'
import type { Config } from '#lib/config.ts'
import { demoAbis } from '#lib/demo/evm/demo-transport.ts'
import { documentSources } from '#lib/document-sources.ts'
import type { ContractAt } from '#lib/evm/abi/abi-port.ts'
import type { ContractSources } from '#lib/evm/abi/contract-sources.ts'
import { createEvmAbis } from '#lib/evm/abi/evm-abis.ts'
import type { GivenAbis } from '#lib/evm/abi/given-abis.ts'
import { createAbiDirectory } from '#lib/evm/abi/sources/abi-directory.ts'
import type { LocalAbis } from '#lib/evm/abi/sources/contract-abis.ts'
import type { AbiVerifier } from '#lib/evm/abi/sources/sourcify.ts'
import { createBackfill } from '#lib/evm/backfill/request-history.ts'
import { createFunctionShapes } from '#lib/evm/bytecode/function-shapes.ts'
import { evmExplorerApi } from '#lib/evm/contract/explorer/api.ts'
import { givenAbiMax } from '#lib/evm/contract/explorer/code/given-abi-endpoints.ts'
import { evmExplorerRoutes } from '#lib/evm/contract/explorer/routes.ts'
import { evmApi } from '#lib/evm/contract/interface/api.ts'
import { evmPlace, evmRoutes } from '#lib/evm/contract/interface/routes.ts'
import { createEvmCoverage } from '#lib/evm/coverage/evm-coverage.ts'
import { refuseOwnChains, withHostedChains } from '#lib/evm/hosted-chains.ts'
import { createHostedServedChains } from '#lib/evm/hosted-served-chains.ts'
import { liveServedChains } from '#lib/evm/live-served-chains.ts'
import { withWalletNames } from '#lib/evm/names/add-wallet-names.ts'
import type { WalletNames } from '#lib/evm/names/wallet-names.ts'
import { createNodeAccess } from '#lib/evm/node-access.ts'
import { createPriceBook } from '#lib/evm/prices/price-book.ts'
import { knownPriceSources } from '#lib/evm/prices/price-sources.ts'
import { evmIndexPosition } from '#lib/evm/queries/chain/index-position.ts'
import { readEvmTips } from '#lib/evm/queries/chain/tips.ts'
import { createInternalCallsCache } from '#lib/evm/queries/parts/internal-calls-cache.ts'
import { createKeptCalldata } from '#lib/evm/queries/parts/kept-calldata.ts'
import { createReplays } from '#lib/evm/queries/parts/replays/replays.ts'
import { createStateReads } from '#lib/evm/queries/parts/state-reads.ts'
import { createEvmExplorerService, createEvmService } from '#lib/evm/queries/service.ts'
import type { ServedChains } from '#lib/evm/served.ts'
import { withListedNames, withNames } from '#lib/evm/signatures/add-names.ts'
import { createKnownSignatures, type KnownSignatures } from '#lib/evm/signatures/known-signatures.ts'
import { createOnlineSignatures } from '#lib/evm/signatures/online-signatures.ts'
import { createSignatureService } from '#lib/evm/signatures/signature-service.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { type FamilyBase, type FamilyParts, familyMount, type HostedSource } from '#lib/family.ts'
import { createGateway } from '#lib/gateway/gateway.ts'
import { createNewContractQuota } from '#lib/gateway/limits/new-contract-quota.ts'
import { runVisit } from '#lib/gateway/limits/visit.ts'
import { createHostedPreviews } from '#lib/media/hosted-previews.ts'
import { createMediaHandler } from '#lib/media/media-handler.ts'
import { createMediaRecords } from '#lib/media/media-records.ts'
import { createOutbound } from '#lib/outbound/outbound.ts'
import { createCursors } from '#lib/store/cursors.ts'
import { sharedQuery } from '#lib/store/shared-query.ts'
import { evmHealth } from './health.ts'
import { createLocalAbis } from './local-abis.ts'
import { createNames } from './names.ts'
import { createReadCodes } from './read-codes.ts'
import { demoChainId, type EvmSource, evmSources, knownAddresses } from './sources.ts'
import { createVerification } from './verification.ts'
import { createVerifier, withVerifierSources } from './verifier.ts'

/** How long coverage is cached: a response may claim less than is indexed by then. */
const coverageAgeMaxMs = 1_000

/** One gateway may serve many visitors at once. */
const originalsPerHost = 24

/** How long a list waits for unknown verified ABIs; until then it shows guesses. */
const listNamesWaitMs = 150

/** All EVM services of a process that handles requests. */
export const composeEvm = async (base: FamilyBase) => {
  const { config, hostedSource, ownName } = base
  const nodes = evmSources(config, base.store.withTables<EvmTables>())
  let served: ServedChains | undefined
  const chainOf = (id: number) => served?.all.find((chain) => chain.id === id)
  const readCodes = createReadCodes(nodes, chainOf, base.log)
  const local = createLocalAbis(base, readCodes, chainOf)
  const verifier = createVerifier(base)
  const isUsed = local.given.policy !== 'off'
  const abis = createAbis(base, nodes, { local: local.abis, given: isUsed ? local.given : undefined, verifier })
  const names = createNames(base, nodes)
  const media = createMedia(base)
  const online = createOnline(base)
  const signatures = createKnownSignatures({ online })
  const index = await createIndex(base, nodes, {
    abis,
    sources: withVerifierSources(local.sources, verifier, base),
    givenAbis: local.given,
    names,
    signatures,
  })
  served = index.served
  const verification = createVerification(base, nodes, { served: index.served, readCodes })
  const pages = createClients({ index, hasNode: nodes.length > 0, config, hostedSource, ownName, signatures })
  const readChains = async () => (await pages.explorer.evmChains({})).result
  const rest = { renderError: renderPlainError, indexPosition: evmIndexPosition(readChains) } as const
  return {
    name: 'evm',
    pages,
    mounts: {
      evm: familyMount({
        ...rest,
        system: 'evm',
        paths: ['/api/v2/', '/api/v2.2/'],
        api: evmApi,
        client: pages.client,
        basePath: '',
        ...evmPlace,
      }),
      evmExplorer: familyMount({
        ...rest,
        system: 'evm-explorer',
        paths: ['/api/explorer/evm/'],
        api: evmExplorerApi,
        client: pages.explorer,
        basePath: '/api/explorer',
        bodyBytesMax: 2 * givenAbiMax,
      }),
      ...verification.mounts,
    },
    handlers: { media: media.handler },
    health: [evmHealth(readChains)],
    tips: () => readEvmTips(index.store.db, index.served.all),
    isHosted: config.families.evm.hostedBaseUrl !== undefined,
    close: async () => {
      await media.close()
      await abis.close()
      await online?.close()
      await names?.close()
    },
  } satisfies FamilyParts
}

const createAbis = (
  { config: { demo, outside }, store, log }: FamilyBase,
  nodes: readonly EvmSource[],
  {
    verifier,
    ...own
  }: { local: readonly LocalAbis[]; given: GivenAbis | undefined; verifier: AbiVerifier | undefined },
) => {
  const { abiDir } = outside
  return createEvmAbis({
    store: store.withTables<EvmTables>(),
    directory: abiDir === undefined ? undefined : createAbiDirectory(abiDir, log),
    ...own,
    builtIn: demo ? { chain: demoChainId, read: demoAbis } : undefined,
    verifier,
    poolOf: ({ name }) => nodes.find(({ chain }) => chain === name)?.pool,
    log,
  })
}

/** Signatures from the service that the operator configured. The demo ledger needs none. */
const createOnline = ({ config: { demo, outside }, store, log }: FamilyBase) =>
  demo || outside.signaturesUrl === undefined
    ? undefined
    : createOnlineSignatures({
        store: store.withTables<EvmTables>(),
        service: createSignatureService(outside.signaturesUrl),
        log,
      })

const createIndex = async (
  { config, store: anyStore, secret, log }: FamilyBase,
  nodes: readonly EvmSource[],
  known: {
    abis: ReturnType<typeof createAbis>
    sources: ContractSources
    givenAbis: GivenAbis
    names: WalletNames | undefined
    signatures: KnownSignatures
  },
) => {
  const store = anyStore.withTables<EvmTables>()
  const onDemandPolicy = config.families.evm.indexOnDemand
  const quota = createNewContractQuota({ shared: sharedQuery(store), secret })
  return {
    store: store.reads('rows'),
    histories: createBackfill(store, { onDemand: { policy: onDemandPolicy, quota } }),
    onDemandPolicy,
    served: await liveServedChains(
      store,
      nodes.map(({ chain, ranges, end, contracts, traces, publicUrl }) => {
        const keepsTraces = traces === 'values'
        return { name: chain, ranges, endBlock: end, contracts, keepsTraces, publicUrl }
      }),
      config.families.evm.hostedBaseUrl && 'eth',
    ),
    coverage: createEvmCoverage(store.reads('coverage'), { now: Date.now, ageMaxMs: coverageAgeMaxMs }),
    cursors: createCursors(secret),
    node: createNodeAccess(nodes),
    ...known,
    known: await knownAddresses(config, log),
    media: createMediaRecords({ store: store.reads('rows'), siteUrl: config.siteUrl, now: Date.now }),
    stateReads: createStateReads(),
    shapes: createFunctionShapes(),
    prices: config.families.evm.hasPrices ? createPriceBook(({ id }) => knownPriceSources(id)) : undefined,
    internalCalls: createInternalCallsCache(store.reads('rows'), {
      onFailure: (error) => log.warn({ err: error }, 'could not store internal calls'),
    }),
    keptCalldata: createKeptCalldata(store, {
      quota: createNewContractQuota({ subject: 'kept calldata', shared: sharedQuery(store), secret }),
    }),
    replays: createReplays(store.reads('rows'), {
      onFailure: (error) => log.warn({ err: error }, 'could not store a trace'),
    }),
  }
}

type ClientParts = Pick<FamilyBase, 'ownName'> & {
  index: Awaited<ReturnType<typeof createIndex>>
  hasNode: boolean
  config: Config
  hostedSource: HostedSource
  signatures: KnownSignatures
}

/** The services that pages call in process. */
const createClients = ({ index, hasNode, config, hostedSource, ownName, signatures }: ClientParts) => {
  const { hostedBaseUrl } = config.families.evm
  // The demo ledger has a label for every address.
  const listedNames = config.demo ? undefined : index.names
  const ownNames = {
    signatures,
    abisOf: async (chain: string | undefined, contracts: readonly ContractAt[]) =>
      await index.abis.knownOf(index.served.resolve(chain), contracts, listNamesWaitMs),
    givenOf: async (chain: string | undefined, contracts: readonly ContractAt[]) =>
      await index.abis.givenOf(index.served.resolve(chain), contracts),
  }
  const explorer = withWalletNames(withListedNames(createEvmExplorerService(index), ownNames), listedNames)
  const hostedServed = createHostedServed(hostedBaseUrl, hostedSource)
  return {
    client: createGateway(evmApi, [
      ...(hasNode
        ? [{ name: ownName, service: withWalletNames(withNames(createEvmService(index), ownNames), listedNames) }]
        : []),
      ...hostedSource(evmApi, evmRoutes, hostedBaseUrl, { refuse: refuseOwnChains }).map(({ name, service }) => ({
        name,
        service: withWalletNames(withNames(service, { signatures }), listedNames),
      })),
    ]),
    explorer: createGateway(evmExplorerApi, [
      { name: ownName, service: hostedServed ? withHostedChains(explorer, hostedServed) : explorer },
    ]),
  }
}

/** The chains that the hosted service serves, where it is another Spyglass. */
const createHostedServed = (hostedBaseUrl: string | undefined, hostedSource: HostedSource) => {
  const [source] = hostedSource(evmExplorerApi, evmExplorerRoutes, hostedBaseUrl && `${hostedBaseUrl}/api/explorer`)
  const ask = source?.service.evmChains
  // Requested once an hour and charged to no visitor.
  return ask && createHostedServedChains({ ask: async () => (await runVisit(undefined, () => ask({}))).result })
}

/** Previews and originals of NFT media, under `/media`. */
const createMedia = ({ config, store, log, visitorOf }: FamilyBase) => {
  const { hostedBaseUrl } = config.families.evm
  const outbound = createOutbound({ allow: config.outside.outboundAllow, concurrencyPerHost: originalsPerHost })
  // The operator named this host: it may be on a private network.
  const hostedOutbound =
    hostedBaseUrl === undefined ? undefined : createOutbound({ allow: [new URL(hostedBaseUrl).host] })
  return {
    handler: createMediaHandler({
      store: store.withTables<EvmTables>(),
      directory: config.outside.mediaDir,
      originals: { ...documentSources(config, outbound), visitorOf },
      hosted:
        hostedBaseUrl !== undefined && hostedOutbound ? createHostedPreviews(hostedBaseUrl, hostedOutbound) : undefined,
      log,
    }),
    close: async () => {
      await outbound.close()
      await hostedOutbound?.close()
    },
  }
}
