import { LRUCache } from 'lru-cache'
import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import { type MoveType, parseMoveType, structName } from '#lib/aptos/api/format/move-type.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { MoveModule, MoveStruct } from '#lib/aptos/chain/rpc/state-reader.ts'
import { type NetworkNodes, nodeOf } from '#lib/aptos/query/node-context.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { AptosStructDefinition } from './contract.ts'

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

/** A struct of a module, with the module in its name. */
export const structDefinition = (module: string, struct: MoveStruct): AptosStructDefinition => ({
  name: `${module}::${struct.name}`,
  abilities: struct.abilities,
  type_parameters: struct.generic_type_params.length,
  is_event: struct.is_event,
  fields: struct.fields,
  is_enum: struct.is_enum,
  ...(struct.is_enum && { variants: struct.variants }),
})

/** Modules read for one response: hostile types could name any number. */
const modulesMax = 60
/** Structs within structs. */
const roundsMax = 8

/**
 * The definitions of the structs in these types, and of those in their fields. Structs whose module is missing or cannot be
 * read are left out.
 */
export const structDefinitions = async (
  types: readonly string[],
  readModule: ReadModule,
  version: number,
  signal?: AbortSignal,
): Promise<AptosStructDefinition[]> => {
  const found = new Map<string, AptosStructDefinition>()
  const modules = new Map<string, Promise<ReadonlyMap<string, AptosStructDefinition>>>()

  const definitionsOf = (address: string, module: string) => {
    const name = `${address}::${module}`
    const known = modules.get(name)
    if (known || modules.size >= modulesMax) return known
    const read = readModule({ address, module }, version, signal).then(
      (one) => new Map(one?.abi?.structs.map((struct) => [`${name}::${struct.name}`, structDefinition(name, struct)])),
      (error: unknown) => {
        if (!isServiceError(error)) throw error
        return new Map<string, AptosStructDefinition>()
      },
    )
    modules.set(name, read)
    return read
  }

  let wanted = structsIn(types)
  for (let round = 0; round < roundsMax && wanted.size > 0; round++) {
    const definitions = await Promise.all(
      [...wanted].map(async (name) => {
        const parts = structName(name)
        return parts && (await definitionsOf(parts.address, parts.module))?.get(name)
      }),
    )
    const fields: string[] = []
    for (const definition of definitions) {
      if (!definition) continue
      found.set(definition.name, definition)
      const every = [definition, ...(definition.variants ?? [])].flatMap((one) => one.fields)
      fields.push(...every.map(({ type }) => type))
    }
    const asked = wanted
    wanted = new Set([...structsIn(fields)].filter((name) => !found.has(name) && !asked.has(name)))
  }
  return [...found.values()]
}

const structsIn = (types: readonly string[]): Set<string> => {
  const names = new Set<string>()
  const add = ({ name, args }: MoveType): void => {
    if (name.includes('::')) names.add(name)
    args.forEach(add)
  }
  for (const text of types) {
    const type = parseMoveType(text)
    if (type) add(type)
  }
  return names
}
