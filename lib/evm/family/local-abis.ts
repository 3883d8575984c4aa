import type { FamilyBase } from '#lib/config/family.ts'
import type { ContractSources } from '#lib/evm/abi/contract-sources.ts'
import type { LocalAbis } from '#lib/evm/abi/sources/contract-abis.ts'
import type { GivenAbis } from '#lib/evm/abi/sources/given-abis.ts'
import type { ServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createArtifactFolder } from '#lib/evm/verification/artifacts/artifact-folder.ts'
import { createGivenAbis } from '#lib/evm/verification/given/given-abis.ts'
import { createArtifactContracts } from '#lib/evm/verification/known/artifact-contracts.ts'
import { createKnownSources, type KnownSourcesOptions } from '#lib/evm/verification/known/known-sources.ts'
import type { ReadCodes } from '#lib/evm/verification/known/read-codes.ts'
import { createVerifiedAbis } from '#lib/evm/verification/known/verified-abis.ts'

type LocalAbiParts = Pick<Parameters<typeof createGivenAbis>[1], 'quota'> & {
  readCodes: ReadCodes
  served: ServedChains
  artifacts: KnownSourcesOptions['artifacts']
}

/** What Foundry or Hardhat compiled, in `ARTIFACTS_DIR`. */
export const createArtifacts = (
  { config, log }: FamilyBase,
  readCodes: ReadCodes,
): KnownSourcesOptions['artifacts'] => {
  const { artifactsDir } = config.outside
  if (artifactsDir === undefined) return undefined
  return {
    folder: artifactsDir,
    contracts: createArtifactContracts(createArtifactFolder(artifactsDir, log), readCodes),
  }
}

/**
 * Interfaces and sources that this server knows by itself: of contracts verified in a database, and of those in `ARTIFACTS_DIR`.
 * Chains are read when they are needed: the id of a devnet may change.
 */
export const createLocalAbis = (
  { config, store }: FamilyBase,
  { readCodes, served, artifacts, quota }: LocalAbiParts,
): { abis: readonly LocalAbis[]; given: GivenAbis; sources: ContractSources } => {
  const evmStore = store.withTables<EvmTables>()
  const isDevnet = (chain: number): boolean => served.all.some(({ id, isDevnet }) => id === chain && isDevnet === true)
  const verified = createVerifiedAbis(evmStore, { readCodes, isDevnet })
  return {
    abis: artifacts ? [artifacts.contracts, verified] : [verified],
    given: createGivenAbis(evmStore, { readCodes, isDevnet, policy: config.families.evm.givenAbis, quota }),
    sources: createKnownSources({ store: evmStore, artifacts }),
  }
}
