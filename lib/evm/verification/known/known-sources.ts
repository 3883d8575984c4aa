import * as z from 'zod'
import { parseJson } from '#lib/api/input/parse-json.ts'
import type { ContractSources, KnownSources } from '#lib/evm/abi/contract-sources.ts'
import type { Documentation } from '#lib/evm/abi/nat-spec.ts'
import { RecentlyUsed } from '#lib/evm/abi/recently-used.ts'
import type { Hex } from '#lib/evm/chain/block.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { type ArtifactBuild, readBuild } from '#lib/evm/verification/artifacts/artifact-sources.ts'
import { indexedCreation } from '#lib/evm/verification/find-creation.ts'
import { matchContract } from '#lib/evm/verification/match/match-contract.ts'
import { readSources, readVerified } from '#lib/evm/verification/stored/read-verified.ts'
import { isCodeOf } from '#lib/evm/verification/stored/verified-contract.ts'
import type { Store } from '#lib/store/store.ts'
import type { ArtifactContracts, DeployedArtifact } from './artifact-contracts.ts'

/** Characters of source text. */
const keptMax = 50_000_000

export type KnownSourcesOptions = {
  store: Store<EvmTables>
  /** The folder of `ARTIFACTS_DIR`, and the contracts that were found in it. */
  artifacts: { folder: string; contracts: ArtifactContracts } | undefined
}

/** The source code that this server has: of build artifacts, and of contracts that were verified here. */
export const createKnownSources = ({ store, artifacts }: KnownSourcesOptions): ContractSources => {
  const builds = new RecentlyUsed<ArtifactBuild>(keptMax)

  const buildOf = async (
    folder: string,
    { artifact, version }: DeployedArtifact,
  ): Promise<ArtifactBuild | undefined> => {
    const key = `${version} ${artifact.file}:${artifact.name}`
    const known = builds.get(key)
    if (known) return known
    const build = await readBuild(folder, artifact)
    if (build) builds.set(key, build, charactersOf(build.sources))
    return build
  }

  const ofArtifact = async (chain: number, address: Hex): Promise<KnownSources | undefined> => {
    const found = await artifacts?.contracts.artifactOf(chain, address)
    const build = found && artifacts && (await buildOf(artifacts.folder, found))
    if (!build) return undefined
    const { artifact, code } = found
    const creation = await indexedCreation(store.db, chain, address)
    const match = matchContract(artifact.contract, { address, runtime: code, creation: creation?.input }) ?? found.match
    const { libraries, constructorArguments, runtime, creation: creationMatch } = match
    const { sources: files, language, compilerVersion, settings } = build
    return {
      by: 'artifacts',
      verifiedThrough: undefined,
      verifiedAt: undefined,
      match: { runtime, creation: creationMatch },
      ...{ name: artifact.name, file: artifact.file, abi: artifact.contract.abi },
      ...{ language, compilerVersion, settings, files, libraries, constructorArguments },
      documentation: documentationIn(artifact.contract.metadata),
      storageLayout: artifact.contract.storageLayout,
    }
  }

  const ofStore = async (chain: number, address: Hex, code: Hex): Promise<KnownSources | undefined> => {
    const contract = await readVerified(store.db, chain, address)
    if (!contract || !isCodeOf(contract, code)) return undefined
    const { name, file, abi, language, compilerVersion, settings } = contract
    const { libraries, constructorArguments, runtime, creation } = contract.match
    return {
      by: 'server',
      verifiedThrough: contract.verifiedBy,
      verifiedAt: contract.verifiedAt,
      match: { runtime, creation },
      ...{ name, file, abi, language, compilerVersion, settings, libraries, constructorArguments },
      documentation: contract.documentation,
      storageLayout: contract.storageLayout,
      files: await readSources(store.db, chain, address),
    }
  }

  return {
    find: async ({ id }, { address, code }) => (await ofArtifact(id, address)) ?? (await ofStore(id, address, code)),
  }
}

const metadataSchema = z.object({
  output: z.object({ devdoc: z.unknown().optional(), userdoc: z.unknown().optional() }),
})

/** The documentation in the compiler's metadata. */
const documentationIn = (metadata: string): Documentation | undefined => {
  try {
    return metadataSchema.safeParse(parseJson(metadata)).data?.output
  } catch {
    return undefined
  }
}

const charactersOf = (files: Readonly<Record<string, string>>): number =>
  Object.values(files).reduce((sum, text) => sum + text.length, 0)
