import type { Requester } from '#lib/api/endpoint.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { GivenAbi } from '#lib/evm/abi/given-abi.ts'
import type { LocalAbis } from './contract-abis.ts'

/** Who may give an ABI. */
export type GivenAbisPolicy = 'everyone' | 'keys' | 'off'

/** ABIs that people gave for contracts without a verified one. */
export type GivenAbis = LocalAbis & {
  readonly policy: GivenAbisPolicy
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
