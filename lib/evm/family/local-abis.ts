import type { LocalAbis } from '#lib/evm/abi/sources/contract-abis.ts'
import type { ServedChain } from '#lib/evm/served.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { createArtifactFolder } from '#lib/evm/verify/artifacts/artifact-folder.ts'
import { type ArtifactContracts, createArtifactContracts } from '#lib/evm/verify/known/artifact-contracts.ts'
import type { ReadCodes } from '#lib/evm/verify/known/read-codes.ts'
import { createVerifiedAbis } from '#lib/evm/verify/known/verified-abis.ts'
import type { FamilyBase } from '#lib/family.ts'

/**
 * Interfaces that this server knows by itself: of verified contracts, and of those in `ARTIFACTS_DIR`. Chains are read when
 * they are needed: the id of a devnet may change.
 */
export const createLocalAbis = (
  { config, store, log }: FamilyBase,
  readCodes: ReadCodes,
  chainOf: (id: number) => ServedChain | undefined,
): { sources: readonly LocalAbis[]; artifacts: ArtifactContracts | undefined } => {
  const isDevnet = (chain: number): boolean => chainOf(chain)?.isDevnet === true
  const verified = createVerifiedAbis(store.withTables<EvmTables>(), { readCodes, isDevnet })
  const { artifactsDir } = config.outside
  if (artifactsDir === undefined) return { sources: [verified], artifacts: undefined }
  const artifacts = createArtifactContracts(createArtifactFolder(artifactsDir, log), readCodes)
  return { sources: [artifacts, verified], artifacts }
}
