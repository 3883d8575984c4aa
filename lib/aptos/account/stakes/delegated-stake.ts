import * as z from 'zod'
import { u64 } from '#lib/aptos/chain/rpc/block.ts'
import { CallFailed } from '#lib/aptos/chain/rpc/request-node.ts'
import type { StateReader } from '#lib/aptos/chain/rpc/state-reader.ts'
import { isServiceError } from '#lib/base/errors.ts'

/** Returned by `0x1::delegation_pool::get_stake`: active, inactive, pending inactive. */
const shares = z.tuple([u64, u64, u64])

export type AccountAtVersion = { state: StateReader; address: string; version: number; signal: AbortSignal | undefined }

/** The stake of an account in a delegation pool; without amounts the note says why. */
export const readStake = async ({ state, address, version, signal }: AccountAtVersion, pool: string) => {
  const call = { function: '0x1::delegation_pool::get_stake', type_arguments: [], arguments: [pool, address] }
  try {
    const amounts = shares.safeParse(await state.view(call, version, signal)).data
    return { amounts, note: amounts ? null : 'The node returned no amounts.' }
  } catch (error) {
    if (error instanceof CallFailed) return { amounts: undefined, note: error.message }
    if (isServiceError(error, 'not_available')) return { amounts: undefined, note: error.message }
    throw error
  }
}
