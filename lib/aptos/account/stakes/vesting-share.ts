import * as z from 'zod'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import type { AptosVesting } from './stakes-contract.ts'

/** A `0x1::simple_map::SimpleMap` from addresses; empty if it is missing or not one. */
export const simpleMap = <Value>(value: z.ZodType<Value>) =>
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
export const vestingShare = (
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
