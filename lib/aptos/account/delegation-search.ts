import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import * as z from 'zod'
import { u64 } from '#lib/aptos/chain/rpc/node-answers.ts'
import { CallFailed } from '#lib/aptos/chain/rpc/request-node.ts'
import type { StateReader } from '#lib/aptos/chain/rpc/state-reader.ts'
import { validatorPools, validatorSet, validatorSetType } from '#lib/aptos/query/validator-set.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import type { AptosFoundDelegations } from './stakes-contract.ts'

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

/** More than mainnet has (about 150). */
const poolsMax = 1_000
const callsAtOnce = 8
const searchesAtOnce = 2
const searchesWaiting = 6
const knownMax = 10_000

/**
 * Stake of an account in the pools of all validators of a version: two calls of a view function for each. Whether a validator
 * has a delegation pool is kept in memory, since it never changes.
 */
export const createDelegationSearch = () => {
  const searches = pLimit(searchesAtOnce)
  const isPool = new LRUCache<string, boolean>({ max: knownMax })

  const hasDelegators = async ({ state, version, signal }: AccountAtVersion, network: string, pool: string) => {
    const known = isPool.get(`${network} ${pool}`)
    if (known !== undefined) return known
    const call = {
      ...{ function: '0x1::delegation_pool::delegation_pool_exists', type_arguments: [], arguments: [pool] },
    }
    const [found] = z.tuple([z.boolean()]).parse(await state.view(call, version, signal))
    isPool.set(`${network} ${pool}`, found)
    return found
  }

  const search = async (place: AccountAtVersion, network: string): Promise<AptosFoundDelegations> => {
    const { state, version, signal } = place
    const set = validatorSet.safeParse(await state.resource('0x1', validatorSetType, version, signal))
    if (!set.success)
      throw new ServiceError('not_available', `The Aptos node has no readable validator set at version ${version}.`)
    const pools = validatorPools(set.data).slice(0, poolsMax)
    const calls = pLimit(callsAtOnce)
    const ask = async (pool: string) => {
      signal?.throwIfAborted()
      try {
        return (await hasDelegators(place, network, pool)) ? { pool, ...(await readStake(place, pool)) } : undefined
      } catch (error) {
        if (error instanceof CallFailed || error instanceof z.ZodError || isServiceError(error, 'not_available'))
          return { pool, amounts: undefined, note: error instanceof z.ZodError ? unreadable : error.message }
        throw error
      }
    }
    const read = (await Promise.all(pools.map((pool) => calls(() => ask(pool))))).filter((one) => one !== undefined)
    return {
      address: place.address,
      ledger_version: String(version),
      validators: pools.length,
      unknown: read.filter(({ amounts }) => amounts === undefined).length,
      note: read.find(({ note }) => note !== null)?.note ?? null,
      pools: read.flatMap(({ pool, amounts }) => {
        const [active, inactive, pending_inactive] = amounts ?? ['0', '0', '0']
        const isNothing = [active, inactive, pending_inactive].every((amount) => amount === '0')
        return isNothing ? [] : [{ pool_address: pool, active, pending_inactive, inactive }]
      }),
    }
  }

  return (place: AccountAtVersion, network: string) => {
    if (searches.pendingCount >= searchesWaiting)
      throw new ServiceError('not_available', 'Too many searches are waiting.', { retryAfterSeconds: 10 })
    return searches(() => search(place, network))
  }
}

const unreadable = 'The node returned no readable result.'
