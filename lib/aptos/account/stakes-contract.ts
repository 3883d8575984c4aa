import * as z from 'zod'
import { count, decimal, flag, record, text, timestamp } from '#lib/api/record.ts'
import { addressRecord } from '#lib/aptos/api/records.ts'

const amount = (what: string) => decimal().describe(what)

export const aptosStake = record({
  pool_address: addressRecord(),
  role: z
    .enum(['pool', 'owner', 'delegation_pool', 'staking_contract'])
    .describe('`pool`: the account is the stake pool. Otherwise, how it owns it.'),
  active: amount('Staked, in octas.'),
  pending_active: amount('Staked from the next epoch.'),
  pending_inactive: amount('Still staked, and unlocked with the lockup.'),
  inactive: amount('Unlocked, to be withdrawn.'),
  locked_until: timestamp().nullable().describe('The end of the lockup; null if its stake was never locked.'),
  operator_address: addressRecord(),
  voter_address: addressRecord(),
})

const delegation = record({
  pool_address: addressRecord(),
  active: decimal().nullable().describe('Staked, in octas, with rewards; null if the node did not say.'),
  pending_inactive: decimal().nullable().describe('Still staked, and unlocked with the lockup.'),
  inactive: decimal().nullable().describe('Unlocked, to be withdrawn.'),
  last_transaction_version: decimal().describe('The newest transaction of the account that names the pool.'),
})

export const aptosDelegations = record({
  transactions: count().describe('Transactions that were searched: the newest ones with a sequence number.'),
  is_whole: flag().describe('Whether these are all that the account has sent with a sequence number.'),
  note: text().nullable().describe('Why amounts are unknown.'),
  pools: z.array(delegation),
})

export const aptosFoundDelegations = record({
  address: addressRecord(),
  ledger_version: decimal().describe('The version after which the state was read.'),
  validators: count().describe('Active, joining and leaving validators, whose pools were asked.'),
  unknown: count().describe('Pools of which the node did not say whether the account has stake in them.'),
  note: text().nullable().describe('Why the stake in a pool is unknown.'),
  pools: z.array(delegation.omit({ last_transaction_version: true })).describe('Pools in which the account has stake.'),
})

const vestingShare = record({
  shareholders: z.array(addressRecord()).describe('The account, or those whose distributions it receives.'),
  beneficiary_address: addressRecord()
    .nullable()
    .describe('Receives what is distributed, if that is not the shareholder.'),
  grant: amount('The part of the grants, in octas, rounded down.'),
  vested: decimal()
    .nullable()
    .describe('The part of it that has vested; null for a terminated contract, which no longer records it.'),
  remaining_grant: amount('The part of it that has not vested yet.'),
})

export const aptosVestingSearch = record({
  transactions: count().describe('Transactions of the account that were searched for contracts.'),
  is_whole: flag().describe('Whether these are all that the account has sent with a sequence number.'),
  has_index: flag().describe('Whether distributions in indexed versions were searched, too.'),
})

export const aptosVesting = record({
  contract_address: addressRecord(),
  role: z
    .enum(['contract', 'admin', 'shareholder', 'beneficiary'])
    .describe(
      '`contract`: the account is the vesting contract. `admin`: it manages it. `shareholder`: part of the grants is its own. ' +
        '`beneficiary`: it receives what is distributed to a shareholder. The first that applies.',
    ),
  state: z.enum(['active', 'terminated', 'unknown']),
  admin_address: addressRecord(),
  withdrawal_address: addressRecord().describe('Receives what remains if the contract is terminated.'),
  pool_address: addressRecord().describe('The stake pool of the grants.'),
  grant: amount('All grants, in octas.'),
  remaining_grant: amount('Not vested yet.'),
  shareholders: count(),
  share: vestingShare
    .nullable()
    .describe('The part of the account, or of the shareholders whose distributions it receives; null without one.'),
  pool_unlocking: decimal()
    .nullable()
    .describe('Of the stake pool: unlocked with the lockup, for all; null if unknown.'),
  pool_unlocked: decimal()
    .nullable()
    .describe('Of the stake pool: to be distributed to shareholders and the operator, with rewards; null if unknown.'),
  starts_at: timestamp().nullable(),
  period_seconds: decimal().nullable(),
  periods_vested: decimal().nullable(),
})

export type AptosStake = z.output<typeof aptosStake>
export type AptosDelegations = z.output<typeof aptosDelegations>
export type AptosVesting = z.output<typeof aptosVesting>
export type AptosVestingSearch = z.output<typeof aptosVestingSearch>
export type AptosFoundDelegations = z.output<typeof aptosFoundDelegations>
