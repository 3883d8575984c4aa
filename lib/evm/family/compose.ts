import type { EthereumAccounts } from '#lib/account/ethereum-sign-in.ts'
import { renderPlainError } from '#lib/api/error-bodies.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import { type Config, documentSources } from '#lib/config/config.ts'
import { type FamilyBase, type FamilyParts, familyMount, type HostedSource } from '#lib/config/family.ts'
import type { ContractAt } from '#lib/evm/abi/abi-index.ts'
import { unservedOperations } from '#lib/evm/api/hosted-operations.ts'
import { evmExplorerRoot, evmPlace, evmRoot } from '#lib/evm/api/roots.ts'
import { parseBytes } from '#lib/evm/chain/rpc/parse.ts'
import { readContractSignature } from '#lib/evm/chain/rpc/state/calls.ts'
import { NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import { liveServedChains, type ServedChain, type ServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { withWalletNames } from '#lib/evm/ens/add-wallet-names.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { createHostedExplorer } from '#lib/evm/hosted/hosted-explorer.ts'
import { createHostedServedChains, refuseOwnChains, withHostedChains } from '#lib/evm/hosted/hosted-search.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { createEvmMcp } from '#lib/evm/mcp/evm-mcp.ts'
import { evmIndexPosition } from '#lib/evm/network/index-position.ts'
import { readEvmTips } from '#lib/evm/network/tips.ts'
import { createKnownSignatures, type KnownSignatures } from '#lib/evm/signatures/known-signatures.ts'
import { createOnlineSignatures } from '#lib/evm/signatures/online-signatures.ts'
import { createSignatureService } from '#lib/evm/signatures/signature-service.ts'
import { givenAbiMax } from '#lib/evm/verification/contract.ts'
import type { ReadCodes } from '#lib/evm/verification/verify-desk.ts'
import { createGateway } from '#lib/gateway/gateway.ts'
import type { Tips } from '#lib/gateway/live-stream.ts'
import { runVisit } from '#lib/http/admit.ts'
import { createHostedPreviews, createMediaHandler } from '#lib/media/media-handler.ts'
import { createOutbound } from '#lib/outbound/outbound.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import { readByStore, type Stores } from '#lib/store/stores.ts'
import { createNames, withListedNames, withNames } from './add-names.ts'
import { createEtherscan } from './etherscan.ts'
import { evmHealth } from './health.ts'
import { createIndexes, type EvmIndex, type EvmIndexes } from './indexes.ts'
import { createEvmExplorerService, createEvmService } from './service.ts'
import { createVerification, type EvmSource, evmSources, evmVisitorWaitMs } from './sources.ts'

const codesPerBatch = 50

/** Reads deployed code from the nodes of this server. */
export const createReadCodes =
  (nodes: readonly EvmSource[], chainOf: (id: number) => ServedChain | undefined, log: FamilyBase['log']): ReadCodes =>
  async (chainId, addresses) => {
    const name = chainOf(chainId)?.name
    const pool = nodes.find(({ chain }) => chain === name)?.pool
    const codes = new Map<Hex, Hex>()
    if (!pool) return codes
    for (const batch of batchesOf(addresses, codesPerBatch)) {
      const calls = batch.map((address) => ({ method: 'eth_getCode', params: [address, 'latest'], mayFail: true }))
      const answers = await pool.callMany(calls).catch((error: unknown) => {
        log.warn({ chain: name, err: error }, 'could not read the code of contracts')
        return []
      })
      for (const [index, answer] of answers.entries()) {
        const address = batch[index]
        if (address !== undefined && !(answer instanceof NodeRefusal))
          codes.set(address, parseBytes(answer, 'eth_getCode'))
      }
    }
    return codes
  }

/** How accounts of the served chains sign in. A devnet has no id before its node has answered. */
const signInAccounts = (nodes: readonly EvmSource[], served: ServedChains): EthereumAccounts => {
  const chains = () => served.all.filter(({ id }) => id > 0)
  return {
    chains,
    isContractSignature: async (chainId, asked, signal) => {
      const name = chains().find(({ id }) => id === chainId)?.name
      // Contracts may be slow or hostile: they do not take the connections that pages use.
      const pool = nodes.find(({ chain }) => chain === name)?.sidePool
      if (!pool) throw new ServiceError('not_available', `Chain ${chainId} has no node here any more.`)
      return await readContractSignature(pool, asked, signal)
    },
  }
}

/** The chains that this server indexes. */
const servedChains = ({ config, stores }: FamilyBase, nodes: readonly EvmSource[]): Promise<ServedChains> =>
  liveServedChains(
    stores.of('local'),
    nodes.map(({ chain, ranges, end, contracts, traces, fanout, publicUrl }) => {
      const kept = { keepsTraces: traces === 'values', keepsSides: fanout === 'on' }
      return { name: chain, ranges, endBlock: end, contracts, ...kept, publicUrl }
    }),
    config.families.evm.hostedBaseUrl && 'eth',
  )

/** The newest block of each chain, of all databases that can be read. @throws if none can be. */
const readTips = async (stores: Stores, served: ServedChains): Promise<Tips> => {
  const nameOf = ({ name }: (typeof served.all)[number]): string => name
  const read = await readByStore(stores, served.all, nameOf, (store, chains) =>
    readEvmTips(store.withTables<EvmTables>().reads('rows').db, chains),
  )
  return Object.assign({}, ...read)
}

/** One gateway may serve many visitors at once. */
const originalsPerHost = 24

/** How long a list waits for unknown verified ABIs; until then it shows guesses. */
const listNamesWaitMs = 150

/** All EVM services of a process that handles requests. */
export const composeEvm = async (base: FamilyBase) => {
  const { config, stores, hostedSource, ownName } = base
  const nodes = evmSources(config, stores, { answerMs: evmVisitorWaitMs })
  const served = await servedChains(base, nodes)
  const readCodes = createReadCodes(nodes, (id) => served.all.find((chain) => chain.id === id), base.log)
  const names = createNames(base, nodes)
  const media = createMedia(base)
  const online = createOnline(base)
  const signatures = createKnownSignatures({ online })
  const indexes = await createIndexes(base, nodes, { served, readCodes, names, signatures })
  const verification = createVerification(base, nodes, { served, readCodes })
  const hasNode = nodes.length > 0
  const pages = createClients({ indexes, served, hasNode, config, hostedSource, ownName, signatures })
  const readChains = async () => (await pages.explorer.evmChains({})).result
  const rest = { renderError: renderPlainError, indexPosition: evmIndexPosition(readChains) } as const
  return {
    name: 'evm',
    pages,
    mounts: {
      evm: familyMount({
        ...rest,
        ...evmRoot,
        paths: ['/api/v2/', '/api/v2.2/'],
        unserved: unservedOperations,
        api: evmApi,
        client: pages.client,
        ...evmPlace,
      }),
      evmExplorer: familyMount({
        ...rest,
        ...evmExplorerRoot,
        paths: [`${evmExplorerRoot.basePath}/evm/`],
        api: evmExplorerApi,
        client: pages.explorer,
        bodyBytesMax: 2 * givenAbiMax,
      }),
      ...verification.mounts,
      etherscan: createEtherscan(base, {
        nodes,
        served,
        indexes,
        explorer: pages.explorer,
        desk: verification.desk,
        readCodes,
      }),
    },
    handlers: { media: media.handler },
    health: [evmHealth(readChains)],
    mcp: createEvmMcp({ client: pages.client, explorer: pages.explorer, signatures }),
    tips: () => readTips(stores, served),
    isHosted: config.families.evm.hostedBaseUrl !== undefined,
    signIn: hasNode ? { ethereum: signInAccounts(nodes, served) } : {},
    close: async () => {
      await media.close()
      await indexes.close()
      await online?.close()
      await names?.close()
    },
  } satisfies FamilyParts
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

type ClientParts = Pick<FamilyBase, 'ownName'> & {
  indexes: EvmIndexes
  served: ServedChains
  hasNode: boolean
  config: Config
  hostedSource: HostedSource
  signatures: KnownSignatures
}

/** The services that pages call in process. */
const createClients = ({ indexes, served, hasNode, config, hostedSource, ownName, signatures }: ClientParts) => {
  const { hostedBaseUrl } = config.families.evm
  const { names } = indexes.main
  // The demo ledger has a label for every address.
  const listedNames = config.demo ? undefined : names
  const ownNames = (index: EvmIndex) => ({
    signatures,
    abisOf: async (chain: string | undefined, contracts: readonly ContractAt[]) =>
      await index.abis.knownOf(served.resolve(chain), contracts, { waitMs: listNamesWaitMs }),
    givenOf: async (chain: string | undefined, contracts: readonly ContractAt[]) =>
      await index.abis.givenOf(served.resolve(chain), contracts),
  })
  const own = {
    client: indexes.service((index) => withNames(createEvmService(index), ownNames(index))),
    explorer: indexes.service((index) => withListedNames(createEvmExplorerService(index), ownNames(index))),
  }
  const explorer = withWalletNames(own.explorer, listedNames)
  const hostedServed = createHostedServed(hostedBaseUrl, hostedSource)
  const [hosted] = hostedSource(evmApi, hostedBaseUrl, { refuse: refuseOwnChains })
  // A gateway of its own shares calls under way between the endpoints of the explorer.
  const hostedExplorer = hosted && createHostedExplorer(createGateway(evmApi, [hosted]))
  const hostedLists = hosted && withNames(hosted.service, { signatures })
  return {
    client: createGateway(evmApi, [
      ...(hasNode ? [{ name: ownName, service: withWalletNames(own.client, listedNames) }] : []),
      ...(hosted && hostedLists ? [{ name: hosted.name, service: withWalletNames(hostedLists, listedNames) }] : []),
    ]),
    explorer: createGateway(evmExplorerApi, [
      {
        name: ownName,
        service: hostedServed && hostedExplorer ? withHostedChains(explorer, hostedServed, hostedExplorer) : explorer,
      },
      ...(hosted && hostedExplorer
        ? [
            {
              name: hosted.name,
              service: withWalletNames(withListedNames(hostedExplorer, { signatures }), listedNames),
            },
          ]
        : []),
    ]),
  }
}

/** The chains that the hosted service serves, where it is another Spyglass. */
const createHostedServed = (hostedBaseUrl: string | undefined, hostedSource: HostedSource) => {
  const [source] = hostedSource(evmExplorerApi, hostedBaseUrl && hostedBaseUrl + evmExplorerRoot.basePath)
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
