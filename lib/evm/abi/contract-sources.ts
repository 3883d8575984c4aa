import * as z from 'zod'
import type { Hex } from '#lib/base/hex.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { KnownInterface } from './abi-index.ts'

/** The documentation that a contract was compiled with: `devdoc` and `userdoc` of the compiler, unchecked. */
export type Documentation = { devdoc?: unknown; userdoc?: unknown }

/** What the author of a function says about it. */
export type FunctionDoc = {
  notice: string | null
  details: string | null
  /** By name. */
  params: ReadonlyMap<string, string>
  /** By name, or by `_` and its place. */
  returns: ReadonlyMap<string, string>
}

const methodsMax = 2_000
const textMax = 1_000
const namesMax = 256

const text = z.string().transform((value) => {
  const words = value.slice(0, 2 * textMax).trim()
  return words.length > textMax ? `${words.slice(0, textMax - 1)}…` : words
})
const texts = z
  .record(z.string().max(256), text)
  .catch({})
  .transform((all) => new Map(Object.entries(all).slice(0, namesMax)))
const devMethod = z.object({
  details: text.optional().catch(undefined),
  params: texts.default(new Map()),
  returns: texts.default(new Map()),
})
const variable = z.object({ details: text.optional().catch(undefined), return: text.optional().catch(undefined) })
const userMethod = z.object({ notice: text.optional().catch(undefined) })
const methodsOf = <Method extends z.ZodType>(method: Method) =>
  z.object({ methods: z.record(z.string(), method.or(z.unknown().transform(() => undefined))).catch({}) })
const devdoc = methodsOf(devMethod).extend({
  stateVariables: z.record(z.string(), variable.or(z.unknown().transform(() => undefined))).catch({}),
})
const userdoc = methodsOf(userMethod)

const none: ReadonlyMap<string, string> = new Map()

/** Documentation of functions by signature, for those that have any; of the getter of a public variable too. */
export const readNatSpec = (documentation: Documentation): { of(signature: string): FunctionDoc | undefined } => {
  const dev = devdoc.safeParse(documentation.devdoc).data
  const user = userdoc.safeParse(documentation.userdoc).data
  const devMethods = new Map(Object.entries(dev?.methods ?? {}).slice(0, methodsMax))
  const userMethods = new Map(Object.entries(user?.methods ?? {}).slice(0, methodsMax))
  const variables = new Map(Object.entries(dev?.stateVariables ?? {}).slice(0, methodsMax))
  return {
    of: (signature) => {
      const method = devMethods.get(signature)
      const getter = variables.get(signature.slice(0, signature.indexOf('(')))
      const notice = userMethods.get(signature)?.notice || null
      const details = method?.details || getter?.details || null
      const returns = new Map([...(getter?.return ? [['_0', getter.return] as const] : []), ...(method?.returns ?? [])])
      const params = method?.params ?? none
      if (notice === null && details === null && params.size === 0 && returns.size === 0) return undefined
      return { notice, details, params, returns }
    },
  }
}

/** A contract as the compiler saw it. */
export type CompiledContract = {
  name: string
  /** The file that declares it. */
  file: string
  language: string
  compilerVersion: string
  /** As the compiler was given them, unchecked. */
  settings: unknown
  abi: readonly unknown[]
  /** The compiler's `storageLayout`, unchecked; undefined if it is not known. */
  storageLayout: unknown
}

/** What a contract was compiled from, according to who compared it with its code. */
export type KnownSources = CompiledContract & {
  by: KnownInterface['by']
  /** The interface through which they came to this server. */
  verifiedThrough: 'sourcify' | 'etherscan' | 'page' | undefined
  /** Milliseconds since 1970. */
  verifiedAt: number | undefined
  match: { runtime: 'exact_match' | 'match' | undefined; creation: 'exact_match' | 'match' | undefined }
  /** Addresses by `file:name`. */
  libraries: Readonly<Record<string, string>>
  constructorArguments: Hex | undefined
  documentation: Documentation | undefined
  /** Texts by path; those that could not be found are missing. */
  files: Readonly<Record<string, string>>
}

/** Where the source code of contracts is. */
export type ContractSources = {
  /** The sources of a contract with this code; undefined if they are not known. */
  find(
    chain: ServedChain,
    contract: { address: Hex; code: Hex },
    signal?: AbortSignal,
  ): Promise<KnownSources | undefined>
}
