import * as z from 'zod'
import { isServiceError } from '#lib/api/errors.ts'
import type { AptosDelegations } from '#lib/aptos/contract/stakes.ts'
import type { SentTransaction } from '#lib/aptos/node/account.ts'
import { u64 } from '#lib/aptos/node/block.ts'
import { CallFailed } from '#lib/aptos/node/request-node.ts'
import type { StateReader } from '#lib/aptos/node/state-reader.ts'
import { namedContracts } from './named-contracts.ts'

const poolsMax = 20

/** Entry functions whose first argument is the pool. */
const ofDelegators = /^0x1::delegation_pool::(add_stake|unlock|reactivate_stake|withdraw|vote|delegate_voting_power)$/

/** Returned by `0x1::delegation_pool::get_stake`. */
const shares = z.tuple([u64, u64, u64])

type Place = { state: StateReader; address: string; version: number; signal: AbortSignal | undefined }

/**
 * Stake of an account in delegation pools that its transactions name: a pool keeps its delegators in a table, so that
 * a node cannot list the pools of an account.
 */
export const accountDelegations = async (
  place: Place,
  { sent, isWhole }: { sent: readonly SentTransaction[]; isWhole: boolean },
): Promise<AptosDelegations> => {
  const named = namedContracts(sent, ofDelegators)
  const pools = named.slice(0, poolsMax)
  const read = await Promise.all(pools.map(({ address }) => stakeIn(place, address)))
  return {
    transactions: sent.length,
    is_whole: isWhole && named.length <= poolsMax,
    note: read.find(({ note }) => note !== null)?.note ?? null,
    pools: pools.map(({ address, version }, index) => {
      const [active = null, inactive = null, pending_inactive = null] = read[index]?.amounts ?? []
      return { pool_address: address, active, pending_inactive, inactive, last_transaction_version: version }
    }),
  }
}

const stakeIn = async ({ state, address, version, signal }: Place, pool: string) => {
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
