import { LRUCache } from 'lru-cache'
import { byteCount, type Hex } from '#lib/base/hex.ts'
import { type AbiIndex, abiIndex } from '#lib/evm/abi/abi-index.ts'
import type { KnownInterface } from '#lib/evm/abi/abi-port.ts'
import type { ArtifactFolder } from './artifact-folder.ts'
import { type ContractMatch, matchContract } from './match-contract.ts'
import type { Artifact } from './read-artifact.ts'
import type { ReadCodes } from './read-codes.ts'

/** A deployed contract, and the artifact that it was deployed from. */
export type DeployedArtifact = {
  artifact: Artifact
  match: ContractMatch
  code: Hex
  /** Of the folder, as it was found. */
  version: number
}

const knownMax = 20_000
/** A devnet may start again, with other contracts at the same addresses. */
const codeMs = 1_000

type Entry = { found: DeployedArtifact | undefined; code: Hex | undefined; version: number; readAt: number }

/** Deployed contracts of which there are artifacts: immutables, libraries and metadata aside, their code is the same. */
export const createArtifactContracts = (folder: ArtifactFolder, readCodes: ReadCodes, now: () => number = Date.now) => {
  const known = new LRUCache<string, Entry>({ max: knownMax })
  const indexes = new WeakMap<Artifact, { index: AbiIndex | undefined }>()

  const isDue = (chain: number, address: Hex): boolean => {
    const entry = known.get(`${chain}/${address}`)
    return !entry || entry.version !== folder.version || now() - entry.readAt >= codeMs
  }

  const learn = async (chain: number, addresses: readonly Hex[]): Promise<void> => {
    await folder.refresh()
    const due = [...new Set(addresses)].filter((address) => isDue(chain, address))
    if (due.length === 0) return
    const codes = await readCodes(chain, due)
    const { version } = folder
    for (const address of due) {
      const code = codes.get(address)
      const previous = known.get(`${chain}/${address}`)
      const isSame = previous?.code === code && previous?.version === version
      const found = isSame ? previous?.found : code && findArtifact(folder, address, code)
      known.set(`${chain}/${address}`, { found: found || undefined, code, version, readAt: now() })
    }
  }

  const foundAt = (chain: number, address: Hex): DeployedArtifact | undefined => known.get(`${chain}/${address}`)?.found

  return {
    learn,
    find: (chain: number, address: Hex): AbiIndex | undefined => {
      const artifact = foundAt(chain, address)?.artifact
      if (!artifact) return undefined
      const compiled = indexes.get(artifact) ?? { index: abiIndex(artifact.contract.abi) }
      indexes.set(artifact, compiled)
      return compiled.index
    },
    read: async (chain: number, address: Hex): Promise<KnownInterface | undefined> => {
      await learn(chain, [address])
      const found = foundAt(chain, address)
      return (
        found && {
          address,
          by: 'artifacts',
          match: found.match.runtime ?? null,
          items: found.artifact.contract.abi,
        }
      )
    },
    /** The artifact of a contract. */
    artifactOf: async (chain: number, address: Hex): Promise<DeployedArtifact | undefined> => {
      await learn(chain, [address])
      return foundAt(chain, address)
    },
  }
}

export type ArtifactContracts = ReturnType<typeof createArtifactContracts>

const findArtifact = (folder: ArtifactFolder, address: Hex, code: Hex): DeployedArtifact | undefined => {
  const { version } = folder
  let partial: DeployedArtifact | undefined
  for (const artifact of folder.ofLength(byteCount(code))) {
    const match = matchContract(artifact.contract, { address, runtime: code })
    if (match?.runtime === 'exact_match') return { artifact, match, code, version }
    if (match) partial ??= { artifact, match, code, version }
  }
  return partial
}
