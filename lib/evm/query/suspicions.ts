import { isServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { untilAborted } from '#lib/base/until-aborted.ts'
import type { SuspicionFields } from '#lib/evm/api/records/suspicion.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { usdScale } from '#lib/evm/prices/price.ts'
import { type Dealing, type Evidence, suspicionOf } from '#lib/format/look-alike.ts'
import type { EvmQueryContext } from './context.ts'
import { type Prices, readPrices } from './token-prices.ts'

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

/** A list does not wait longer for prices that only mark its rows. */
const pricesWaitMs = 1_000

export const pricesInTime = async (
  context: EvmQueryContext,
  chain: ServedChain,
  tokens: readonly { address: Hex; decimals: number | null }[],
): Promise<Prices | null> => {
  const asked = new Map(
    tokens.flatMap(({ address, decimals }) => (decimals === null ? [] : [[address, { address, decimals }] as const])),
  )
  if (!context.prices || asked.size === 0) return null
  using limit = timeLimit(pricesWaitMs)
  try {
    return await untilAborted(readPrices(context, chain, [...asked.values()]), limit.signal)
  } catch (error) {
    if (!isServiceError(error)) throw error
    return null
  }
}
