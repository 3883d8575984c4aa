import * as z from 'zod'
import { u64 } from '#lib/aptos/chain/rpc/block.ts'
import type { StateReader } from '#lib/aptos/chain/rpc/state-reader.ts'

const fungibleStore = z.object({ balance: u64, frozen: z.boolean() })
const concurrentBalance = z.object({ balance: z.object({ value: u64 }) })

export type FungibleBalance = { amount: bigint; isFrozen: boolean }

/** The balance of a fungible store; undefined if there is no store at this address. */
export const readFungibleStore = async (
  state: StateReader,
  address: string,
  version: number,
  signal?: AbortSignal,
): Promise<FungibleBalance | undefined> => {
  const [store, concurrent] = await Promise.all([
    state.resource(address, '0x1::fungible_asset::FungibleStore', version, signal),
    state.resource(address, '0x1::fungible_asset::ConcurrentFungibleBalance', version, signal),
  ])
  const read = fungibleStore.safeParse(store)
  if (!read.success) return undefined
  // A store with a concurrent balance keeps 0 in its own field.
  const more = concurrentBalance.safeParse(concurrent)
  return {
    amount: BigInt(read.data.balance) + BigInt(more.success ? more.data.balance.value : 0),
    isFrozen: read.data.frozen,
  }
}
