import { decodeAbiParameters, encodeAbiParameters } from 'viem/utils'
import * as z from 'zod'
import type { Hex } from '#lib/base/hex.ts'
import { hashOf } from '#lib/base/keccak.ts'
import type { CompiledContract } from '#lib/evm/abi/contract-sources.ts'
import { parseBytes } from '#lib/evm/chain/rpc/parse.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { Compiler, CompilerContract } from './compile-contract.ts'
import { assemblyAuxdata, type CodeMatch, immutableGaps, libraryGaps, type MatchKind, matchCode } from './match-code.ts'
import { VerificationFault } from './solc-versions.ts'
import type { ContractName, StandardJson } from './standard-json.ts'

/*
 * Not `@ethereum-sourcify/lib-sourcify` (3.4.0): 62 MB in 72 packages, an EVM and ethers among them, to compare codes that are here
 * anyway; and it asks nodes by itself, past the limits and checks of ours.
 */

/** The code of a contract on its chain. */
type DeployedCode = {
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

/** The interface through which sources came. */
type VerifiedBy = 'sourcify' | 'etherscan' | 'page'

/** A contract whose sources were compiled here, and compared with its code. */
export type VerifiedContract = CompiledContract & {
  address: Hex
  verifiedAt: number
  verifiedBy: VerifiedBy
  /** Keccak-256 of the deployed code that was compared. */
  codeHash: Hex
  creationTransaction: Hex | undefined
  match: ContractMatch
  documentation: { devdoc?: unknown; userdoc?: unknown }
  metadata: string
  creationCode: string
}

/** Source files by path. */
export type Sources = Readonly<Record<string, string>>

/** The better of the two comparisons. */
export const matchOf = ({ runtime, creation }: Pick<ContractMatch, 'runtime' | 'creation'>): MatchKind =>
  runtime === 'exact_match' || creation === 'exact_match' ? 'exact_match' : 'match'

/** Whether this is the code that was verified: after a reset, a devnet has other contracts at the same addresses. */
export const isCodeOf = ({ codeHash }: Pick<VerifiedContract, 'codeHash'>, code: Hex): boolean =>
  hashOf(code.slice(2)) === codeHash

/** What its author says a contract was compiled from. */
export type VerificationRequest = {
  input: StandardJson
  contract: ContractName
  compilerVersion: string
  by: VerifiedBy
}

/** The transaction that created a contract, and its input. */
export type Creation = { hash: Hex; input: Hex }

/** A deployed contract. Its creation is looked up after compiling, by when a new block is likely to be indexed. */
type Deployed = { address: Hex; runtime: Hex; findCreation: () => Promise<Creation | undefined> }

/** Compiles the sources, and compares the result with the code that the chain has now. @throws VerificationFault */
export const verifyContract = async (
  { input, contract, compilerVersion, by }: VerificationRequest,
  { address, runtime, findCreation }: Deployed,
  compiler: Compiler,
  { now, signal }: { now: () => number; signal?: AbortSignal },
): Promise<VerifiedContract> => {
  const compiled = await compiler.compile(input, contract, compilerVersion, signal)
  if (compiled.contract.evm.deployedBytecode.object === '')
    throw new VerificationFault('no_match', `${contract.name} has no code: it is an interface or abstract.`)
  const creation = await findCreation()
  const match = matchContract(compiled.contract, { address, runtime, creation: creation?.input })
  if (match === undefined)
    throw new VerificationFault(
      'no_match',
      'The compiled code differs from the deployed code. Check the compiler version, the settings and the sources.',
    )
  const { abi, metadata, storageLayout, devdoc, userdoc, evm } = compiled.contract
  return {
    address,
    verifiedAt: now(),
    verifiedBy: by,
    codeHash: hashOf(runtime.slice(2)),
    creationTransaction: match.creation && creation?.hash,
    match,
    ...contract,
    language: input.language,
    compilerVersion: compiled.compilerVersion,
    settings: input.settings,
    abi,
    storageLayout,
    documentation: { devdoc, userdoc },
    metadata,
    creationCode: evm.bytecode.object,
  }
}

/** EIP-7702: an account that runs the code of another address. */
const delegation = /^0xef0100[0-9a-f]{40}$/

/** The code at an address after the newest block. @throws VerificationFault without one */
export const deployedCode = async (pool: NodePool, address: Hex, signal?: AbortSignal): Promise<Hex> => {
  const code = parseBytes(await pool.call('eth_getCode', [address, 'latest'], { signal }), 'eth_getCode')
  if (code === '0x' || delegation.test(code))
    throw new VerificationFault('contract_not_deployed', 'There is no contract at this address.')
  return `0x${code.slice(2)}`
}
