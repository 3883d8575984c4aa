import type { SuspicionFields } from '#lib/evm/api/records/suspicion.ts'
import { usdScale } from '#lib/evm/prices/price.ts'
import { type Dealing, type Evidence, suspicionOf } from '#lib/format/look-alike.ts'
import type { Prices } from './token-prices.ts'

type Judged = {
  dealing: Dealing
  /** In the smallest unit; null if the token has no amounts. */
  amount: string | null
  isDust: boolean | null
  /** The rules that speak against the token; none for the coin. */
  rules: readonly string[]
}

/** The flags of one row. Without `evidence`, it is not known whose row it is. */
export const suspicionFieldsOf = (
  evidence: Evidence | undefined,
  { dealing, amount, isDust, rules }: Judged,
): SuspicionFields => {
  const imitated = evidence && suspicionOf(evidence, dealing)?.imitated
  return {
    is_imitation: evidence ? imitated !== undefined : null,
    imitates: imitated?.address ?? null,
    is_zero_value: amount === '0',
    is_dust: isDust,
    spam_reasons: [...rules],
  }
}

export const cent = usdScale / 100n

type Moved = { token: string; decimals: number | null; value: string; isSent: boolean }

/**
 * Whether transfers are worth less than a cent at current prices: anyone sends such amounts to be in the list of a wallet. What the
 * wallet sent itself is no dust; null for tokens without a price.
 */
export const dustIn =
  (prices: Pick<Prices, 'tokens'> | null) =>
  ({ token, decimals, value, isSent }: Moved): boolean | null => {
    if (isSent) return false
    const price = prices?.tokens.get(token)
    return price && decimals !== null ? (BigInt(value) * price.usd) / 10n ** BigInt(decimals) < cent : null
  }
