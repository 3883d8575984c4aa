import { badParameter, ServiceError, SettingError } from '#lib/base/errors.ts'
import { hexNumber } from '#lib/base/hex.ts'
import { findChain, knownEvmChains } from '#lib/evm/api/chains.ts'
import type { EvmChain } from '#lib/evm/api/own-chains.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'
import { lastLocalChainId, unknownChainId } from './chain-id.ts'

/** A chain that this installation serves from its own index. */
export type ServedChain = EvmChain & {
  /** `demo` for the bundled ledger, which is always labelled so. */
  source: 'index' | 'demo'
  /** Set if only these blocks are indexed; otherwise the index follows the head. Both ends included. */
  ranges?: readonly BlockRange[]
  /** Set if following ends at this block. */
  endBlock?: number
  /** Contracts of `CONTRACTS_<CHAIN>`, in lower case. */
  contracts?: readonly string[]
  /** The internal transfers of its blocks are stored. */
  keepsTraces?: boolean
  /** Its transfers are in the lists of wallets and tokens, once they are built, see transfer-side-tables.ts. */
  keepsSides?: boolean
  /** A node that anyone may use. */
  publicUrl?: string | undefined
}

export type ServedChains = {
  readonly all: readonly ServedChain[]
  /**
   * The chain of a request. Without one: `eth` if it is served, otherwise the first. @throws chain_not_served for a
   * chain that could be served here, naming the variable; invalid_request for an unknown one.
   */
  resolve(nameOrHexId: string | undefined): ServedChain
}

type ServedChainOptions = {
  name: string
  /** The id reported by the node; needed for `local`, whose id is not in the table. */
  id?: number
  ranges?: ServedChain['ranges']
  endBlock?: number
  contracts?: ServedChain['contracts']
  keepsTraces?: boolean
  keepsSides?: boolean
  publicUrl?: string | undefined
}

/** @throws SettingError when two of them have one id: their rows would mix. */
export const createServedChains = (options: readonly ServedChainOptions[]): ServedChains => {
  const all = options.map(servedChain)
  for (const { id, name } of all) {
    const other = all.find((chain) => chain.id === id && chain.name !== name)
    if (other) throw new SettingError(`${name} and ${other.name} are both chain ${id}: serve one of them`)
  }
  return { all, resolve: (nameOrHexId) => resolveChain(all, nameOrHexId) }
}

const servedChain = ({ name, id, ...options }: ServedChainOptions): ServedChain => {
  const chain = knownEvmChains().find((known) => known.name === name)
  if (!chain) throw new SettingError(`${name} is not a known chain`)
  return { ...chain, ...options, id: id ?? chain.id, source: name === 'demo' ? 'demo' : 'index' }
}

const resolveChain = (all: readonly ServedChain[], nameOrHexId: string | undefined): ServedChain => {
  if (nameOrHexId === undefined) return defaultChain(all)
  const known = findChain(nameOrHexId)
  const wanted = nameOrHexId.trim().toLowerCase()
  // A devnet may have the id of a public chain, and clients send ids: if that chain is not served, the devnet is meant.
  const id = known && known.name !== 'local' ? known.id : /^0x[0-9a-f]{1,13}$/.test(wanted) ? Number(wanted) : undefined
  const served = all.find(({ name }) => name === known?.name) ?? all.find((chain) => chain.id === id)
  if (served) return served
  if (known) throw notServed(known)
  const accepted = all.map((chain) => `${chain.name} (${hexNumber(chain.id)})`)
  throw badParameter(
    'chain',
    `is not a known chain: expected one of ${[...new Set([...accepted, ...names()])].join(', ')}`,
  )
}

const names = (): string[] =>
  knownEvmChains()
    .map(({ name }) => name)
    .filter((name) => name !== 'demo')

const defaultChain = (all: readonly ServedChain[]): ServedChain => {
  const chain = all.find(({ name }) => name === 'eth') ?? all[0]
  if (chain) return chain
  throw new ServiceError('chain_not_served', 'No EVM chain is indexed here. Set NODE_URL_ETH to index Ethereum here.')
}

/** A permanent condition of this installation, with the setting that changes it. */
const notServed = ({ title, variable }: Pick<EvmChain, 'title' | 'variable'>): ServiceError =>
  new ServiceError(
    'chain_not_served',
    variable === ''
      ? `${title} is not served here: it is only shown if no node is configured.`
      : `${title} is not indexed here. Set NODE_URL_${variable} to index ${title} here.`,
  )

const refreshEveryMs = 2_000

/**
 * The served chains, with the devnet's id as the worker last heard it: a devnet may start after us, or restart with
 * another id. `defaultChain` is used for requests without a chain if it is not the first served chain.
 */
export const liveServedChains = async <Tables>(
  store: Store<Tables>,
  chains: readonly ServedChainOptions[],
  defaultChain: string | undefined,
): Promise<ServedChains> => {
  const hasLocal = chains.some(({ name }) => name === 'local')
  let lastId = unknownChainId
  const read = async (): Promise<ServedChains> => {
    const id = hasLocal ? await lastLocalChainId(store).catch(() => lastId) : unknownChainId
    lastId = id
    return createServedChains(chains.map((chain) => (chain.name === 'local' ? { ...chain, id } : chain)))
  }
  let current = await read()
  const refresh = async (): Promise<void> => {
    current = await read().catch(() => current)
  }
  if (hasLocal) setInterval(refresh, refreshEveryMs).unref()
  return {
    get all() {
      return current.all
    },
    resolve: (nameOrHexId) => current.resolve(nameOrHexId ?? defaultChain),
  }
}
