import type { CallContext } from '#lib/api/endpoint.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { AbiIndex } from './abi-index.ts'
import type { GivenAbi } from './given-abi.ts'
import type { ImplementationPoint } from './implementation-points.ts'

/** A contract at a block. */
export type ContractAt = { address: Hex; block: number }

/**
 * The verified interfaces of a contract at that block: its own, then those of the contracts it forwarded to. Empty if
 * none is known.
 */
export type KnownAbis = (contract: ContractAt) => readonly AbiIndex[]

type KnownAbisOptions = { waitMs?: number; call?: Pick<CallContext, 'setHeader'> | undefined }

/** The ABI of one contract, and its source. */
export type KnownInterface = {
  address: Hex
  /**
   * `sourcify` or this `server` compared its source code with its bytecode, or build `artifacts` with it; those of an
   * `operator` or this program (`bundled`) are not compared. Those that somebody has `given` are not proven at all.
   */
  by: 'sourcify' | 'server' | 'artifacts' | 'operator' | 'bundled' | 'given'
  /** `exact_match` or `match`, as reported by the verifier. */
  match: string | null
  /** The items of the ABI, unchecked. */
  items: readonly unknown[]
  /** Set if it was given. */
  given?: GivenAbi
}

/** The known interfaces of a contract, and the contract that it forwards to. */
export type DescribedContract = {
  /** Undefined if no node could tell. */
  proxy: ImplementationPoint | undefined
  /** Its own first, then those of its implementations. */
  interfaces: readonly KnownInterface[]
}

/** The source of ABIs with which queries decode calls and logs. */
export type EvmAbis = {
  /**
   * The known ABIs of these contracts. Unknown ones are requested with a time limit: the result contains what arrived
   * by then, and later calls get the rest. Never rejects; an ABI that cannot be fetched is treated as unknown, and the
   * response of `call` says so in a header.
   */
  knownOf(chain: ServedChain, contracts: readonly ContractAt[], options?: KnownAbisOptions): Promise<KnownAbis>
  /** ABIs that people gave for contracts without a known one: guesses. Reads the store and the node only. */
  givenOf(chain: ServedChain, contracts: readonly ContractAt[]): Promise<KnownAbis>
  /** The whole ABIs of one contract, with the same limits as `knownOf`; where none is known, a given one. */
  describe(chain: ServedChain, contract: ContractAt, waitMs?: number): Promise<DescribedContract>
}
