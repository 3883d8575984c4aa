import type { Api } from '#lib/api/endpoint.ts'
import { renderEvmError, renderNestError } from '#lib/api/error-bodies.ts'
import { ServiceError } from '#lib/api/errors.ts'
import type { Route } from '#lib/api/route.ts'
import { timeLimit } from '#lib/api/time-limit.ts'
import { aptosApi } from '#lib/aptos/contract/api.ts'
import { aptosExplorerApi } from '#lib/aptos/contract/explorer.ts'
import { aptosRoutes } from '#lib/aptos/contract/routes.ts'
import { createAptosCoverage } from '#lib/aptos/coverage/aptos-coverage.ts'
import { hostedStatus } from '#lib/aptos/hosted-status.ts'
import { createBlockCache } from '#lib/aptos/queries/block-cache.ts'
import { createAptosExplorerService } from '#lib/aptos/queries/explorer-service.ts'
import { createIndexStates } from '#lib/aptos/queries/index-state.ts'
import { createIndexedChains } from '#lib/aptos/queries/indexed-chains.ts'
import type { AptosNetwork } from '#lib/aptos/queries/network-nodes.ts'
import { createAptosNftExplorerService } from '#lib/aptos/queries/nfts/nft-explorer-service.ts'
import { createAptosNftService } from '#lib/aptos/queries/nfts/nft-service.ts'
import { createAptosService } from '#lib/aptos/queries/service.ts'
import { aptosStanding } from '#lib/aptos/queries/standing.ts'
import type { AptosTables } from '#lib/aptos/tables.ts'
import { loadConfig } from '#lib/config.ts'
import { demoAbis } from '#lib/demo/evm.ts'
import { createEvmAbis } from '#lib/evm/abi/evm-abis.ts'
import { createAbiDirectory } from '#lib/evm/abi/sources/abi-directory.ts'
import { verifierQuestionsAtOnce } from '#lib/evm/abi/sources/contract-abis.ts'
import { createSourcify } from '#lib/evm/abi/sources/sourcify.ts'
import { evmApi } from '#lib/evm/contract/api.ts'
import { evmExplorerApi } from '#lib/evm/contract/explorer.ts'
import { evmExplorerRoutes, evmPlace, evmRoutes } from '#lib/evm/contract/routes.ts'
import { createEvmCoverage } from '#lib/evm/coverage/evm-coverage.ts'
import { createHistories } from '#lib/evm/histories/request-history.ts'
import { refuseOwnChains, withHostedChains } from '#lib/evm/hosted-chains.ts'
import { createHostedServedChains } from '#lib/evm/hosted-served-chains.ts'
import { liveServedChains } from '#lib/evm/live-served-chains.ts'
import { createHostedPreviews } from '#lib/evm/media/hosted-previews.ts'
import { createMediaHandler } from '#lib/evm/media/media-handler.ts'
import { createMediaRecords } from '#lib/evm/media/media-records.ts'
import { createNodeAccess } from '#lib/evm/node-access.ts'
import { createInternalCallsCache } from '#lib/evm/queries/internal-calls-cache.ts'
import { createEvmExplorerService, createEvmService } from '#lib/evm/queries/service.ts'
import { evmStanding } from '#lib/evm/queries/standing.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { createExportHandler } from '#lib/export/export-handler.ts'
import { createSlots } from '#lib/export/slots.ts'
import { createAdmit, explorerCaller } from '#lib/gateway/admit.ts'
import { createGateway, type Source } from '#lib/gateway/gateway.ts'
import { createHosted } from '#lib/gateway/hosted.ts'
import { createInFlight } from '#lib/gateway/in-flight.ts'
import { configuredKeys, firstKeyOf } from '#lib/gateway/keys.ts'
import { createLimits } from '#lib/gateway/limits.ts'
import { createLogger } from '#lib/gateway/log.ts'
import { createMetrics } from '#lib/gateway/metrics.ts'
import { createNewContractQuota } from '#lib/gateway/new-contract-quota.ts'
import { createObserve } from '#lib/gateway/observe.ts'
import { createRequireDatabase } from '#lib/gateway/require-database.ts'
import { withResponseRules } from '#lib/gateway/response-rules.ts'
import { createSessions } from '#lib/gateway/sessions.ts'
import { createUpstreamQuota } from '#lib/gateway/upstream-quota.ts'
import { chargeVisit, currentVisit, runVisit } from '#lib/gateway/visit.ts'
import { unknownAddress, visitorAddressHeader, visitorNetwork } from '#lib/gateway/visitor-address.ts'
import { createVisitorBudget } from '#lib/gateway/visitor-budget.ts'
import { type Handler, mount, operatorHandlers } from '#lib/handlers.ts'
import { openDatabase } from '#lib/open-database.ts'
import { createOutbound } from '#lib/outbound/outbound.ts'
import type { PageAt, PageEntry } from '#lib/pages/page-content.ts'
import { createPageHandler } from '#lib/pages/page-handler.ts'
import { type PageApis, readPage } from '#lib/pages/read-page.ts'
import { createAccounts } from '#lib/sign-in/accounts.ts'
import { signInApi } from '#lib/sign-in/contract/api.ts'
import { signInRoutes } from '#lib/sign-in/contract/routes.ts'
import { createAccountHandler } from '#lib/sign-in/http/account-handler.ts'
import { createAccountPages } from '#lib/sign-in/http/account-pages.ts'
import { type AuthenticationKeyOf, createSignIn } from '#lib/sign-in/sign-in.ts'
import { createSiteHandler } from '#lib/site/site-handler.ts'
import { aptosEnds, aptosSources, demoChainId, documentSources, evmSources, knownAddresses } from '#lib/sources.ts'
import { createCursors } from '#lib/store/cursors.ts'
import { dailyUse } from '#lib/store/daily-use.ts'
import { isOutage } from '#lib/store/database-watch.ts'
import { instanceSecret, readSetting } from '#lib/store/settings.ts'
import { sharedQuery } from '#lib/store/shared-query.ts'
import { readSuspects } from '#lib/store/suspects.ts'

