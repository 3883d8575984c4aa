import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import * as z from 'zod'
import type { Service } from '#lib/api/endpoint.ts'
import { stakePool } from '#lib/aptos/account/stakes/account-stakes.ts'
import { isoOfSeconds } from '#lib/aptos/account/stakes/iso-of-seconds.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { u64 } from '#lib/aptos/chain/rpc/block.ts'
import type { StateReader } from '#lib/aptos/chain/rpc/state-reader.ts'
import { type AptosNetwork, type NetworkNodes, nodeOf } from '#lib/aptos/query/network-nodes.ts'
import { validatorPools, validatorSet, validatorSetType } from '#lib/aptos/query/validator-set.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import type { AptosValidatorApi, AptosValidatorPool } from './contract.ts'

/** More than mainnet has (about 150). Each takes two reads, or three if its commission is to change. */
const poolsMax = 1_000
const poolsAtOnce = 8
const keptMax = 5_000
const keptMs = 600_000
/** Commissions are stored in hundredths of a per cent (MAX_FEE of 0x1::delegation_pool is 10,000). */
const hundredths = 100

const delegationPool = z.object({ operator_commission_percentage: u64 })
const nextCommission = z.object({ commission_percentage_next_lockup_cycle: u64, effective_after_secs: u64 })
const ledgerTime = z.object({ microseconds: u64 })

type Place = { state: StateReader; version: number; signal: AbortSignal | undefined }

/**
 * The stake pools of all validators. Each is kept for ten minutes, so that a slow node fills the list over several requests.
 * @throws ServiceError `not_available` without a readable validator set.
 */
export const createValidatorPools = (
  nodes: NetworkNodes,
  defaultNetwork: AptosNetwork,
): Service<AptosValidatorApi>['aptosValidatorPools'] => {
  const kept = new LRUCache<string, AptosValidatorPool>({ max: keptMax, ttl: keptMs })
  return async ({ network = defaultNetwork, ledger_version }, context) => {
    const { state } = nodeOf(nodes, network)
    const signal = context?.signal
    const version = await state.version(ledger_version, signal)
    const place = { state, version, signal }
    const [set, time] = await Promise.all([
      state.resource('0x1', validatorSetType, version, signal),
      state.resource('0x1', '0x1::timestamp::CurrentTimeMicroseconds', version, signal),
    ])
    const validators = validatorSet.safeParse(set)
    if (!validators.success)
      throw new ServiceError('not_available', `The Aptos node has no readable validator set at version ${version}.`)
    const seconds = BigInt(ledgerTime.safeParse(time).data?.microseconds ?? 0) / 1_000_000n
    const limit = pLimit(poolsAtOnce)
    const read = async (pool: string): Promise<ReadPool> => {
      const key = `${network} ${ledger_version ?? 'newest'} ${pool}`
      const known = kept.get(key)
      if (known) return known
      signal?.throwIfAborted()
      const found = await readPool(place, pool, seconds)
      if (typeof found === 'object') kept.set(key, found)
      return found
    }
    const pools = validatorPools(validators.data).slice(0, poolsMax)
    const found = await Promise.all(pools.map((pool) => limit(() => read(pool))))
    const faults = found.filter((one) => typeof one === 'string')
    return {
      ledger_version: String(version),
      unknown: faults.length,
      note: faults[0] ?? null,
      result: found.filter((one) => typeof one === 'object'),
    }
  }
}

/** A pool, undefined for an account without one, or why it cannot be read. */
type ReadPool = AptosValidatorPool | undefined | string

const readPool = async (place: Place, pool: string, seconds: bigint): Promise<ReadPool> => {
  const { state, version, signal } = place
  try {
    const [stake, delegation] = await Promise.all([
      state.resource(pool, '0x1::stake::StakePool', version, signal),
      state.resource(pool, '0x1::delegation_pool::DelegationPool', version, signal),
    ])
    if (stake === undefined) return undefined
    const own = stakePool.safeParse(stake).data
    if (!own) return `The Aptos node has no readable stake pool at ${pool}.`
    return {
      pool_address: pool,
      operator_address: aptosAddress(own.operator_address) ?? own.operator_address,
      voter_address: aptosAddress(own.delegated_voter) ?? own.delegated_voter,
      locked_until: own.locked_until_secs === '0' ? null : isoOfSeconds(own.locked_until_secs),
      is_delegation_pool: delegation !== undefined,
      commission_percent: delegation === undefined ? null : await commissionOf(place, pool, delegation, seconds),
    }
  } catch (error) {
    if (isServiceError(error, 'not_available')) return error.message
    throw error
  }
}

/** As `0x1::delegation_pool::operator_commission_percentage`: an announced commission applies from its time on. */
const commissionOf = async (
  { state, version, signal }: Place,
  pool: string,
  delegation: unknown,
  seconds: bigint,
): Promise<number | null> => {
  const announced = nextCommission.safeParse(
    await state.resource(pool, '0x1::delegation_pool::NextCommissionPercentage', version, signal),
  ).data
  if (announced && seconds >= BigInt(announced.effective_after_secs))
    return Number(announced.commission_percentage_next_lockup_cycle) / hundredths
  const now = delegationPool.safeParse(delegation).data
  return now ? Number(now.operator_commission_percentage) / hundredths : null
}
