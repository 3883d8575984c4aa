import * as z from 'zod'
import { aptosAddress } from '#lib/aptos/contract/format/aptos-address.ts'
import type { AptosVesting } from '#lib/aptos/contract/stakes.ts'
import { hash, u64 } from '#lib/aptos/node/block.ts'
import type { MoveResource } from '#lib/aptos/node/state.ts'
import type { StateReader } from '#lib/aptos/node/state-reader.ts'
import { isoOfSeconds } from './iso-of-seconds.ts'

const contractsMax = 20
const contractType = '0x1::vesting::VestingContract'

const adminStore = z.object({ vesting_contracts: z.array(hash) })
const vestingContract = z.object({
  state: u64,
  admin: hash,
  grant_pool: z.object({ total_coins: u64, shareholders: z.array(z.unknown()) }),
  vesting_schedule: z
    .object({ start_timestamp_secs: u64, period_duration: u64, last_vested_period: u64 })
    .optional()
    .catch(undefined),
  withdrawal_address: hash,
  staking: z.object({ pool_address: hash }),
  remaining_grant: u64,
})

/** Of 0x1::vesting. */
const states: Readonly<Record<string, AptosVesting['state']>> = { '1': 'active', '2': 'terminated' }

/** Vesting contracts that an account is or manages. Its resources do not list those in which it only holds shares. */
export const accountVesting = async (
  place: { state: StateReader; address: string; version: number; signal: AbortSignal | undefined },
  resources: readonly MoveResource[],
): Promise<AptosVesting[]> => {
  const own = resources.find(({ type }) => type === contractType)
  const admin = adminStore.safeParse(resources.find(({ type }) => type === '0x1::vesting::AdminStore')?.data)
  const managed = await Promise.all(
    (admin.data?.vesting_contracts ?? []).slice(0, contractsMax).map(async (address) => {
      const data = await place.state.resource(address, contractType, place.version, place.signal)
      return vestingOf(address, 'admin', data)
    }),
  )
  return [...(own ? vestingOf(place.address, 'contract', own.data) : []), ...managed.flat()]
}

const vestingOf = (address: string, role: AptosVesting['role'], data: unknown): AptosVesting[] => {
  const found = vestingContract.safeParse(data).data
  if (!found) return []
  const schedule = found.vesting_schedule
  return [
    {
      contract_address: long(address),
      role,
      state: states[found.state] ?? 'unknown',
      admin_address: long(found.admin),
      withdrawal_address: long(found.withdrawal_address),
      pool_address: long(found.staking.pool_address),
      grant: found.grant_pool.total_coins,
      remaining_grant: found.remaining_grant,
      shareholders: found.grant_pool.shareholders.length,
      starts_at: schedule ? isoOfSeconds(schedule.start_timestamp_secs) : null,
      period_seconds: schedule?.period_duration ?? null,
      periods_vested: schedule?.last_vested_period ?? null,
    },
  ]
}

const long = (address: string): string => aptosAddress(address) ?? address
