import type { Hex } from '#lib/evm/node/block.ts'
import type { ServedChain } from '#lib/evm/served.ts'
import type { AbiIndex } from './abi-index.ts'

/** A contract as it was in a block. */
export type ContractAt = { address: Hex; block: number }

/** The verified interfaces of a contract then: its own, then those of what it forwarded to. None where none is known. */
type KnownAbis = (contract: ContractAt) => readonly AbiIndex[]

/** Where queries learn how to read the calls and logs of contracts. */
export type EvmAbis = {
  /**
   * What is known of these contracts. What is not is requested, for a bounded time: the answer comes then with what is there
   * by then, and the rest is there for a later question. Never rejects: what cannot be learnt is not known.
   */
  knownOf(chain: ServedChain, contracts: readonly ContractAt[]): Promise<KnownAbis>
}
