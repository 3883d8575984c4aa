import { pickService } from '#lib/api/client/client.ts'
import { invariant } from '#lib/base/invariant.ts'
import type { FamilyBase } from '#lib/config/family.ts'
import { demoAbis } from '#lib/demo/evm/demo-transport.ts'
import { demoPriceSources } from '#lib/demo/evm/price-feeds.ts'
import type { ContractSources } from '#lib/evm/abi/contract-sources.ts'
import { createAbiDirectory } from '#lib/evm/abi/sources/abi-directory.ts'
import { type GivenAbis, type LocalAbis, verifierQuestionsAtOnce } from '#lib/evm/abi/sources/contract-abis.ts'
import { createEvmAbis } from '#lib/evm/abi/sources/evm-abis.ts'
import { createSourcify, createVerifierSources } from '#lib/evm/abi/sources/sourcify.ts'
import { createFunctionShapes } from '#lib/evm/bytecode/function-shapes.ts'
import { createBackfill } from '#lib/evm/chain/backfill/request-history.ts'
import type { ServedChain, ServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createPriceBook, type PriceBook } from '#lib/evm/prices/price-book.ts'
import { knownPriceSources } from '#lib/evm/prices/price-sources.ts'
import { createInternalCallsCache } from '#lib/evm/query/caches/internal-calls-cache.ts'
import { createKeptCalldata } from '#lib/evm/query/caches/kept-calldata.ts'
import { createReplays } from '#lib/evm/query/caches/replays.ts'
import { createStateReads } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { createEvmCoverage } from '#lib/evm/query/evm-coverage.ts'
import type { WalletNames } from '#lib/evm/query/name-port.ts'
import type { KnownSignatures } from '#lib/evm/signatures/known-signatures.ts'
import { createArtifactContracts, createArtifactFolder } from '#lib/evm/verification/artifact-folder.ts'
import { createGivenAbis, createVerifiedAbis } from '#lib/evm/verification/given-abis.ts'
import { createKnownSources, type KnownSourcesOptions } from '#lib/evm/verification/known-sources.ts'
import type { ReadCodes } from '#lib/evm/verification/verify-desk.ts'
import { createNewContractQuota } from '#lib/http/new-contract-quota.ts'
import { createMediaRecords } from '#lib/media/media-records.ts'
import { createCursors } from '#lib/store/cursors.ts'
import { sharedQuery } from '#lib/store/store.ts'
import { createNodeAccess } from './node-access.ts'
import { type EvmSource, knownAddresses, servedDemoChainId } from './sources.ts'

type LocalAbiParts = Pick<Parameters<typeof createGivenAbis>[1], 'quota'> & {
  readCodes: ReadCodes
  served: ServedChains
  artifacts: KnownSourcesOptions['artifacts']
}

/** What Foundry or Hardhat compiled, in `ARTIFACTS_DIR`. */
const createArtifacts = ({ config, log }: FamilyBase, readCodes: ReadCodes): KnownSourcesOptions['artifacts'] => {
  const { artifactsDir } = config.outside
  if (artifactsDir === undefined) return undefined
  return {
    folder: artifactsDir,
    contracts: createArtifactContracts(createArtifactFolder(artifactsDir, log), readCodes),
  }
}

/**
 * Interfaces and sources that this server knows by itself: of contracts verified in a database, and of those in `ARTIFACTS_DIR`.
 * Chains are read when they are needed: the id of a devnet may change.
 */
const createLocalAbis = (
  { config, store }: FamilyBase,
  { readCodes, served, artifacts, quota }: LocalAbiParts,
): { abis: readonly LocalAbis[]; given: GivenAbis; sources: ContractSources } => {
  const evmStore = store.withTables<EvmTables>()
  const isDevnet = (chain: number): boolean => served.all.some(({ id, isDevnet }) => id === chain && isDevnet === true)
  const verified = createVerifiedAbis(evmStore, { readCodes, isDevnet })
  return {
    abis: artifacts ? [artifacts.contracts, verified] : [verified],
    given: createGivenAbis(evmStore, { readCodes, isDevnet, policy: config.families.evm.givenAbis, quota }),
    sources: createKnownSources({ store: evmStore, artifacts }),
  }
}

type Verifier = ReturnType<typeof createSourcify>

/** Sourcify, where the operator did not turn it off. */
const createVerifier = ({ config: { outside } }: FamilyBase): Verifier | undefined =>
  outside.sourcifyUrl === undefined
    ? undefined
    : createSourcify({ baseUrl: outside.sourcifyUrl, concurrency: verifierQuestionsAtOnce })

/** The sources that this server knows by itself, then those of the verifier. */
const withVerifierSources = (
  own: ContractSources,
  verifier: Verifier | undefined,
  { store, log }: FamilyBase,
): ContractSources => {
  if (!verifier) return own
  const others = createVerifierSources({ store: store.withTables<EvmTables>(), verifier, log })
  return { find: async (...asked) => (await own.find(...asked)) ?? (await others.find(...asked)) }
}

/** How long coverage is cached: a response may claim less than is indexed by then. */
const coverageAgeMaxMs = 1_000

type Parts = {
  served: ServedChains
  readCodes: ReadCodes
  names: WalletNames | undefined
  signatures: KnownSignatures
}

export type EvmIndex = EvmQueryContext & { abis: ReturnType<typeof createAbis> }

