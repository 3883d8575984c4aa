import * as z from 'zod'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import {
  baseUrl,
  blockRanges,
  contractsSetting,
  lastNumber,
  onOrOff,
  type StartBlock,
  startBlock,
  type TracesSetting,
  tracesSetting,
  urlList,
  wholeNumber,
} from '#lib/settings/config-values.ts'
import type { FamilyConfig, FamilySettings, SettingReader } from '#lib/settings/setting-reader.ts'
import { wellKnownChains } from './api/chains.ts'
import { simulationGasMax } from './api/format/calldata-bounds.ts'
import { defineOwnChains, type EvmChain } from './api/own-chains.ts'
import { type OwnChain, readChainsFile } from './chains-file.ts'

/** One chain to index: its nodes, and either a start (with an optional end) or only some ranges. */
export type EvmNodeConfig = {
  chain: string
  urls: string[]
  start: StartBlock
  end?: number
  ranges?: BlockRange[]
  /** Contracts whose full history is indexed without a request; lower case. */
  contracts?: string[]
  /** `values` keeps the internal transfers that moved a value; off if left out. */
  traces?: TracesSetting
  /** `on` writes each transfer into the lists of its wallets and its token; off if left out. */
  fanout?: 'on' | 'off'
  /** A node that anyone may use: wallets that do not know the chain are offered it. */
  publicUrl?: string
}

export type EvmSettings = FamilySettings & {
  nodes: readonly EvmNodeConfig[]
  /** The operator's own chains, from `CHAINS_FILE`. */
  ownChains: readonly OwnChain[]
  /** Who may start the backfill of a contract by requesting it. */
  indexOnDemand: 'everyone' | 'keys' | 'off'
  /** Who may give an ABI for a contract that is not verified; with `off`, those given before are not used. */
  givenAbis: 'everyone' | 'keys' | 'off'
  /** Whether blocks are recomputed as they are indexed, and whether one that fails is kept and marked, or refused. */
  blockChecks: 'mark' | 'refuse' | 'off'
  /** Whether ENS names are read from the Ethereum node, and whether the gateways of off-chain names are used too. */
  ens: 'on' | 'onchain' | 'off'
  /** The most gas of a call or a simulation of a visitor. */
  simulationGasMax: number
  /** Whether transactions that tools send are passed on to the nodes. */
  sendsTransactions: boolean
  /** Whether prices are read from the contracts of the chains. */
  hasPrices: boolean
}

export const evmConfig: FamilyConfig<EvmSettings> = {
  slugs: [],
  parse: (reader, reservedSlugs) => {
    const { given, faults, read } = reader
    const ownChains = given.CHAINS_FILE ? readChainsFile(given.CHAINS_FILE, faults, reservedSlugs) : []
    const chains = [...wellKnownChains.filter(({ variable }) => variable !== ''), ...ownChains]
    const nodes = chains.flatMap((chain) => parseNode(chain, reader))
    faults.push(...chainsWithoutNode(ownChains, nodes), ...unknownChains(given, chains))
    const whose = z.enum(['everyone', 'keys', 'off'], 'must be everyone, keys or off').optional()
    const checks = z.enum(['mark', 'refuse', 'off'], 'must be mark, refuse or off').optional()
    const ens = z.enum(['on', 'onchain', 'off'], 'must be on, onchain or off').optional()
    return {
      nodes,
      ownChains,
      chains,
      indexOnDemand: read('INDEX_ON_DEMAND', whose) ?? 'everyone',
      givenAbis: read('GIVEN_ABIS', whose) ?? 'everyone',
      blockChecks: read('BLOCK_CHECKS', checks) ?? 'mark',
      ens: read('ENS', ens) ?? 'on',
      simulationGasMax: read('SIMULATION_GAS', wholeNumber(21_000, simulationGasMax).optional()) ?? simulationGasMax,
      sendsTransactions: read('SEND_TRANSACTIONS', onOrOff.optional()) === 'on',
      hasPrices: read('PRICES', onOrOff.optional()) === 'on',
      nodeUrls: nodes.flatMap(({ urls }) => urls),
      hostedBaseUrl: read('EVM_BASE_URL', baseUrl.optional()),
      pictures: ownChains.flatMap(({ picture }) => picture ?? []),
      apply: () => defineOwnChains(ownChains.map(({ indexing: _, picture: __, ...chain }) => chain)),
    }
  },
}

const defaultBeforeHead = 5_000

/** A variable takes precedence over what `CHAINS_FILE` says. */
const parseNode = (
  { name, variable, isDevnet, indexing }: EvmChain & Partial<Pick<OwnChain, 'indexing'>>,
  { read }: SettingReader,
): EvmNodeConfig[] => {
  const urls = read(`NODE_URL_${variable}`, urlList.optional()) ?? indexing?.urls
  const start = read(`START_BLOCK_${variable}`, startBlock.optional()) ?? indexing?.start
  const end = read(`END_BLOCK_${variable}`, lastNumber.optional()) ?? indexing?.end
  const ranges = read(`BLOCKS_${variable}`, blockRanges.optional())
  const contracts = read(`CONTRACTS_${variable}`, contractsSetting.optional()) ?? indexing?.contracts
  const publicUrl = read(`PUBLIC_NODE_URL_${variable}`, baseUrl.optional()) ?? indexing?.publicUrl
  const traces = read(`TRACES_${variable}`, tracesSetting.optional()) ?? indexing?.traces
  const fanout = read(`FANOUT_${variable}`, onOrOff.optional()) ?? indexing?.fanout
  if (urls === undefined) return []
  const fallback: StartBlock = isDevnet ? { at: 0 } : { beforeHead: defaultBeforeHead }
  return [{ chain: name, urls, start: start ?? fallback, end, ranges, contracts, traces, fanout, publicUrl }]
}

const chainsWithoutNode = (ownChains: readonly OwnChain[], nodes: readonly EvmNodeConfig[]): string[] =>
  ownChains
    .filter(({ name }) => !nodes.some(({ chain }) => chain === name))
    .map(
      ({ name, variable }) =>
        `CHAINS_FILE lists no node for ${name}: add nodes to its entry, or set NODE_URL_${variable}`,
    )

/** A misspelt chain would otherwise be silently not indexed. */
const unknownChains = (given: SettingReader['given'], chains: readonly EvmChain[]): string[] => {
  const known = new Set(chains.map(({ variable }) => variable))
  return Object.keys(given).flatMap((name) => {
    const suffix = /^(?:(?:PUBLIC_)?NODE_URL|START_BLOCK|END_BLOCK|BLOCKS|CONTRACTS|TRACES|FANOUT)_([A-Z0-9_]+)$/.exec(
      name,
    )?.[1]
    if (suffix === undefined || known.has(suffix)) return []
    return [`${name} does not name a known chain: use one of ${[...known].join(', ')}`]
  })
}
