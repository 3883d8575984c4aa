import type { Service } from '#lib/api/endpoint.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { priceRecord } from '#lib/evm/query/price-record.ts'
import { pricesInTime } from '#lib/evm/query/token-prices.ts'
import type { coinPriceEndpoints } from './contract.ts'

/** A page does not wait long for it: null then, and the next visitor finds it read. */
export const coinPriceQuery =
  (context: EvmQueryContext): Service<typeof coinPriceEndpoints>['evmCoinPrice'] =>
  async (input) => {
    const chain = context.served.resolve(input.chain)
    const native = (await pricesInTime(context, chain))?.native
    return { symbol: chain.symbol, price: native ? priceRecord(native) : null }
  }
