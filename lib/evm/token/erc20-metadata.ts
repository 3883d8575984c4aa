import type { CallContext, Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex, toInteger } from '#lib/base/bytes.ts'
import { badParameter, isServiceError, ServiceError } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import { type Price, usdText } from '#lib/evm/prices/price.ts'
import type { TokenWords } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { marksOf } from '#lib/evm/query/flags.ts'
import { newestBlock } from '#lib/evm/query/newest-block.ts'
import { reportCoverage } from '#lib/evm/query/report-coverage.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import { readTokenMetadata, type TokenMetadata } from '#lib/evm/query/token-metadata.ts'
import { readPrices } from '#lib/evm/query/token-prices.ts'
import { wordQuestions, wordsIn } from '#lib/evm/query/token-words.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import { contractsNamed } from '#lib/evm/search/find-contracts.ts'
import { listedTokens } from '#lib/evm/token-metadata/listed-tokens.ts'
import type { tokenEndpoints } from './contract.ts'
import type { tokenFactEndpoints } from './facts-contract.ts'
import type { TokenPrice, tokenPriceEndpoints } from './price-contract.ts'

/** `totalSupply()`, then the words. */
const questions: readonly Hex[] = ['0x18160ddd', ...wordQuestions]
const wordBytes = 32

/** Names, symbols, decimals and supply of ERC20 tokens. */
export const erc20MetadataQuery =
  (context: EvmQueryContext): Service<typeof tokenEndpoints>['tokenMetadata'] =>
  async ({ addresses, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const [known, marks, readStates] = await Promise.all([
      readTokenMetadata(context.store.db, chain.id, addresses),
      marksOf(context, chain.id, addresses),
      askTokens(context, chain, addresses.filter(isHex), call?.signal),
    ])
    const labelOf = labelsOn(context.known, chain.id)
    return addresses.map((address, index) => {
      const fromNode = readStates[index]
      const { name, symbol, decimals, isListed } = known.get(address) ?? unknownToken
      const { possible_spam, verified_collection } = marks.flags(address)
      const isUnknown = symbol === null && decimals === null
      const shownDecimals = decimals ?? fromNode?.decimals ?? null
      const supply = fromNode?.supply ?? null
      return {
        address,
        address_label: labelOf(address),
        name: isUnknown ? (fromNode?.name ?? name) : name,
        symbol: symbol ?? fromNode?.symbol ?? null,
        decimals: shownDecimals === null ? null : String(shownDecimals),
        logo: marks.logoOf(address),
        logo_hash: null,
        thumbnail: marks.logoOf(address),
        total_supply: supply,
        total_supply_formatted: supply === null ? null : valueDecimal(supply, shownDecimals),
        block_number: null,
        validated: null,
        created_at: null,
        possible_spam,
        verified_contract: verified_collection || isListed,
      }
    })
  }

const unknownToken: TokenMetadata = { name: null, symbol: null, decimals: null, isListed: false }

type Told = TokenWords & { supply: string | null }

/** The values that contracts return after the newest indexed block; empty if no node answers. */
const askTokens = async (
  context: EvmQueryContext,
  chain: ServedChain,
  addresses: readonly Hex[],
  signal: AbortSignal | undefined,
): Promise<Told[]> => {
  const { callContracts } = context.node
  if (!callContracts) return []
  const calls = addresses.flatMap((to) => questions.map((data) => ({ to, data })))
  try {
    const block = await stateBlockOf(context, chain, undefined)
    const answers = await callContracts(chain, calls, block, signal)
    return addresses.map((_, index) => {
      const [supply = 'failed', ...words] = answers.slice(index * questions.length, (index + 1) * questions.length)
      const bytes = typeof supply === 'string' ? null : supply
      return {
        supply: bytes?.length === wordBytes ? String(toInteger(bytes)) : null,
        ...wordsIn(words),
      }
    })
  } catch (error) {
    if (signal?.aborted || !isServiceError(error)) throw error
    return []
  }
}

/** The sum that the writer keeps. */
export const tokenStatsQuery =
  (context: EvmQueryContext): Service<typeof tokenFactEndpoints>['tokenStats'] =>
  async ({ address, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    await reportCoverage(context.coverage, chain, call, { contracts: [address] })
    const row = await context.store.db
      .selectFrom('evm_erc20_tokens')
      .select('transfers')
      .where('chain', '=', chain.id)
      .where('token_address', '=', toBytes(address))
      .executeTakeFirst()
    return { transfers: { total: String(row?.transfers ?? 0) } }
  }

const tokensMax = 100

/** Contracts with a word of the symbol, then those whose symbol it is. */
export const tokenMetadataBySymbolQuery =
  (context: EvmQueryContext): Service<typeof tokenFactEndpoints>['tokenMetadataBySymbol'] =>
  async ({ symbols, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    await reportCoverage(context.coverage, chain, call)
    const wanted = new Set(symbols.map((symbol) => symbol.toLowerCase()))
    const named = await Promise.all(
      [...wanted].map((symbol) => contractsNamed(context, chain.id, symbol, ['ERC20', 'ERC404'])),
    )
    const listed = [...listedTokens(chain.id).values()].filter(({ symbol }) => wanted.has(symbol.toLowerCase()))
    const candidates = new Set([...listed.map(({ address }) => address), ...named.flat().map(toHex)])
    const [metadata, { flags }] = await Promise.all([
      readTokenMetadata(context.store.db, chain.id, [...candidates]),
      marksOf(context, chain.id, [...candidates]),
    ])
    const rankOf = (address: string): number => {
      const { possible_spam, verified_collection } = flags(address)
      if (possible_spam) return 2
      return verified_collection || metadata.get(address)?.isListed ? 0 : 1
    }
    const found = [...candidates]
      .filter((address) => wanted.has(metadata.get(address)?.symbol?.toLowerCase() ?? ''))
      .sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
    return await erc20MetadataQuery(context)({ addresses: found.slice(0, tokensMax), chain: input.chain }, call)
  }

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
