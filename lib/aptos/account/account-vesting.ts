import * as z from 'zod'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import type { SentNodeTransaction } from '#lib/aptos/chain/rpc/node.ts'
import { hash, u64 } from '#lib/aptos/chain/rpc/node-answers.ts'
import type { MoveResource, StateReader } from '#lib/aptos/chain/rpc/state-reader.ts'
import { isoOfSeconds, stakePool } from './account-stakes.ts'
import type { AptosVesting, AptosVestingSearch } from './stakes-contract.ts'

const first = z.union([z.string().transform((one) => [one]), z.array(z.string())])
const withArguments = z.looseObject({ arguments: z.tuple([first], z.unknown()) })

/**
 * The addresses that are the first argument of successful calls of these functions, also in a vector, each with the newest
 * version that names it; newest first.
 */
export const namedContracts = (
  sent: readonly SentNodeTransaction[],
  functions: RegExp,
): { address: string; version: string }[] => {
  const named = new Map<string, string>()
  for (const { payload, success, version } of sent) {
    if (!success || !functions.test(payload.function ?? '')) continue
    const [written = []] = withArguments.safeParse(payload).data?.arguments ?? []
    for (const address of written.flatMap((one) => aptosAddress(one) ?? [])) {
      // Last in the order of the map.
      named.delete(address)
      named.set(address, version)
    }
  }
  return [...named].reverse().map(([address, version]) => ({ address, version }))
}

/** A `0x1::simple_map::SimpleMap` from addresses; empty if it is missing or not one. */
const simpleMap = <Value>(value: z.ZodType<Value>) =>
  z
    .object({ data: z.array(z.object({ key: z.string(), value })) })
    .catch({ data: [] })
    .transform(({ data }) => new Map(data.map((entry) => [aptosAddress(entry.key) ?? entry.key, entry.value])))

type Contract = {
  /** `2`: terminated. */
  state: string
  grant_pool: { total_coins: string; total_shares?: string; shares: ReadonlyMap<string, string> }
  /** From shareholders to those who receive their distributions. */
  beneficiaries: ReadonlyMap<string, string>
  remaining_grant: string
}

const terminated = '2'

/**
 * The part of an account in a vesting contract: its own, or that of the shareholders whose distributions it receives.
 * As `0x1::pool_u64`, in proportion to shares, rounded down.
 */
const vestingShare = (
  { state, grant_pool: pool, beneficiaries, remaining_grant }: Contract,
  account: string,
): AptosVesting['share'] => {
  const beneficiaryOf = (shareholder: string): string => {
    const named = beneficiaries.get(shareholder)
    return (named === undefined ? undefined : aptosAddress(named)) ?? shareholder
  }
  const holders = [...pool.shares.keys()]
  const shareholders = pool.shares.has(account)
    ? [account]
    : holders.filter((shareholder) => beneficiaryOf(shareholder) === account)
  const shares = sum(shareholders.map((shareholder) => pool.shares.get(shareholder) ?? '0'))
  const allShares = pool.total_shares === undefined ? sum([...pool.shares.values()]) : BigInt(pool.total_shares)
  if (shares === 0n || allShares === 0n) return null
  const partOf = (amount: string): bigint => (BigInt(amount) * shares) / allShares
  const [grant, remaining] = [partOf(pool.total_coins), partOf(remaining_grant)]
  const [first = account] = shareholders
  const beneficiary = beneficiaryOf(first)
  return {
    shareholders,
    beneficiary_address: beneficiary === first ? null : beneficiary,
    grant: String(grant),
    // The end of a contract sets its remaining grant to zero, although the rest goes back.
    vested: state === terminated ? null : String(grant > remaining ? grant - remaining : 0n),
    remaining_grant: String(remaining),
  }
}

const sum = (amounts: readonly string[]): bigint => amounts.reduce((total, amount) => total + BigInt(amount), 0n)

const contractsMax = 20
const contractType = '0x1::vesting::VestingContract'

