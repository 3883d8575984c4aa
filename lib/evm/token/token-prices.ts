import type { CallContext, Service } from '#lib/api/endpoint.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import { isHex } from '#lib/base/hex.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { type Price, usdText } from '#lib/evm/prices/price.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { newestBlock } from '#lib/evm/query/newest-block.ts'
import { readPrices } from '#lib/evm/query/prices/token-prices.ts'
import { erc20MetadataQuery } from './erc20-metadata.ts'
import type { TokenPrice, tokenPriceEndpoints } from './price-contract.ts'

type Asked = { address: string; exchange?: string | undefined; to_block?: number | undefined }

const exchangeNames = { chainlink: 'Chainlink', uniswap_v2: 'Uniswap v2', uniswap_v3: 'Uniswap v3' } as const

export const tokenPriceQuery =
  (context: EvmQueryContext): Service<typeof tokenPriceEndpoints>['tokenPrice'] =>
  async ({ address, exchange, to_block, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const [price] = await pricesOf(context, chain, [{ address, exchange, to_block }], call)
    if (price) return price
    const from = exchange === undefined ? '' : ` from ${exchange.slice(0, 64)}`
    throw new ServiceError('not_found', `No price of ${address} on ${chain.title}${from} can be justified.`)
  }

export const tokenPricesQuery =
  (context: EvmQueryContext): Service<typeof tokenPriceEndpoints>['tokenPrices'] =>
  async ({ tokens, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const asked = tokens.map(({ token_address, ...rest }) => ({ ...rest, address: token_address }))
    return await pricesOf(context, chain, asked, call)
  }

/** For a server without prices. */
export const pricesAreOff = (): ServiceError =>
  new ServiceError('not_available', 'Prices are off on this server: PRICES=on turns them on.')

/** In the order of the request, without tokens that have none. @throws not_available without prices of the chain */
const pricesOf = async (
  context: EvmQueryContext,
  chain: ServedChain,
  asked: readonly Asked[],
  call: CallContext | undefined,
): Promise<TokenPrice[]> => {
  const sources = context.prices?.sourcesOf(chain)
  if (!context.prices) throw pricesAreOff()
  if (!sources) throw new ServiceError('not_available', `No prices of ${chain.title} are known here.`)
  await refusePast(context, chain, asked)
  const addresses = [...new Set(asked.map(({ address }) => address))]
  const tokens = await erc20MetadataQuery(context)({ addresses, chain: chain.name }, call)
  const priced = tokens.flatMap(({ address, decimals, possible_spam }) =>
    isHex(address) && decimals !== null && !possible_spam ? [{ address, decimals: Number(decimals) }] : [],
  )
  const prices = await readPrices(context, chain, priced)
  if (!prices) throw new ServiceError('not_available', `The prices of ${chain.title} cannot be read now.`)
  const described = new Map(tokens.map((token) => [token.address, token]))
  return asked.flatMap(({ address, exchange }) => {
    const token = described.get(address)
    const price = priced.some((one) => one.address === address) ? prices.tokens.get(address) : undefined
    if (!token || token.decimals === null || !price || !isFrom(price, exchange)) return []
    const factory = { chainlink: null, uniswap_v2: sources.v2Factory, uniswap_v3: sources.v3Factory }[price.method]
    const { native } = prices
    return [
      {
        tokenName: token.name,
        tokenSymbol: token.symbol,
        tokenLogo: token.logo,
        tokenDecimals: token.decimals,
        nativePrice: native
          ? {
              value: String((price.usd * 10n ** BigInt(chain.decimals)) / native.usd),
              decimals: chain.decimals,
              name: chain.symbol,
              symbol: chain.symbol,
              address: sources.wrapped,
            }
          : null,
        usdPrice: Number(usdText(price.usd)),
        usdPriceFormatted: usdText(price.usd),
        '24hrPercentChange': null,
        exchangeName: exchangeNames[price.method],
        exchangeAddress: factory ?? null,
        pairAddress: price.method === 'chainlink' ? null : price.source,
        pairTotalLiquidityUsd: null,
        tokenAddress: address,
        toBlock: String(price.block),
        possibleSpam: token.possible_spam,
        verifiedContract: token.verified_contract,
      },
    ]
  })
}

const isFrom = ({ method }: Price, exchange: string | undefined): boolean =>
  exchange === undefined || exchange.toLowerCase() === method.replace('_', '')

/** Only what a node can average now is known. */
const refusePast = async ({ store }: EvmQueryContext, chain: ServedChain, asked: readonly Asked[]): Promise<void> => {
  const newest = await newestBlock(store.db, chain.id)
  const past = asked.find(({ to_block }) => to_block !== undefined && newest && to_block < newest.number)
  if (past && newest)
    throw badParameter(
      'to_block',
      `is ${past.to_block}, but prices are known of the newest block only: ${newest.number}`,
    )
}
