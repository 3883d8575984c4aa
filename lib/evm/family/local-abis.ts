import type { LocalAbis } from '#lib/evm/abi/sources/contract-abis.ts'
import type { Hex } from '#lib/evm/node/block.ts'
import { parseBytes } from '#lib/evm/node/parse.ts'
import { NodeRefusal } from '#lib/evm/node/transport/node-refusal.ts'
import type { ServedChains } from '#lib/evm/served.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { createArtifactFolder } from '#lib/evm/verify/artifacts/artifact-folder.ts'
import {
  type ArtifactContracts,
  createArtifactContracts,
  type ReadCodes,
} from '#lib/evm/verify/known/artifact-contracts.ts'
import { createVerifiedAbis } from '#lib/evm/verify/known/verified-abis.ts'
import type { FamilyBase } from '#lib/family.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { EvmSource } from './sources.ts'

const codesPerBatch = 50

/**
 * Interfaces that this server knows by itself: of verified contracts, and of those in `ARTIFACTS_DIR`. Chains are read when
 * they are needed: the id of a devnet may change.
 */
export const createLocalAbis = (
  { config, store, log }: FamilyBase,
  nodes: readonly EvmSource[],
  servedChains: () => ServedChains | undefined,
): { sources: readonly LocalAbis[]; artifacts: ArtifactContracts | undefined } => {
  const verified = createVerifiedAbis(store.withTables<EvmTables>())
  const { artifactsDir } = config.outside
  if (artifactsDir === undefined) return { sources: [verified], artifacts: undefined }

  const readCodes: ReadCodes = async (chainId, addresses) => {
    const name = servedChains()?.all.find(({ id }) => id === chainId)?.name
    const pool = nodes.find(({ chain }) => chain === name)?.pool
    const codes = new Map<Hex, Hex>()
    if (!pool) return codes
    for (const batch of batchesOf(addresses, codesPerBatch)) {
      const calls = batch.map((address) => ({ method: 'eth_getCode', params: [address, 'latest'], mayFail: true }))
      const answers = await pool.callMany(calls).catch((error: unknown) => {
        log.warn({ chain: name, err: error }, 'could not read code to compare it with artifacts')
        return []
      })
      for (const [index, answer] of answers.entries()) {
        const address = batch[index]
        if (address !== undefined && !(answer instanceof NodeRefusal))
          codes.set(address, parseBytes(answer, 'eth_getCode'))
      }
    }
    return codes
  }

  const artifacts = createArtifactContracts(createArtifactFolder(artifactsDir, log), readCodes)
  return { sources: [artifacts, verified], artifacts }
}