/** The indexes of all databases: a call for a chain goes to the one of its database. */
export type EvmIndexes = {
  main: EvmIndex
  /** One service of those that `make` returns for each index. */
  service: <Service extends object>(make: (index: EvmIndex) => Service) => Service
  close: () => Promise<void>
}

export const createIndexes = async (
  base: FamilyBase,
  nodes: readonly EvmSource[],
  parts: Parts,
): Promise<EvmIndexes> => {
  const { stores } = base
  const shared = await createShared(base, nodes, parts)
  const of = (chain: string): EvmIndex => {
    const index = indexes.get(stores.of(chain))
    invariant(index, 'every database has an index')
    return index
  }
  const indexes: ReadonlyMap<unknown, EvmIndex> = new Map(
    stores.all.map((store) => [store, createIndex({ ...base, store }, nodes, shared, ({ name }) => of(name))]),
  )
  const main = indexes.get(stores.main)
  invariant(main, 'the main database has an index')
  return {
    main,
    service: (make) => {
      const services = new Map([...indexes.values()].map((index) => [index, make(index)]))
      const first = services.get(main)
      invariant(first, 'the main index has a service')
      return pickService([...services.values()], ({ chain }) => {
        const name = servedName(parts.served, typeof chain === 'string' ? chain : undefined)
        return services.get(name === undefined ? main : of(name)) ?? first
      })
    },
    close: async () => {
      for (const { abis } of indexes.values()) await abis.close()
    },
  }
}

/** Undefined for a chain that is not served here, which any index says. */
const servedName = (served: ServedChains, asked: string | undefined): string | undefined => {
  try {
    return served.resolve(asked).name
  } catch {
    return undefined
  }
}

/** What the indexes of all databases share. */
const createShared = async (base: FamilyBase, nodes: readonly EvmSource[], parts: Parts) => {
  const { config, store, secret, log } = base
  const { abiDir } = config.outside
  const newQuota = (subject?: string) => createNewContractQuota({ subject, shared: sharedQuery(store), secret })
  return {
    quotas: { contracts: newQuota(), calldata: newQuota('kept calldata'), givenAbis: newQuota('given ABIs') },
    artifacts: createArtifacts(base, parts.readCodes),
    directory: abiDir === undefined ? undefined : createAbiDirectory(abiDir, log),
    verifier: createVerifier(base),
    readCodes: parts.readCodes,
    context: {
      served: parts.served,
      names: parts.names,
      signatures: parts.signatures,
      cursors: createCursors(secret),
      node: createNodeAccess(nodes),
      known: await knownAddresses(config, log),
      media: createMediaRecords({
        store: store.withTables<EvmTables>().reads('rows'),
        siteUrl: config.siteUrl,
        now: Date.now,
      }),
      onDemandPolicy: config.families.evm.indexOnDemand,
      stateReads: createStateReads(),
      shapes: createFunctionShapes(),
      gasMax: config.families.evm.simulationGasMax,
      prices: createPrices(config),
      now: Date.now,
    },
  }
}

/** The demo ledger's own prices cost nothing to read; those of other chains are many calls to a node. */
const createPrices = ({ demo, families }: FamilyBase['config']): PriceBook | undefined => {
  if (demo) return createPriceBook(() => demoPriceSources)
  return families.evm.hasPrices ? createPriceBook(({ id }) => knownPriceSources(id)) : undefined
}

type Shared = Awaited<ReturnType<typeof createShared>>

/** The index in the database of `base`. */
const createIndex = (
  base: FamilyBase,
  nodes: readonly EvmSource[],
  shared: Shared,
  of: (chain: ServedChain) => EvmIndex,
): EvmIndex => {
  const { log } = base
  const { context, quotas, verifier, readCodes, artifacts } = shared
  const store = base.store.withTables<EvmTables>()
  const local = createLocalAbis(base, { readCodes, served: context.served, artifacts, quota: quotas.givenAbis })
  const given = local.given.policy === 'off' ? undefined : local.given
  return {
    ...context,
    of,
    abis: createAbis(base, nodes, shared, { local: local.abis, given }),
    sources: withVerifierSources(local.sources, verifier, base),
    givenAbis: local.given,
    store: store.reads('rows'),
    histories: createBackfill(store, { onDemand: { policy: context.onDemandPolicy, quota: quotas.contracts } }),
    coverage: createEvmCoverage(store.reads('coverage'), { now: Date.now, ageMaxMs: coverageAgeMaxMs }),
    internalCalls: createInternalCallsCache(store.reads('rows'), {
      onFailure: (error) => log.warn({ err: error }, 'could not store internal calls'),
    }),
    keptCalldata: createKeptCalldata(store, { quota: quotas.calldata }),
    replays: createReplays(store.reads('rows'), {
      nodesOf: (id) => {
        const name = context.served.all.find((chain) => chain.id === id)?.name
        return nodes.find(({ chain }) => chain === name)?.pool.size ?? 1
      },
      onFailure: (error) => log.warn({ err: error }, 'could not store a trace'),
    }),
  }
}

const createAbis = (
  { config: { demo }, store, log }: FamilyBase,
  nodes: readonly EvmSource[],
  { directory, verifier }: Shared,
  own: { local: readonly LocalAbis[]; given: GivenAbis | undefined },
) =>
  createEvmAbis({
    store: store.withTables<EvmTables>(),
    directory,
    ...own,
    builtIn: demo ? { chain: servedDemoChainId, read: demoAbis } : undefined,
    verifier,
    poolOf: ({ name }) => nodes.find(({ chain }) => chain === name)?.pool,
    log,
  })
