import { decodeAbiParameters, encodeAbiParameters } from 'viem/utils'
import * as z from 'zod'
import type { Hex } from '#lib/base/hex.ts'
import { assemblyAuxdata } from './auxdata.ts'
import type { CompilerContract } from './compiled-contract.ts'
import { type CodeMatch, immutableGaps, libraryGaps, type MatchKind, matchCode } from './match-code.ts'

/*
 * Not `@ethereum-sourcify/lib-sourcify` (3.4.0): 62 MB in 72 packages, an EVM and ethers among them, to compare codes that are here
 * anyway; and it asks nodes by itself, past the limits and checks of ours.
 */

/** The code of a contract on its chain. */
export type DeployedCode = {
  address: Hex
  runtime: Hex
  /** The input of the transaction that created it, where it is known. */
  creation?: Hex
}

export type ContractMatch = {
  runtime: MatchKind | undefined
  creation: MatchKind | undefined
  libraries: Record<string, string>
  immutables: Record<string, string>
  /** Undefined where the creation code is unknown or does not match. */
  constructorArguments: Hex | undefined
}

/** Recomputes whether deployed code is what the compiler made. Undefined if neither the deployed nor the creation code matches. */
export const matchContract = (compiled: CompilerContract, deployed: DeployedCode): ContractMatch | undefined => {
  const auxdata = assemblyAuxdata(compiled.evm.legacyAssembly)
  const runtime = matchRuntime(compiled, auxdata, deployed)
  const creation = matchCreation(compiled, auxdata, deployed)
  if (runtime === undefined && creation === undefined) return undefined
  return {
    runtime: runtime?.kind,
    creation: creation?.match.kind,
    libraries: { ...creation?.match.libraries, ...runtime?.libraries },
    immutables: runtime?.immutables ?? {},
    constructorArguments: creation?.constructorArguments,
  }
}

/** Code of a library begins with its own address, which the compiler leaves at zero. */
const callProtection = /^730{40}3014/
const protectionStart = 2
const protectionEnd = 42

const matchRuntime = (
  { evm }: CompilerContract,
  auxdata: readonly string[],
  { address, runtime }: DeployedCode,
): CodeMatch | undefined => {
  const { object, linkReferences, immutableReferences } = evm.deployedBytecode
  const code = callProtection.test(object)
    ? `${object.slice(0, protectionStart)}${address.slice(2)}${object.slice(protectionEnd)}`
    : object
  const gaps = [...libraryGaps(linkReferences), ...immutableGaps(immutableReferences)]
  return matchCode({ code, gaps, auxdata }, runtime.slice(2))
}

const matchCreation = (
  { abi, evm }: CompilerContract,
  auxdata: readonly string[],
  { creation }: DeployedCode,
): { match: CodeMatch; constructorArguments: Hex } | undefined => {
  if (creation === undefined) return undefined
  const { object: code, linkReferences } = evm.bytecode
  const match = matchCode({ code, gaps: libraryGaps(linkReferences), auxdata }, creation.slice(2, 2 + code.length))
  const constructorArguments: Hex = `0x${creation.slice(2 + code.length)}`
  return match && areArgumentsOf(abi, constructorArguments) ? { match, constructorArguments } : undefined
}

const constructorItem = z.object({
  type: z.literal('constructor'),
  inputs: z.array(z.looseObject({ type: z.string() })).default([]),
})

/** Whether this is exactly the encoding of values of these types: anything else could be code that runs. */
const areArgumentsOf = (abi: readonly unknown[], data: Hex): boolean => {
  const inputs = abi.flatMap((item) => constructorItem.safeParse(item).data?.inputs ?? [])
  if (inputs.length === 0) return data === '0x'
  try {
    return encodeAbiParameters(inputs, decodeAbiParameters(inputs, data)) === data
  } catch {
    return false
  }
}
