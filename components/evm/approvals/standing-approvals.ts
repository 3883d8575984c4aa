import { isUnlimited } from '#components/evm/transfer-line.ts'
import type { Erc20Event } from '#lib/evm/contract/erc20.ts'

/** The last word on one token and spender, newest first within the list. */
export type StandingApproval = Erc20Event & { isUnlimited: boolean }

/**
 * What others may still spend of a wallet's tokens, by the approval events read so far (newest first): of each token and
 * spender the latest event, where it allows anything. Unlimited ones first, then the latest. An allowance shrinks as it is
 * used, which these events do not say.
 */
export const standingApprovals = (events: readonly Erc20Event[], wallet: string): StandingApproval[] => {
  const latest = new Map<string, Erc20Event>()
  for (const event of events) {
    if (event.from_wallet !== wallet) continue
    const key = `${event.contract_address} ${event.to_wallet}`
    const known = latest.get(key)
    if (!known || isLater(event, known)) latest.set(key, event)
  }
  return [...latest.values()]
    .filter(({ value }) => value !== '0')
    .map((event) => ({ ...event, isUnlimited: isUnlimited(event.value) }))
    .sort((a, b) => Number(b.isUnlimited) - Number(a.isUnlimited) || (isLater(a, b) ? -1 : 1))
}

const isLater = (a: Erc20Event, b: Erc20Event): boolean => {
  const blocks = BigInt(a.block_number) - BigInt(b.block_number)
  return blocks === 0n ? Number(a.log_index) > Number(b.log_index) : blocks > 0n
}
