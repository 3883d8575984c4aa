import * as z from 'zod'
import { parseJson } from '#lib/api/input/parse-json.ts'
import { type CompilerContract, compilerContract } from './compile-contract.ts'

/** One contract of a build, as its tool wrote it. */
export type Artifact = {
  file: string
  name: string
  contract: CompilerContract
  /** Where its sources and settings are; Foundry keeps none in its output. */
  build: { kind: 'project' } | { kind: 'build_info'; id: string }
}

const references = z.record(z.string(), z.record(z.string(), z.array(z.unknown())))
const immutables = z.record(z.string(), z.array(z.unknown()))

/** Foundry: `out/Token.sol/Token.json`. */
const foundry = z.object({
  abi: z.array(z.unknown()),
  bytecode: z.object({ object: z.string(), linkReferences: references.optional() }),
  deployedBytecode: z.object({
    object: z.string(),
    linkReferences: references.optional(),
    immutableReferences: immutables.nullish(),
  }),
  rawMetadata: z.string().default(''),
  storageLayout: z.unknown().optional(),
})

/** Hardhat 2 and 3: `artifacts/contracts/Token.sol/Token.json`. */
const hardhat = z.object({
  _format: z.string().regex(/^hh/),
  contractName: z.string(),
  sourceName: z.string(),
  inputSourceName: z.string().optional(),
  abi: z.array(z.unknown()),
  bytecode: z.string(),
  deployedBytecode: z.string(),
  linkReferences: references.optional(),
  deployedLinkReferences: references.optional(),
  immutableReferences: immutables.nullish(),
  buildInfoId: z.string().optional(),
})

const target = z.object({ settings: z.object({ compilationTarget: z.record(z.string(), z.string()) }) })

/** Reads an artifact of Foundry or Hardhat; undefined if the file is something else, or a contract without code. */
export const readArtifact = (value: unknown, fallbackName: string, buildInfo?: string): Artifact | undefined => {
  const ofHardhat = hardhat.safeParse(value)
  if (ofHardhat.success) return readHardhat({ buildInfoId: buildInfo, ...ofHardhat.data })
  const { data } = foundry.safeParse(value)
  if (data === undefined || isEmpty(data.deployedBytecode.object)) return undefined
  const { abi, bytecode, deployedBytecode, rawMetadata: metadata, storageLayout } = data
  const contract = compilerContract.safeParse({ abi, metadata, storageLayout, evm: { bytecode, deployedBytecode } })
  if (!contract.success) return undefined
  const [[file, name] = []] = Object.entries(targetOf(metadata))
  return {
    file: file ?? `${fallbackName}.sol`,
    name: name ?? fallbackName,
    contract: contract.data,
    build: { kind: 'project' },
  }
}

const readHardhat = (artifact: z.output<typeof hardhat>): Artifact | undefined => {
  if (isEmpty(artifact.deployedBytecode)) return undefined
  const { contractName, sourceName, inputSourceName, immutableReferences, buildInfoId } = artifact
  const contract = compilerContract.safeParse({
    abi: artifact.abi,
    evm: {
      bytecode: { object: artifact.bytecode, linkReferences: artifact.linkReferences },
      deployedBytecode: {
        object: artifact.deployedBytecode,
        linkReferences: artifact.deployedLinkReferences,
        immutableReferences,
      },
    },
  })
  if (!contract.success) return undefined
  return {
    file: inputSourceName ?? sourceName,
    name: contractName,
    contract: contract.data,
    build: buildInfoId === undefined ? { kind: 'project' } : { kind: 'build_info', id: buildInfoId },
  }
}

const isEmpty = (code: string): boolean => code.length <= 2

const targetOf = (metadata: string): Record<string, string> => {
  try {
    return target.parse(parseJson(metadata)).settings.compilationTarget
  } catch {
    return {}
  }
}
