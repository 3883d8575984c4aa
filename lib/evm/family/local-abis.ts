import type { ContractSources } from '#lib/evm/abi/contract-sources.ts'
import type { GivenAbis } from '#lib/evm/abi/given-abis.ts'
import type { LocalAbis } from '#lib/evm/abi/sources/contract-abis.ts'
import type { ServedChain } from '#lib/evm/served.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { createArtifactFolder } from '#lib/evm/verify/artifacts/artifact-folder.ts'
import { createGivenAbis } from '#lib/evm/verify/given/given-abis.ts'
import { createArtifactContracts } from '#lib/evm/verify/known/artifact-contracts.ts'
import { createKnownSources } from '#lib/evm/verify/known/known-sources.ts'
import type { ReadCodes } from '#lib/evm/verify/known/read-codes.ts'
import { createVerifiedAbis } from '#lib/evm/verify/known/verified-abis.ts'
import type { FamilyBase } from '#lib/family.ts'
import { createNewContractQuota } from '#lib/gateway/limits/new-contract-quota.ts'
import { sharedQuery } from '#lib/store/shared-query.ts'

/**
 * Interfaces and sources that this server knows by itself: of verified contracts, and of those in `ARTIFACTS_DIR`. Chains are read when
 * they are needed: the id of a devnet may change.
 */
export const createLocalAbis = (
  { config, store, secret, log }: FamilyBase,
  readCodes: ReadCodes,
  chainOf: (id: number) => ServedChain | undefined,
): { abis: readonly LocalAbis[]; given: GivenAbis; sources: ContractSources } => {
  const evmStore = store.withTables<EvmTables>()
  const isDevnet = (chain: number): boolean => chainOf(chain)?.isDevnet === true
  const verified = createVerifiedAbis(evmStore, { readCodes, isDevnet })
  const given = createGivenAbis(evmStore, {
    readCodes,
    isDevnet,
    policy: config.families.evm.givenAbis,
    quota: createNewContractQuota({ subject: 'given ABIs', shared: sharedQuery(store), secret }),
  })
  const { artifactsDir } = config.outside
  if (artifactsDir === undefined)
    return { abis: [verified], given, sources: createKnownSources({ store: evmStore, artifacts: undefined }) }
  const contracts = createArtifactContracts(createArtifactFolder(artifactsDir, log), readCodes)
  return {
    abis: [contracts, verified],
    given,
    sources: createKnownSources({ store: evmStore, artifacts: { folder: artifactsDir, contracts } }),
  }
}
