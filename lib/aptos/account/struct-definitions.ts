import { type MoveType, parseMoveType, structName } from '#lib/aptos/api/format/move-type.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { AptosStructDefinition } from './contract.ts'
import type { ReadModule } from './module-cache.ts'
import { structDefinition } from './struct-definition.ts'

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