/*
 * The composition root of web: which sources, store and chains each system uses. Pages ask the clients in process; route
 * handlers and other programs get the same over HTTP.
 */

/** What is indexed is read at most once in this while: an answer may claim less than there is by then. */
const coverageAgeMaxMs = 1_000

/** One gateway may serve many visitors at once. */
const originalsPerHost = 24

/** A process that answers requests: what its log lines and its database connections are marked with. */
type Program = 'web' | 'api'

const compose = async (program: Program) => {
  const config = loadConfig()
  const { demo, hosted } = config
  const log = createLogger({ level: config.logLevel, secrets: config.secrets, isReported: isOutage }).child({
    process: program,
  })
  const store = await openDatabase(config, {
    applicationName: `spyglass ${program}`,
    log,
  })
  const secret = config.instanceSecret ?? (await instanceSecret(store))
  const ownName = demo ? 'demo' : 'index'
  const metrics = createMetrics()
  const quota = createUpstreamQuota({ perDay: hosted.callsPerDay, store: dailyUse(store, 'upstream calls') })
  if (hosted.callsPerDay !== undefined) metrics.showUpstreamUse(quota.use)
  /** Each call with the server's key is on the account of the visitor who caused it, and of the day. */
  const spend = async (signal: AbortSignal): Promise<void> => {
    await chargeVisit(signal)
    await quota.take()
    metrics.countUpstreamCall()
  }

  /** The hosted service as the last source of a system, where it is configured. */
  const hostedSource = <A extends Api>(
    api: A,
    routes: { [Name in keyof A]: Route },
    baseUrl: string | undefined,
    refuse?: (input: Record<string, unknown>) => string | undefined,
  ): Source<A>[] => {
    if (baseUrl === undefined || hosted.apiKey === undefined) return []
    const { apiKey } = hosted
    return [{ name: 'hosted', service: createHosted(api, routes, { baseUrl, apiKey, log, refuse, spend }) }]
  }

  const evmNodes = evmSources(config, store.withTables<EvmTables>())
  const served = await liveServedChains(
    store,
    evmNodes.map(({ chain, ranges, end }) => ({ name: chain, ranges, endBlock: end })),
    hosted.evmBaseUrl && 'eth',
  )
  const { abiDir, sourcifyUrl } = config.outside
  // The demo ledger brings its own documents and ABIs.
  const readable = {
    ipfs: !demo && config.outside.ipfsGateways.length > 0,
    arweave: !demo && config.outside.arweaveGateway !== undefined,
    sourcify: !demo && sourcifyUrl !== undefined,
    abiDirectory: abiDir !== undefined,
    labels: config.outside.labelsFile !== undefined,
    verified: config.outside.verifiedFile !== undefined,
    spam: config.outside.spamFile !== undefined,
  }
  const abis = createEvmAbis({
    store: store.withTables<EvmTables>(),
    directory: abiDir === undefined ? undefined : createAbiDirectory(abiDir, log),
    builtIn: demo ? { chain: demoChainId, read: demoAbis } : undefined,
    verifier:
      sourcifyUrl === undefined
        ? undefined
        : createSourcify({ baseUrl: sourcifyUrl, concurrency: verifierQuestionsAtOnce }),
    poolOf: ({ name }) => evmNodes.find(({ chain }) => chain === name)?.pool,
    log,
  })
  const evmStore = store.withTables<EvmTables>()
  const onDemandPolicy = config.indexOnDemand
  const onDemand = { policy: onDemandPolicy, quota: createNewContractQuota({ shared: sharedQuery(store), secret }) }
  const evmIndex = {
    histories: createHistories(evmStore, { onDemand }),
    onDemandPolicy,
    store: evmStore,
    served,
    coverage: createEvmCoverage(evmStore, { now: Date.now, ageMaxMs: coverageAgeMaxMs }),
    cursors: createCursors(secret),
    node: createNodeAccess(evmNodes),
    abis,
    known: await knownAddresses(config, log),
    media: createMediaRecords({ store: evmStore, siteUrl: config.siteUrl, now: Date.now }),
    internalCalls: createInternalCallsCache(evmStore, {
      onFailure: (error) => log.warn({ err: error }, 'internal calls could not be kept'),
    }),
  }
  const outbound = createOutbound({ allow: config.outside.outboundAllow, concurrencyPerHost: originalsPerHost })
  // The operator named this host: it may be on a private network.
  const hostedOutbound =
    hosted.evmBaseUrl === undefined ? undefined : createOutbound({ allow: [new URL(hosted.evmBaseUrl).host] })
  const hostedPreviews =
    hosted.evmBaseUrl !== undefined && hostedOutbound
      ? createHostedPreviews(hosted.evmBaseUrl, hostedOutbound)
      : undefined
  const evmExplorer = createEvmExplorerService(evmIndex)
  const [hostedExplorer] = hostedSource(
    evmExplorerApi,
    evmExplorerRoutes,
    hosted.evmBaseUrl && `${hosted.evmBaseUrl}/api/explorer`,
  )
  // Asked once an hour on nobody's account: no visitor causes it.
  const askHostedChains = hostedExplorer?.service.evmChains
  const hostedServed =
    askHostedChains &&
    createHostedServedChains({ ask: async () => (await runVisit(undefined, () => askHostedChains({}))).result })
  const evm = {
    client: createGateway(evmApi, [
      ...(evmNodes.length > 0 ? [{ name: ownName, service: createEvmService(evmIndex) }] : []),
      ...hostedSource(evmApi, evmRoutes, hosted.evmBaseUrl, refuseOwnChains),
    ]),
    explorer: createGateway(evmExplorerApi, [
      { name: ownName, service: hostedServed ? withHostedChains(evmExplorer, hostedServed) : evmExplorer },
    ]),
  }

  const nodes = aptosSources(config, store.withTables<AptosTables>())
  const cache = createBlockCache(store, { onFailure: (error) => log.warn({ err: error }, 'a block could not be kept') })
  const aptosStore = store.withTables<AptosTables>()
  const chains = createIndexedChains(aptosStore.db, nodes)
  const aptosCoverage = createAptosCoverage(aptosStore.db, { now: Date.now, ageMaxMs: coverageAgeMaxMs, isDemo: demo })
  const indexState = createIndexStates(aptosStore.db, chains, aptosEnds(config), Date.now, aptosCoverage)
  const aptosOn = (defaultNetwork: AptosNetwork) => {
    const index = { store: aptosStore, cursors: createCursors(secret), chains, coverage: aptosCoverage, defaultNetwork }
    const nfts = createAptosNftService(index)
    const nftExplorer = createAptosNftExplorerService(index)
    return {
      standing: aptosStanding({ ...nfts, ...nftExplorer }, indexState, defaultNetwork),
      client: createGateway(aptosApi, [
        {
          name: ownName,
          service: { ...createAptosService({ nodes, cache, defaultNetwork }), ...nfts },
        },
        ...hostedSource(aptosApi, aptosRoutes, hosted.aptosBaseUrl),
      ]),
      explorer: createGateway(aptosExplorerApi, [
        {
          name: ownName,
          service: {
            ...createAptosExplorerService({ nodes, source: ownName, defaultNetwork, indexState }),
            ...nftExplorer,
          },
        },
        ...(hosted.aptosBaseUrl ? [{ name: 'hosted', service: hostedStatus }] : []),
      ]),
    }
  }
  const hasAptosNode = nodes.mainnet !== undefined || nodes.testnet !== undefined
  const hasOnlyTestnet = hasAptosNode && nodes.mainnet === undefined && hosted.aptosBaseUrl === undefined
  const aptos = aptosOn(hasOnlyTestnet ? 'testnet' : 'mainnet')
  const aptosTestnet = aptosOn('testnet')
  const authenticationKeyOf: AuthenticationKeyOf = async (network, address, signal) => {
    const node = nodes[network]
    if (node === undefined) throw new ServiceError('not_available', `No full node of ${network} is configured.`)
    return (await node.account(address, signal))?.authenticationKey
  }
  const accountStore = store.withTables<unknown>()
  const networks = (['mainnet', 'testnet'] as const).filter((name) => nodes[name] !== undefined)
  const ownSignIn: Source<typeof signInApi>[] =
    networks.length === 0
      ? []
      : [{ name: ownName, service: createSignIn({ store: accountStore, networks, authenticationKeyOf }) }]
  // One or the other: a challenge is known where it was made.
  const signIn = {
    client: createGateway(
      signInApi,
      hosted.authBaseUrl ? hostedSource(signInApi, signInRoutes, hosted.authBaseUrl) : ownSignIn,
    ),
  }
  const accounts = createAccounts({
    store: accountStore,
    perSecondMax: config.rateLimits.key,
    use: { onFailure: (error) => log.warn({ err: error }, 'the use of keys could not be written') },
  })

  const sessions = createSessions({ secret: Buffer.from(secret), siteUrl: config.siteUrl })
  const limits = createLimits({
    keyPerSecond: config.rateLimits.key,
    anonymousPerSecond: config.rateLimits.anonymous,
    shared: sharedQuery(store),
    secret,
  })
  const admit = createAdmit({
    findKey: firstKeyOf(configuredKeys(config.apiKeys), accounts.keys.find),
    sessions,
    limits,
  })
  // Next.js compresses by itself, and takes our own header for that off.
  const gate = { log, metrics, admit, compressed: program === 'api' }
  const aptosBase = { api: aptosApi, scope: 'aptos' as const, renderError: renderNestError }
  const standing = evmStanding(async () => (await evm.explorer.evmChains({})).result)
  const visitorOf = (request: Request) => visitorNetwork(request.headers.get(visitorAddressHeader) ?? unknownAddress)
  const mounted = {
    evm: {
      api: evmApi,
      client: evm.client,
      basePath: '',
      scope: 'evm' as const,
      ...evmPlace,
      renderError: renderEvmError,
      standing,
    },
    evmExplorer: {
      api: evmExplorerApi,
      client: evm.explorer,
      basePath: '/api/explorer',
      scope: 'evm' as const,
      renderError: renderEvmError,
      standing,
    },
    aptos: { ...aptosBase, client: aptos.client, basePath: '/api/aptos', standing: aptos.standing },
    aptosTestnet: {
      ...aptosBase,
      client: aptosTestnet.client,
      basePath: '/api/aptos-testnet',
      standing: aptosTestnet.standing,
    },
    aptosExplorer: {
      api: aptosExplorerApi,
      client: aptos.explorer,
      basePath: '/api/explorer',
      scope: 'aptos' as const,
      renderError: renderEvmError,
      standing: aptos.standing,
    },
  }
  const handlers = {
    ...operatorHandlers({
      ...gate,
      config,
      store: store.withTables<unknown>(),
      chains: async () => (await evm.explorer.evmChains({})).result,
      aptosStatuses: networks.map((network) => () => aptos.explorer.aptosStatus({ network })),
    }),
    evm: mount('evm', mounted.evm, gate),
    evmExplorer: mount('evm-explorer', mounted.evmExplorer, gate),
    aptos: mount('aptos', mounted.aptos, gate),
    aptosTestnet: mount('aptos-testnet', mounted.aptosTestnet, gate),
    aptosExplorer: mount('aptos-explorer', mounted.aptosExplorer, gate),
    exports: gate.metrics.countInFlight(
      'export',
      createExportHandler({
        apis: Object.values(mounted),
        admit,
        // All who use the explorer's pages are one caller to the gate.
        slotOf: (request, { callerId }) =>
          callerId === undefined || callerId === explorerCaller ? visitorOf(request) : callerId,
        takeSlot: createSlots(),
        observe: createObserve({ system: 'export', log, metrics: gate.metrics }),
      }),
    ),
    signIn: mount(
      'sign-in',
      { api: signInApi, client: signIn.client, basePath: '/api/auth', scope: 'sign-in', renderError: renderNestError },
      gate,
    ),
  }
  const pageApis: PageApis = {
    evm: mounted.evm,
    'evm-explorer': mounted.evmExplorer,
    aptos: mounted.aptos,
    'aptos-explorer': mounted.aptosExplorer,
  }
  const pages = createPageHandler({
    apis: pageApis,
    clients: { evm, aptos },
    takeForVisitor: (request) => {
      const visit = currentVisit()
      if (visit) visit.prepaidCalls += 1
      return limits.takeForVisitor(request.headers.get(visitorAddressHeader) ?? unknownAddress)
    },
    askerOf: (request) => ({ id: visitorOf(request), hasKey: false }),
    observe: createObserve({ system: 'page', log, metrics: gate.metrics }),
  })
  const ownPicture = createSiteHandler(
    config.site,
    config.siteLogo,
    config.ownChains.flatMap(({ picture }) => picture ?? []),
  )
  const previews = createMediaHandler({
    store: evmStore,
    directory: config.outside.mediaDir,
    originals: { ...documentSources(config, outbound), visitorOf },
    hosted: hostedPreviews,
    log,
  })
  const media: Handler = async (request) => ownPicture(request) ?? (await previews(request))
  const session = gate.metrics.countInFlight(
    'session',
    createAccountHandler({
      siteUrl: config.siteUrl,
      signIn: signIn.client,
      accounts,
      visitorOf,
      observe: createObserve({ system: 'session', log, metrics: gate.metrics }),
    }),
  )
  const account = createAccountPages({ siteUrl: config.siteUrl, accounts })
  const withRules = <Name extends string>(all: Record<Name, Handler>): Record<Name, Handler> => {
    const named = Object.entries<Handler>(all).map(([name, each]) => [
      name,
      withResponseRules(config.corsOrigins, each),
    ])
    return Object.fromEntries(named)
  }
  const close = async (): Promise<void> => {
    await outbound.close()
    await hostedOutbound?.close()
    await accounts.close()
    await abis.close()
    await cache.settled()
    await quota.close()
    await store.close()
  }
  return {
    demo,
    siteUrl: config.siteUrl,
    /** Which sources beyond the chains are used. */
    readable,
    evm,
    aptos: { ...aptos, isServed: hasAptosNode || hosted.aptosBaseUrl !== undefined },
    signIn: { ...signIn, networks: hosted.authBaseUrl ? (['mainnet', 'testnet'] as const) : networks },
    account,
    perSecondMax: config.rateLimits.key,
    handlers: withRules({ ...handlers, media, session }),
    corsOrigins: config.corsOrigins,
    /** Work during which the worker ended: what waits for another try, and what is set aside. */
    suspectWork: () => readSuspects(store),
    /** Answers pages as data; which pages there are is said with each call. */
    pages,
    /** The same, for a page of ours that shows others. */
    readPage: async (entry: PageEntry, at: Omit<PageAt, 'clients'> & { path: string }) => {
      using limit = timeLimit(pageReadMs)
      return await readPage(
        entry,
        { ...at, clients: { evm, aptos } },
        { apis: pageApis, take: payForPage, signal: limit.signal },
      )
    },
    sessions,
    log,
    /** What a page passes before it is rendered. A statement without a table would succeed on a damaged file. */
    requireDatabase: createRequireDatabase(() => readSetting(store, 'health')),
    /** What every request passes before it is answered. */
    withBudget: createVisitorBudget({ limits, enterFlight: createInFlight() }),
    /** What was used of today's calls to the hosted service; undefined without a limit. */
    upstreamUse: quota.use,
    close,
  }
}

/** A page shown inside another one, and each further page of its lists, counts as a page. */
const payForPage = async (): Promise<void> => {
  const refused = (await currentVisit()?.pay())?.refused
  if (refused) throw refused
}

/** How long a page of ours waits for what another one shows. */
const pageReadMs = 20_000

export type Systems = Awaited<ReturnType<typeof compose>>

/** The web server and the code that Next.js bundles are two copies of this module in one process: they share one composition. */
const shared = globalThis as typeof globalThis & { spyglassSystems?: Promise<Systems> }

/** The composition of this process, made at the first call; a failed attempt is tried again by the next call. */
export const systems = (program: Program = 'web'): Promise<Systems> => {
  shared.spyglassSystems ??= compose(program).catch((error: unknown) => {
    shared.spyglassSystems = undefined
    throw error
  })
  return shared.spyglassSystems
}
