import { isHex } from '#lib/base/hex.ts'
import type { TokenBalance } from '#lib/evm/api/records/balances.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { holdingValue, type Price } from '#lib/evm/prices/price.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { readPrices } from '#lib/evm/query/prices/token-prices.ts'

/** A holding's price, and its value in 10^-36 dollars; null if it is more than the pool could pay. */
export type Valued = { price: Price; value: bigint | null }

export type ValuedHoldings = {
  native: Valued | undefined
  /** By address, in lower case. */
  tokens: ReadonlyMap<string, Valued>
  totalUsd: bigint
  /** Holdings in the total. */
  valuedCount: number
}

type Held = Pick<TokenBalance, 'token_address' | 'decimals' | 'balance' | 'possible_spam'>

/** The values of holdings. Spam has no price, whatever its pool says. Null if prices are off or cannot be read. */
export const valueHoldings = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { native, tokens }: { native: bigint | undefined; tokens: readonly Held[] },
): Promise<ValuedHoldings | null> => {
  const asked = tokens.flatMap(({ token_address: address, decimals, possible_spam }) =>
    isHex(address) && decimals !== null && !possible_spam ? [{ address, decimals }] : [],
  )
  const prices = await readPrices(context, chain, asked)
  if (!prices) return null
  const coin = prices.native && native !== undefined ? valued(native, chain.decimals, prices.native) : undefined
  const values = new Map<string, Valued>()
  for (const { token_address, decimals, balance, possible_spam } of tokens) {
    const price = prices.tokens.get(token_address)
    if (price && decimals !== null && !possible_spam)
      values.set(token_address, valued(BigInt(balance), decimals, price))
  }
  const all = [...(coin ? [coin] : []), ...values.values()].flatMap(({ value }) => value ?? [])
  return {
    native: coin,
    tokens: values,
    totalUsd: all.reduce((sum, value) => sum + value, 0n),
    valuedCount: all.length,
  }
}

const valued = (balance: bigint, decimals: number, price: Price): Valued => ({
  price,
  value: holdingValue(balance, decimals, price),
})
