import { toHex } from '#lib/evm/chain/decode/bytes.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { usdScale } from '#lib/evm/prices/price.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { readPrices } from '#lib/evm/query/prices/token-prices.ts'
import type { StoredErc20Event } from '#lib/evm/token/erc20-page.ts'

const cent = usdScale / 100n

/**
 * Whether transfers are worth less than a cent at current prices: anyone sends such amounts to be in the list of a wallet. Tokens
 * without a price, and what the wallet sent itself, are no dust.
 */
export const dustAmong = async (
  context: EvmQueryContext,
  chain: ServedChain,
  rows: readonly StoredErc20Event[],
  wallets: readonly string[],
): Promise<(row: StoredErc20Event) => boolean> => {
  const tokens = new Map(
    rows.flatMap(({ token_address, decimals }) =>
      decimals === null ? [] : [[toHex(token_address), { address: toHex(token_address), decimals }] as const],
    ),
  )
  const prices = await readPrices(context, chain, [...tokens.values()])
  return ({ token_address, from_address, value, decimals }) => {
    const price = prices?.tokens.get(toHex(token_address))
    if (!price || decimals === null || wallets.includes(toHex(from_address))) return false
    return (BigInt(value) * price.usd) / 10n ** BigInt(decimals) < cent
  }
}
