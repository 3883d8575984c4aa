import { isUnlimited } from '#lib/evm/api/format/unlimited.ts'
import type { EvmApproval } from './contract.ts'

const dayMs = 86_400_000
const unusedMs = 180 * dayMs
const oldMs = 365 * dayMs

type Granted = {
  kind: EvmApproval['kind']
  /** What can be spent, and what was approved; null for NFTs. */
  value: bigint | null
  approved: bigint | null
  grantedAtMs: number
  spender: EvmApproval['spender']['kind']
  /** Whether a verified source of the spender is known; null if that was not looked up. */
  isVerified: boolean | null
}

/** Why an approval deserves attention, most serious first. */
export const approvalRisks = (granted: Granted, nowMs: number): EvmApproval['risks'] => {
  const { kind, value, approved, grantedAtMs, spender, isVerified } = granted
  const age = nowMs - grantedAtMs
  const isWithoutLimit = value !== null && isUnlimited(String(value))
  const risks: [EvmApproval['risks'][number], boolean][] = [
    ['destroyed_spender', spender === 'destroyed'],
    ['wallet_spender', spender === 'wallet'],
    ['unlimited', isWithoutLimit],
    ['collection', kind === 'collection'],
    ['unverified_spender', spender === 'contract' && isVerified === false],
    ['unused', !isWithoutLimit && value !== null && value === approved && age > unusedMs],
    ['old', age > oldMs],
  ]
  return risks.flatMap(([risk, applies]) => (applies ? [risk] : []))
}
