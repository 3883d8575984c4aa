import * as z from 'zod'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { hash, u64 } from '#lib/aptos/chain/rpc/node-answers.ts'
import type { MoveResource, StateReader } from '#lib/aptos/chain/rpc/state-reader.ts'
import type { AptosStake } from './stakes-contract.ts'

/** Null for a time beyond the calendar. */
export const isoOfSeconds = (seconds: string): string | null => {
  const date = new Date(Number(seconds) * 1_000)
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9_999 ? null : date.toISOString()
}

const poolsMax = 20

const coins = z.object({ value: u64 })
export const stakePool = z.object({
  active: coins,
  inactive: coins,
  pending_active: coins,
  pending_inactive: coins,
  locked_until_secs: u64,
  operator_address: hash,
  delegated_voter: hash,
})
const poolAddress = z.object({ pool_address: hash })
const stakingStore = z.object({
  staking_contracts: z.object({ data: z.array(z.object({ value: z.object({ pool_address: hash }) })) }),
})

/** Stake pools that an account is, or owns: directly, for its delegators or by staking contracts. */
export const accountStakes = async (
  place: { state: StateReader; address: string; version: number; signal: AbortSignal | undefined },
  resources: readonly MoveResource[],
): Promise<AptosStake[]> => {
  const pools = new Map<string, AptosStake['role']>()
  const add = (address: string, role: AptosStake['role']) => {
    const long = aptosAddress(address)
    if (long !== undefined && !pools.has(long)) pools.set(long, role)
  }
  for (const { type, data } of resources) {
    if (type === '0x1::stake::StakePool') add(place.address, 'pool')
    const owned = poolAddress.safeParse(data).data?.pool_address
    if (type === '0x1::stake::OwnerCapability' && owned) add(owned, 'owner')
    if (type === '0x1::delegation_pool::DelegationPoolOwnership' && owned) add(owned, 'delegation_pool')
    if (type === '0x1::staking_contract::Store')
      for (const { value } of stakingStore.safeParse(data).data?.staking_contracts.data ?? [])
        add(value.pool_address, 'staking_contract')
  }
  const read = await Promise.all(
    [...pools].slice(0, poolsMax).map(async ([pool, role]): Promise<AptosStake[]> => {
      const data =
        pool === place.address
          ? resources.find(({ type }) => type === '0x1::stake::StakePool')?.data
          : await place.state.resource(pool, '0x1::stake::StakePool', place.version, place.signal)
      const found = stakePool.safeParse(data).data
      return found ? [stakeOf(pool, role, found)] : []
    }),
  )
  return read.flat()
}

const stakeOf = (pool: string, role: AptosStake['role'], found: z.output<typeof stakePool>): AptosStake => ({
  pool_address: pool,
  role,
  active: found.active.value,
  inactive: found.inactive.value,
  pending_active: found.pending_active.value,
  pending_inactive: found.pending_inactive.value,
  locked_until: found.locked_until_secs === '0' ? null : isoOfSeconds(found.locked_until_secs),
  operator_address: aptosAddress(found.operator_address) ?? found.operator_address,
  voter_address: aptosAddress(found.delegated_voter) ?? found.delegated_voter,
})
