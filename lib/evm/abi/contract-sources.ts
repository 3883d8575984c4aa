import type { Hex } from '#lib/base/hex.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { KnownInterface } from './abi-port.ts'
import type { Documentation } from './nat-spec.ts'

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
