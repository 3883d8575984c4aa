import { LRUCache } from 'lru-cache'
import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { MoveModule } from '#lib/aptos/chain/rpc/state.ts'
import { type NetworkNodes, nodeOf } from '#lib/aptos/query/network-nodes.ts'

export type ReadModule = (
  place: { address: string; module: string },
  version: number,
  signal?: AbortSignal,
) => Promise<MoveModule | undefined>

/** ABIs that are kept: most accounts use the same ones of the framework. */
const keptMax = 500
/** Versions after which a module is read again: an upgrade may have changed it. A few minutes on mainnet. */
const versionsMax = 20_000

/** A reader for each network of a service. */
export const createModuleReaders = (nodes: NetworkNodes): ((network: AptosNetwork) => ReadModule) => {
  const readers = new Map<AptosNetwork, ReadModule>()
  return (network) => {
    const reader = readers.get(network) ?? createModuleCache(nodeOf(nodes, network))
    readers.set(network, reader)
    return reader
  }
}

/** Modules of a network, kept for definitions of types. A module's own page reads it from the node. */
const createModuleCache = (node: AptosNode): ReadModule => {
  const kept = new LRUCache<string, { version: number; module: MoveModule | undefined }>({ max: keptMax })
  return async ({ address, module: name }, version, signal) => {
    const key = `${address}::${name}`
    const known = kept.get(key)
    if (known && version >= known.version && version - known.version < versionsMax) return known.module
    const module = await node.state.module(address, name, version, signal)
    // Bytecode is not needed for types.
    kept.set(key, { version, module: module && { bytecode: '0x', abi: module.abi } })
    return module
  }
}
