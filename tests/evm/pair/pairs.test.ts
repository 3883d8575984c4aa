import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { createPriceBook } from '#lib/evm/prices/price-book.ts'
import { writeContractMetadata } from '#lib/evm/token-metadata/keep-contract-metadata.ts'
import { readContracts } from '#lib/evm/token-metadata/read-contracts.ts'
import { type Market, startMarket } from '#tests/evm/prices/market.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { chainId } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'

/* Prices, pairs and worth as the hosted service answers them, on a chain with the real contracts of Uniswap. */

const holder = '0x00000000000000000000000000000000000f00d5'
const ether = 10n ** 18n
const dollars = 10n ** 6n

describe.each(dialects)('pairs and prices on %s', (dialect) => {
  const createStore = evmStores(dialect)
  let market: Market
  let [paired, pooled]: Hex[] = []
  let pair: Awaited<ReturnType<Market['pair']>>
  let pool: Awaited<ReturnType<Market['pool']>>
  let evm: Awaited<ReturnType<typeof indexAnvil>>['evm']
  let off: typeof evm

  beforeAll(async () => {
    market = await startMarket()
    const { dollar, wrapped } = market
    paired = await market.coin('PAIRED', 18)
    pooled = await market.coin('POOLED', 8)
    await market.setFeed('native', 2_000n * 10n ** 8n)
    await market.setFeed('dollar', 10n ** 8n)
    // 1 PAIRED is 4 dollars, 1 POOLED a hundredth of a coin, which is 20 dollars.
    pair = await market.pair(paired, 100_000n * ether, dollar, 400_000n * dollars)
    pool = await market.pool(pooled, 10_000n * 10n ** 8n, wrapped, 100n * ether)
    await market.wait(2_700)
    await market.give(paired, holder, 10n * ether)
    await market.setFeed('native', 2_000n * 10n ** 8n)
    await market.setFeed('dollar', 10n ** 8n)
    const store = await createStore()
    const prices = createPriceBook(() => market.sources)
    const all = await indexAnvil(store, market.anvil, { prices, now: () => 0 })
    const tokens = [paired, pooled, dollar, wrapped]
    await writeContractMetadata(store, chainId, await readContracts(all.pool, tokens), { now: 0 })
    evm = all.evm
    off = (await indexAnvil(await createStore(), market.anvil, {})).evm
  }, 90_000)
  afterAll(() => market?.anvil.stop())

  const both = () => ({ token0_address: paired ?? '', token1_address: market.dollar })

  test('a pair is found by the name of its exchange and by its factory, in the order of the request', async () => {
    for (const exchange of ['uniswapv2', market.v2Factory]) {
      const found = await evm.pairAddress(parseInput(evmApi.pairAddress, { ...both(), exchange }))
      expect(found).toMatchObject({
        pairAddress: pair.address,
        token0: { address: paired, symbol: 'PAIRED', decimals: '18' },
        token1: { address: market.dollar, symbol: 'DOLLAR', decimals: '6' },
      })
    }
    const inPool = { token0_address: market.wrapped, token1_address: pooled ?? '', exchange: 'uniswapv3' }
    expect(await evm.pairAddress(parseInput(evmApi.pairAddress, inPool))).toMatchObject({ pairAddress: pool.address })
    const none = parseInput(evmApi.pairAddress, { ...inPool, exchange: 'uniswapv2' })
    await expect(evm.pairAddress(none)).rejects.toThrow(/^uniswapv2 has no pair of 0x/)
    const same = parseInput(evmApi.pairAddress, { ...both(), token1_address: paired ?? '', exchange: 'uniswapv2' })
    await expect(evm.pairAddress(same)).rejects.toThrow('token1_address is the same token')
    const elsewhere = parseInput(evmApi.pairAddress, { ...both(), exchange: 'quickswap' })
    await expect(evm.pairAddress(elsewhere)).rejects.toThrow('exchange is quickswap, which is not known on')
  })

  test('reserves are in the order of the addresses, and a past block has those of then', async () => {
    const input = parseInput(evmApi.pairReserves, { pair_address: pair.address })
    const { reserve0, reserve1 } = await evm.pairReserves(input)
    const amounts = [String(100_000n * ether), String(400_000n * dollars)]
    expect([reserve0, reserve1]).toEqual((paired ?? '') < market.dollar ? amounts : amounts.toReversed())
    await expect(evm.pairReserves({ ...input, to_block: 1 })).rejects.toThrow('No pair with reserves is at')
    await expect(evm.pairReserves({ ...input, pair_address: market.dollar })).rejects.toThrow('No pair with reserves')
  })

  test('a pair prices either token in the other, in dollars where the other has a price', async () => {
    const there = await evm.pairPrice(parseInput(evmApi.pairPrice, both()))
    expect(there).toMatchObject({
      ...{ pair_address: pair.address, pair_label: 'PAIRED/DOLLAR', exchange: 'uniswapv2' },
      ...{ quote_price: '4', price_usd: '4' },
    })
    const back = { token0_address: market.dollar, token1_address: paired ?? '' }
    expect(await evm.pairPrice(parseInput(evmApi.pairPrice, back))).toMatchObject({ quote_price: '0.25' })
    const inPool = { token0_address: pooled ?? '', token1_address: market.wrapped, exchange: 'uniswapv3' }
    const { quote_price, price_usd } = await evm.pairPrice(parseInput(evmApi.pairPrice, inPool))
    expect(Number(quote_price)).toBeCloseTo(0.01, 6)
    expect(Number(price_usd)).toBeCloseTo(20, 2)
    const unpriced = { ...both(), exchange: market.v2Factory }
    expect(await off.pairPrice(parseInput(evmApi.pairPrice, unpriced))).toMatchObject({ price_usd: null })
  }, 20_000)

  test('a price says from where it is, and is refused for a past block or another exchange', async () => {
    const input = parseInput(evmApi.tokenPrice, { address: paired ?? '' })
    expect(await evm.tokenPrice(input)).toMatchObject({
      ...{ tokenSymbol: 'PAIRED', tokenDecimals: '18', usdPrice: 4, usdPriceFormatted: '4' },
      ...{ exchangeName: 'Uniswap v2', exchangeAddress: market.v2Factory, pairAddress: pair.address },
      nativePrice: { value: String((4n * ether) / 2_000n), address: market.wrapped },
    })
    await expect(evm.tokenPrice({ ...input, to_block: 1 })).rejects.toThrow(
      /^to_block is 1, but prices are known of the newest block only: \d+$/,
    )
    await expect(evm.tokenPrice({ ...input, exchange: 'uniswapv3' })).rejects.toThrow(/from uniswapv3 can be justified/)
    await expect(off.tokenPrice(input)).rejects.toThrow('PRICES=on turns them on')
    const tokens = [{ token_address: holder }, { token_address: market.dollar }, { token_address: paired ?? '' }]
    const several = await evm.tokenPrices(parseInput(evmApi.tokenPrices, { tokens }))
    expect(several.map(({ tokenAddress, usdPrice }) => [tokenAddress, usdPrice])).toEqual([
      [market.dollar, 1],
      [paired, 4],
    ])
    expect(several[0]).toMatchObject({ exchangeName: 'Chainlink', pairAddress: null })
  })

  test('what a wallet holds is worth the sum of its coin and its tokens', async () => {
    const worthOn = (chains?: string[]) =>
      evm.walletNetWorth(parseInput(evmApi.walletNetWorth, { address: holder, chains }))
    expect(await worthOn(['eth'])).toMatchObject({
      total_networth_usd: '40.00',
      chains: [{ native_balance: '0', native_balance_usd: '0.00', token_balance_usd: '40.00', networth_usd: '40.00' }],
      ...{ unsupported_chain_ids: [], unavailable_chains: [] },
    })
    // The other chain of this server has no node.
    expect(await worthOn()).toMatchObject({ total_networth_usd: '40.00', unavailable_chains: [{ chain_id: '0x89' }] })
    const verified = { address: holder, exclude_unverified_contracts: true }
    expect(await evm.walletNetWorth(parseInput(evmApi.walletNetWorth, verified))).toMatchObject({
      total_networth_usd: '0.00',
    })
  })
})
