import { renderPlainError } from '#lib/api/error-bodies.ts'
import type { Admit } from '#lib/api/serve/exchange.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { createHashedCells } from '#lib/base/hashed-cells.ts'
import type { Config } from '#lib/config/config.ts'
import type { FamilyBase, FamilyMount } from '#lib/config/family.ts'
import { demoEvmTransport } from '#lib/demo/evm/demo-transport.ts'
import { demoLabels, demoVerified } from '#lib/demo/evm/labels.ts'
import { findChain, knownEvmChains } from '#lib/evm/api/chains.ts'
import { chainRules } from '#lib/evm/chain/checks/chain-rules.ts'
import type { ChunkThreads } from '#lib/evm/chain/rpc/reading/chunk-decoder.ts'
import { createEvmReader, type EvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { chainIdentity } from '#lib/evm/chain/rpc/transport/chain-identity.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import { createPool, type NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { ServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { storedAnchors } from '#lib/evm/chain/write/stored-anchors.ts'
import type { EvmNodeConfig, EvmSettings } from '#lib/evm/config.ts'
import type { KnownAddresses } from '#lib/evm/labels/known-addresses.ts'
import { loadAddressLists } from '#lib/evm/labels/load-address-lists.ts'
import { createSourcifyHandler, sourcifyPath } from '#lib/evm/verification/sourcify-handler.ts'
import { createVerifyDesk, type ReadCodes } from '#lib/evm/verification/verify-desk.ts'
import { createObserve } from '#lib/gateway/observe.ts'
import { createNewContractQuota } from '#lib/http/new-contract-quota.ts'
import { type Store, sharedQuery } from '#lib/store/store.ts'
import type { Stores } from '#lib/store/stores.ts'

/** One EVM chain of this installation: its nodes and what is indexed. */
export type EvmSource = Omit<EvmNodeConfig, 'urls'> & {
  /** The expected chain id of its node; undefined for a devnet, whose id comes from its node. */
  expectedId: number | undefined
  /** Its nodes may start again from another genesis block. */
  isDevnet: boolean
  pool: NodePool
  reader: EvmReader
  /**
   * For what the worker asks beside indexing, such as contracts for their names: a separate pool over the same nodes, so that slow or
   * hostile contracts do not take the connections of indexing.
   */
  sidePool: NodePool
  /** Set if internal transfers are indexed: a separate pool over the same nodes, so that slow traces do not delay indexing. */
  tracePool?: NodePool
}

/** Chains whose blocks carry blooms that do not match their logs (seen in recorded blocks). */
const chainsWithoutBloom: readonly string[] = ['cronos']

/** A visitor waits this long for one question to a node, and for a page of several that build on each other some seconds more. */
export const evmVisitorWaitMs = 5_000

/** A node that fails for this long is reported in the chain's status or to the caller; the worker keeps trying. */
const failWithinMs = 10_000

/** Fewer than for indexing: a node serves both. */
const sideRequestsAtOnce = 4

/** Traces run whole blocks again, and a node works on few at a time. */
const traceTimeoutMs = 60_000
const tracesAtOnce = 4

/** The EVM chains that are configured, or the demo ledger's. */
export const evmSources = (
  { families, demo }: Config,
  stores: Pick<Stores, 'of'>,
  { threads, answerMs }: { threads?: ChunkThreads; answerMs?: number } = {},
): EvmSource[] => {
  const { nodes, blockChecks } = families.evm
  if (demo) {
    const pool = createPool([demoEvmTransport()])
    const node = { chain: 'demo', start: { at: 0 }, traces: 'values' } as const
    return [{ ...connect(node, pool, blockChecks), sidePool: pool, tracePool: pool }]
  }
  return nodes.map(({ urls, ...node }) => {
    const identity = identityOf(node.chain, stores.of(node.chain).withTables<EvmTables>())
    const poolOf = (concurrency?: number): NodePool =>
      createPool(
        urls.map((url) => httpTransport(url, { connections: concurrency })),
        { totalMs: failWithinMs, answerMs, hedged: true, identity, concurrency },
      )
    return {
      ...connect(node, poolOf(), blockChecks, threads),
      sidePool: poolOf(sideRequestsAtOnce),
      ...(node.traces === 'values' && { tracePool: tracePool(urls, identity) }),
    }
  })
}

const tracePool = (urls: readonly string[], identity: ReturnType<typeof identityOf>): NodePool =>
  createPool(
    urls.map((url) => httpTransport(url, { timeoutMs: traceTimeoutMs })),
    { totalMs: 2 * traceTimeoutMs, concurrency: tracesAtOnce, identity },
  )

/** A devnet may start again from another genesis block, so its nodes are only compared with each other. */
const identityOf = (name: string, store: Store<EvmTables>) => {
  const chain = findChain(name)
  const expectedId = chain?.id || undefined
  const isDevnet = chain?.isDevnet ?? false
  return chainIdentity({
    expectedId,
    isDevnet,
    finalityBlocks: chain?.finalityBlocks ?? 0,
    storedAnchors: async () => (expectedId === undefined || isDevnet ? [] : await storedAnchors(store.db, expectedId)),
  })
}

const connect = (
  node: Omit<EvmNodeConfig, 'urls'>,
  pool: NodePool,
  blockChecks: EvmSettings['blockChecks'],
  threads?: ChunkThreads,
): Omit<EvmSource, 'sidePool'> => {
  const chain = findChain(node.chain)
  const reader = createEvmReader(pool, {
    finalityBlocks: chain?.finalityBlocks ?? 0,
    checkBloom: blockChecks !== 'off' && !chainsWithoutBloom.includes(node.chain),
    proof: blockChecks === 'off' ? undefined : { rules: chainRules(node.chain), refuse: blockChecks === 'refuse' },
    threads,
  })
  return { ...node, expectedId: chain?.id || undefined, isDevnet: chain?.isDevnet ?? false, pool, reader }
}

export const servedDemoChainId = knownEvmChains().find(({ name }) => name === 'demo')?.id ?? 0

/**
 * Labels of EVM addresses from the operator, the built-in list and the demo ledger. @throws AddressListError that names
 * each variable whose list cannot be read, and its fault.
 */
export const knownAddresses = (
  { outside: { labelsFile, verifiedFile, spamFile }, demo }: Config,
  log: Parameters<typeof loadAddressLists>[1]['log'],
): Promise<KnownAddresses> => {
  const ofDemo = ({ address, name }: { address: string; name: string }) => ({
    chain: servedDemoChainId,
    address,
    text: name,
  })
  const besides = {
    labels: demoLabels.map(ofDemo),
    verified: demoVerified.map(ofDemo),
  }
  const files = { labels: labelsFile, verified: verifiedFile, spam: spamFile }
  return loadAddressLists(files, { log, besides: demo ? besides : undefined })
}

/** The verification of contracts, and Sourcify's API. Build tools send no key of this server. */
export const createVerification = (
  { store, stores, secret, visitorOf }: FamilyBase,
  nodes: readonly EvmSource[],
  { served, readCodes }: { served: ServedChains; readCodes: ReadCodes },
) => {
  const nameOf = (id: number) => served.all.find((chain) => chain.id === id)?.name ?? ''
  const desk = createVerifyDesk({
    storeOf: (id) => stores.of(nameOf(id)).withTables<EvmTables>(),
    served,
    hasNode: ({ name, source }) => source !== 'demo' && nodes.some(({ chain }) => chain === name),
    readCodes,
    cellOf: createHashedCells({ secret }),
    quota: createNewContractQuota({ subject: 'verifications', shared: sharedQuery(store), secret }),
  })
  /** Callers without a key are counted as visitors. */
  const withoutKey =
    (admit: Admit): Admit =>
    async (request, endpoint) => {
      const admission = await admit(request, endpoint)
      if (!isServiceError(admission.refused, 'key_required')) return admission
      const requester = { id: visitorOf(request), hasKey: false }
      return { headers: admission.headers, caller: 'anonymous', requester }
    }
  const sourcify: FamilyMount = {
    name: 'sourcify',
    basePath: sourcifyPath,
    paths: [`${sourcifyPath}/`],
    shortPaths: [{ from: '/sourcify/', to: `${sourcifyPath}/` }],
    api: {},
    client: {},
    renderError: renderPlainError,
    handler: ({ log, metrics, admit, compressed }, scope) =>
      metrics.countInFlight(
        'sourcify',
        createSourcifyHandler(desk, {
          admit: withoutKey(admit),
          scope,
          compressed,
          observe: createObserve({ system: 'sourcify', log, metrics }),
        }),
      ),
  }
  return { desk, mounts: { sourcify } }
}
