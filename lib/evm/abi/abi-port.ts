import type { Hex } from '#lib/evm/node/block.ts'
import type { ServedChain } from '#lib/evm/served.ts'
import type { AbiIndex } from './abi-index.ts'

/** A contract as it was in a block. */
export type ContractAt = { address: Hex; block: number }

/** The verified interfaces of a contract then: its own, then those of what it forwarded to. None where none is known. */
export type KnownAbis = (contract: ContractAt) => readonly AbiIndex[]

/** The source of ABIs with which queries decode calls and logs. */
export type EvmAbis = {
  /**
   * The known ABIs of these contracts. Unknown ones are requested with a time limit: the result contains what arrived
   * by then, and later calls get the rest. Never rejects; an ABI that cannot be fetched is treated as unknown.
   */
  knownOf(chain: ServedChain, contracts: readonly ContractAt[], waitMs?: number): Promise<KnownAbis>
}
