import type { ApprovalLine } from '#components/evm/parts/transfers/transfer-line.ts'
import { isUnlimited } from '#lib/evm/api/format/unlimited.ts'

/** The latest approval of one token for one spender. */
type OpenApproval = ApprovalLine & { amount: string; isUnlimited: boolean }

/**
 * Open allowances of a wallet according to the approval events read so far: the latest event of each token and spender,
 * if it allows anything. Unlimited ones first, then the latest. Spending reduces an allowance without such an event.
 */
export const openApprovals = (events: readonly ApprovalLine[], wallet: string): OpenApproval[] => {
  const latest = new Map<string, ApprovalLine>()
  for (const event of events) {
    if (event.from.address !== wallet) continue
    const key = `${event.token.address} ${event.to.address}`
    const known = latest.get(key)
    if (!known || isLater(event, known)) latest.set(key, event)
  }
  return [...latest.values()]
    .flatMap((event) => {
      const { amount } = event
      return amount === null || amount === '0' ? [] : [{ ...event, amount, isUnlimited: isUnlimited(amount) }]
    })
    .sort((a, b) => Number(b.isUnlimited) - Number(a.isUnlimited) || (isLater(a, b) ? -1 : 1))
}

const isLater = (a: ApprovalLine, b: ApprovalLine): boolean => {
  const blocks = BigInt(a.blockNumber) - BigInt(b.blockNumber)
  return blocks === 0n ? Number(a.logIndex) > Number(b.logIndex) : blocks > 0n
}
