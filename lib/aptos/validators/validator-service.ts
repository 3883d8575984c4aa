import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import * as z from 'zod'
import type { Service } from '#lib/api/endpoint.ts'
import { isoOfSeconds, stakePool } from '#lib/aptos/account/account-stakes.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { u64 } from '#lib/aptos/chain/rpc/node-answers.ts'
import type { StateReader } from '#lib/aptos/chain/rpc/state-reader.ts'
import { type AptosNodeContext, nodeOf } from '#lib/aptos/query/node-context.ts'
import {
  type Validator,
  validatorPools,
  validatorSet,
  validatorSetType,
  validatorsMax,
} from '#lib/aptos/query/validator-set.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import type { AptosValidator, AptosValidatorApi, AptosValidatorPool } from './contract.ts'

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

type StateAt = { state: StateReader; version: number; signal: AbortSignal | undefined }

/**
 * The stake pools of all validators. Each is kept for ten minutes, so that a slow node fills the list over several requests.
 * @throws ServiceError `not_available` without a readable validator set.
 */
const createValidatorPools = ({
  nodes,
  defaultNetwork,
}: AptosNodeContext): Service<AptosValidatorApi>['aptosValidatorPools'] => {
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

const readPool = async (at: StateAt, pool: string, seconds: bigint): Promise<ReadPool> => {
  const { state, version, signal } = at
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
      commission_percent: delegation === undefined ? null : await commissionOf(at, pool, delegation, seconds),
    }
  } catch (error) {
    if (isServiceError(error, 'not_available')) return error.message
    throw error
  }
}

/** As `0x1::delegation_pool::operator_commission_percentage`: an announced commission applies from its time on. */
const commissionOf = async (
  { state, version, signal }: StateAt,
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

const framework = '0x1'

const performance = z.object({
  validators: z.array(z.object({ successful_proposals: u64, failed_proposals: u64 })).max(validatorsMax),
})
const blockResource = z.object({ epoch_interval: u64 })
const configuration = z.object({ epoch: u64, last_reconfiguration_time: u64 })

type Performance = z.output<typeof performance>['validators']

/** The validator set and its stake pools, from the resources of 0x1, and the gas price estimate of full nodes. */
export const createAptosValidatorService = (nodeContext: AptosNodeContext): Service<AptosValidatorApi> => ({
  aptosValidatorPools: createValidatorPools(nodeContext),
  aptosValidators: async ({ network = nodeContext.defaultNetwork, ledger_version }, context) => {
    const { state } = nodeOf(nodeContext.nodes, network)
    const signal = context?.signal
    const version = await state.version(ledger_version, signal)
    const read = async <T>(type: string, schema: z.ZodType<T>): Promise<T> => {
      const found = schema.safeParse(await state.resource(framework, type, version, signal))
      if (found.success) return found.data
      throw new ServiceError('not_available', `The Aptos node has no readable ${type} at version ${version}.`)
    }
    const [set, { validators }, { epoch_interval }, { epoch, last_reconfiguration_time }] = await Promise.all([
      read(validatorSetType, validatorSet),
      read('0x1::stake::ValidatorPerformance', performance),
      read('0x1::block::BlockResource', blockResource),
      read('0x1::reconfiguration::Configuration', configuration),
    ])
    const active = [...set.active_validators, ...set.pending_inactive]
    const result = [
      ...set.active_validators.map((one) => recordOf(one, 'active', validators)),
      ...set.pending_inactive.map((one) => recordOf(one, 'leaving', validators)),
      ...set.pending_active.map((one) => recordOf(one, 'joining', [])),
    ]
    return {
      ledger_version: String(version),
      epoch,
      epoch_started_at:
        last_reconfiguration_time === '0' ? null : new Date(Number(last_reconfiguration_time) / 1_000).toISOString(),
      epoch_seconds: Math.round(Number(epoch_interval) / 1_000_000),
      total_voting_power: String(active.reduce((sum, { voting_power }) => sum + BigInt(voting_power), 0n)),
      result: result.sort((a, b) => Number(BigInt(b.voting_power) - BigInt(a.voting_power))),
    }
  },
  aptosGasPrice: async ({ network = nodeContext.defaultNetwork }, context) => {
    const { low, regular, high } = await nodeOf(nodeContext.nodes, network).gasPrice(context?.signal)
    return { low, regular, high }
  },
})

const recordOf = (
  { addr, voting_power, config }: Validator,
  state: AptosValidator['state'],
  validators: Performance,
): AptosValidator => {
  const own = validators[Number(config.validator_index)]
  return {
    pool_address: aptosAddress(addr) ?? addr,
    state,
    validator_index: state === 'joining' ? null : config.validator_index,
    voting_power,
    successful_proposals: own?.successful_proposals ?? null,
    failed_proposals: own?.failed_proposals ?? null,
  }
}
