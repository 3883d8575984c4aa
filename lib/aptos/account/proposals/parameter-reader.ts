import { LRUCache } from 'lru-cache'
import type { ReadModule } from '#lib/aptos/account/module-cache.ts'
import { moduleSource } from '#lib/aptos/account/module-source.ts'
import { type PublishedPackage, packageRegistryType, readPackages } from '#lib/aptos/account/package-registry.ts'
import { parameterNames } from '#lib/aptos/account/parameter-names.ts'
import type { StateReader } from '#lib/aptos/chain/rpc/state-reader.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { createSharedCalls } from '#lib/base/shared-calls.ts'
import { timeLimit } from '#lib/base/time-limit.ts'

/** The parameters of a function, without signers. */
export type Parameter = { name: string | null; type: string }
/** `missing`: the module, or a function of this name in it, does not exist. `unknown`: the node did not return an ABI. */
export type FoundParameters = readonly Parameter[] | 'missing' | 'unknown'

export type ParameterPlace = { state: StateReader; network: string; version: number; signal: AbortSignal | undefined }
type Called = { address: string; module: string; name: string }
type Names = ReadonlyMap<string, readonly string[]>

const modulesMax = 200
/** Versions after which a source is read again, as that of ABIs. */
const versionsMax = 20_000
/** The packages of the framework are several megabytes: a slow node is not waited for. */
const namesWithinMs = 4_000

/** Reads parameters by the ABI, and their names by the source that is stored with the package. */
export const createParameterReader = () => {
  const kept = new LRUCache<string, { version: number; names: Names }>({ max: modulesMax })
  /** Proposals of one account often call the same module. */
  const reading = createSharedCalls<PublishedPackage[]>()

  const readOf = async (state: StateReader, address: string, version: number): Promise<PublishedPackage[]> => {
    using limit = timeLimit(namesWithinMs)
    return readPackages(await state.resource(address, packageRegistryType, version, limit.signal))
  }

  const packagesOf = ({ state, network, version }: ParameterPlace, address: string): Promise<PublishedPackage[]> => {
    const key = `${network} ${version} ${address}`
    return reading.run(key, () => readOf(state, address, version))
  }

  const namesOf = async (place: ParameterPlace, { address, module }: Called): Promise<Names> => {
    const { network, version } = place
    const key = `${network} ${address}::${module}`
    const known = kept.get(key)
    if (known && version >= known.version && version - known.version < versionsMax) return known.names
    try {
      const stored = (await packagesOf(place, address)).find(({ sources }) => sources.has(module))?.sources.get(module)
      const names = parameterNames((await moduleSource(stored)).source ?? '')
      kept.set(key, { version, names })
      return names
    } catch (error) {
      if (isServiceError(error)) return new Map()
      throw error
    }
  }

  return async (place: ParameterPlace, readModule: ReadModule, called: Called): Promise<FoundParameters> => {
    try {
      const module = await readModule(called, place.version, place.signal)
      if (module && !module.abi) return 'unknown'
      const found = module?.abi?.exposed_functions.find(({ name, is_entry }) => name === called.name && is_entry)
      if (!found) return 'missing'
      const names = (await namesOf(place, called)).get(called.name)
      const fits = names?.length === found.params.length
      return found.params.flatMap((type, index) =>
        type === 'signer' || type === '&signer' ? [] : [{ type, name: (fits && names[index]) || null }],
      )
    } catch (error) {
      if (isServiceError(error)) return 'unknown'
      throw error
    }
  }
}

export type ReadParameters = ReturnType<typeof createParameterReader>
