import type { Requester } from '#lib/api/endpoint.ts'
import type { Hex } from '#lib/evm/node/block.ts'
import type { LocalAbis } from './sources/contract-abis.ts'

/** Who gave an ABI: a visitor of the pages, the holder of an account's key, or the operator of this server. */
export type AbiGiver = 'visitor' | 'key' | 'operator'

/** An ABI that somebody gave. Nobody compared it with anything but the selectors in the bytecode. */
export type GivenAbi = {
  by: AbiGiver
  /** Milliseconds since 1970. */
  at: number
  /** Functions of it that are in the bytecode; all of them where the bytecode does not tell. */
  functionCount: number
}

/** ABIs that people gave for contracts without a verified one. */
export type GivenAbis = LocalAbis & {
  /**
   * Stores an ABI for a contract with this code, in place of one that names fewer of its functions.
   * @throws ServiceError
   */
  give(
    chain: number,
    contract: { address: Hex; code: Hex; items: readonly unknown[] },
    requester: Requester | undefined,
  ): Promise<GivenAbi>
  /** Returns whether there was one. */
  remove(chain: number, address: Hex): Promise<boolean>
}
