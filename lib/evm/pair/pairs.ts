import type { CallContext, Input, Service } from '#lib/api/endpoint.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { usdText } from '#lib/evm/prices/price.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { readPrices } from '#lib/evm/query/token-prices.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import { erc20MetadataQuery } from '#lib/evm/token/erc20-metadata.ts'
import type { pairEndpoints } from './contract.ts'
import { exchangeOf, findPair, pairBlock, pairReader, readPairPrice, readReserves } from './exchanges.ts'

type Pairs = Service<typeof pairEndpoints>

export const pairAddressQuery =
  (context: EvmQueryContext): Pairs['pairAddress'] =>
  async (input, call) => {
    const { pair, token0, token1 } = await foundPair(context, input, call)
    return { token0, token1, pairAddress: pair }
  }

export const pairReservesQuery =
  (context: EvmQueryContext): Pairs['pairReserves'] =>
  async ({ pair_address, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const block = await pairBlock(context, chain, input, call?.signal)
    const reserves = await readReserves(pairReader(context, chain, block, call?.signal), pair_address)
    if (!reserves) throw new ServiceError('not_found', `No pair with reserves is at ${pair_address} on ${chain.title}.`)
    return { reserve0: String(reserves[0]), reserve1: String(reserves[1]) }
  }

/** Digits after the point of a price. */
const priceDigits = 18

export const pairPriceQuery =
  (context: EvmQueryContext): Pairs['pairPrice'] =>
  async (input, call) => {
    const { chain, exchange, read, pair, token0: base, token1: quote } = await foundPair(context, input, call)
    const price = await readPairPrice(read, exchange, pair)
    const [baseDecimals, quoteDecimals] = [base.decimals, quote.decimals]
    if (!price || baseDecimals === null || quoteDecimals === null)
      throw new ServiceError('not_found', `The pair ${pair} on ${chain.title} has no price.`)
    const isOrdered = base.address < quote.address
    const { numerator, denominator } = isOrdered
      ? price
      : { numerator: price.denominator, denominator: price.numerator }
    const unit = 10n ** BigInt(priceDigits)
    const scaled = (numerator * 10n ** BigInt(baseDecimals) * unit) / (denominator * 10n ** BigInt(quoteDecimals))
    const isNow = input.to_block === undefined && input.to_date === undefined
    const usd =
      isNow && isHex(quote.address) ? await usdOf(context, chain, quote.address, Number(quoteDecimals)) : undefined
    return {
      pair_address: pair,
      pair_label: `${base.symbol ?? base.address}/${quote.symbol ?? quote.address}`,
      exchange: exchange.name,
      quote_price: valueDecimal(String(scaled), priceDigits) ?? '0',
      price_usd: usd === undefined ? null : usdText((scaled * usd) / unit),
      base_token: base,
      quote_token: quote,
    }
  }

const usdOf = async (
  context: EvmQueryContext,
  chain: Parameters<typeof readPrices>[1],
  address: Hex,
  decimals: number,
): Promise<bigint | undefined> => (await readPrices(context, chain, [{ address, decimals }]))?.tokens.get(address)?.usd

type PairInput = Omit<Input<(typeof pairEndpoints)['pairPrice']>, 'exchange'> & { exchange?: string | undefined }

/** The pair of a request, after its block. @throws not_found without one */
const foundPair = async (context: EvmQueryContext, input: PairInput, call: CallContext | undefined) => {
  const chain = context.served.resolve(input.chain)
  const { token0_address: one, token1_address: other } = input
  if (!isHex(one) || !isHex(other) || one === other)
    throw badParameter('token1_address', 'is the same token: expected another one')
  const exchange = exchangeOf(input.exchange ?? 'uniswapv2', chain, context.prices?.sourcesOf(chain))
  const block = await pairBlock(context, chain, input, call?.signal)
  const read = pairReader(context, chain, block, call?.signal)
  const pair = await findPair(read, exchange, one, other)
  if (!pair)
    throw new ServiceError('not_found', `${exchange.name} has no pair of ${one} and ${other} on ${chain.title}.`)
  const [token0, token1] = await erc20MetadataQuery(context)({ addresses: [one, other], chain: input.chain }, call)
  if (!token0 || !token1) throw new ServiceError('not_found', `The tokens of the pair ${pair} are not known.`)
  return { chain, exchange, read, pair, token0, token1 }
}