const adminStore = z.object({ vesting_contracts: z.array(hash) })
const vestingContract = z.object({
  state: u64,
  admin: hash,
  grant_pool: z.object({
    total_coins: u64,
    total_shares: u64.optional(),
    shareholders: z.array(z.string()),
    shares: simpleMap(u64),
  }),
  vesting_schedule: z
    .object({ start_timestamp_secs: u64, period_duration: u64, last_vested_period: u64 })
    .optional()
    .catch(undefined),
  beneficiaries: simpleMap(z.string()),
  withdrawal_address: hash,
  staking: z.object({ pool_address: hash }),
  remaining_grant: u64,
})

/** Entry functions whose first argument is a contract, or several; anyone may call most of them. */
const ofContracts =
  /^0x1::vesting::(vest|vest_many|distribute|distribute_many|unlock_rewards|unlock_rewards_many|set_beneficiary|reset_beneficiary)$/

/** Of 0x1::vesting. */
const states: Readonly<Record<string, AptosVesting['state']>> = { '1': 'active', '2': 'terminated' }

type StateAt = { state: StateReader; address: string; version: number; signal: AbortSignal | undefined }
type Found = {
  sent: readonly SentNodeTransaction[]
  isWhole: boolean
  /** Contracts that distributed to the account in indexed versions; undefined without an index. */
  distributing: readonly string[] | undefined
}

/**
 * Vesting contracts that an account is or manages, which its resources list, and those in which it has a share, as far as
 * its transactions or distributions to it lead to them.
 */
export const accountVesting = async (
  at: StateAt,
  resources: readonly MoveResource[],
  { sent, isWhole, distributing }: Found,
): Promise<{ vesting: AptosVesting[]; vesting_search: AptosVestingSearch }> => {
  const own = resources.some(({ type }) => type === contractType) ? [at.address] : []
  const admin = adminStore.safeParse(resources.find(({ type }) => type === '0x1::vesting::AdminStore')?.data)
  const named = namedContracts(sent, ofContracts).map(({ address }) => address)
  const managed = (admin.data?.vesting_contracts ?? []).map(long)
  const contracts = [...new Set([...own, ...managed, ...named, ...(distributing ?? [])])].slice(0, contractsMax)
  const read = await Promise.all(
    contracts.map(async (address) => {
      const data =
        address === at.address
          ? resources.find(({ type }) => type === contractType)?.data
          : await at.state.resource(address, contractType, at.version, at.signal)
      return await vestingOf(at, address, data)
    }),
  )
  return {
    vesting: read.flat(),
    vesting_search: { transactions: sent.length, is_whole: isWhole, has_index: distributing !== undefined },
  }
}

/** Nothing for a contract that has nothing to do with the account. */
const vestingOf = async (at: StateAt, address: string, data: unknown): Promise<AptosVesting[]> => {
  const found = vestingContract.safeParse(data).data
  if (!found) return []
  const share = vestingShare(found, at.address)
  const role = roleOf(at.address, { contract: address, admin: long(found.admin), share })
  if (role === undefined) return []
  const pool = long(found.staking.pool_address)
  const staked = stakePool.safeParse(await at.state.resource(pool, '0x1::stake::StakePool', at.version, at.signal)).data
  const schedule = found.vesting_schedule
  return [
    {
      contract_address: address,
      role,
      state: states[found.state] ?? 'unknown',
      admin_address: long(found.admin),
      withdrawal_address: long(found.withdrawal_address),
      pool_address: pool,
      grant: found.grant_pool.total_coins,
      remaining_grant: found.remaining_grant,
      shareholders: found.grant_pool.shareholders.length,
      share,
      pool_unlocking: staked?.pending_inactive.value ?? null,
      pool_unlocked: staked?.inactive.value ?? null,
      starts_at: schedule ? isoOfSeconds(schedule.start_timestamp_secs) : null,
      period_seconds: schedule?.period_duration ?? null,
      periods_vested: schedule?.last_vested_period ?? null,
    },
  ]
}

const roleOf = (
  account: string,
  { contract, admin, share }: { contract: string; admin: string; share: AptosVesting['share'] },
): AptosVesting['role'] | undefined => {
  if (account === contract) return 'contract'
  if (account === admin) return 'admin'
  if (share === null) return undefined
  return share.shareholders.includes(account) ? 'shareholder' : 'beneficiary'
}

const long = (address: string): string => aptosAddress(address) ?? address
