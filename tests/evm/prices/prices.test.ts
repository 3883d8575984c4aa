import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmServiceOptions } from '#lib/evm/family/service.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { createKnownAddresses } from '#lib/evm/labels/known-addresses.ts'
import { createPriceBook } from '#lib/evm/prices/price-book.ts'
import type { PriceSources } from '#lib/evm/prices/price-sources.ts'
import { sqrtPriceOf } from '#lib/evm/prices/v3-pool.ts'
import type { EvmNodeAccess } from '#lib/evm/query/node-access.ts'
import { writeContractMetadata } from '#lib/evm/token-metadata/keep-contract-metadata.ts'
import { readContracts } from '#lib/evm/token-metadata/read-contracts.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { chainId } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { type Market, startMarket } from './market.ts'

const holder = '0x00000000000000000000000000000000000f00d5'
const ether = 10n ** 18n
const dollars = 10n ** 6n
const minuteMs = 60_000

let market: Market
let coins: { paired: Hex; pooled: Hex; thin: Hex; young: Hex }
let pair: Awaited<ReturnType<Market['pair']>>
let pool: Awaited<ReturnType<Market['pool']>>

const refresh = async () => {
  await market.setFeed('native', 2_000n * 10n ** 8n)
  await market.setFeed('dollar', 10n ** 8n)
}

const holdingsInput = parseInput(evmExplorerApi.evmHoldings, { address: holder })
const tokensInput = parseInput(evmApi.walletTokens, { address: holder })

describe.each(dialects)('prices on %s', (dialect) => {
  const createStore = evmStores(dialect)

  beforeAll(async () => {
    market = await startMarket()
    const { dollar, wrapped, coin } = market
    coins = {
      paired: await coin('PAIRED', 18),
      pooled: await coin('POOLED', 8),
      thin: await coin('THIN', 18),
      young: await coin('YOUNG', 18),
    }
    await market.setFeed('native', 2_000n * 10n ** 8n)
    await market.setFeed('dollar', 10n ** 8n)
    // 1 PAIRED is 4 dollars, 1 POOLED a hundredth of a coin, which is 20 dollars.
    pair = await market.pair(coins.paired, 100_000n * ether, dollar, 400_000n * dollars)
    pool = await market.pool(coins.pooled, 10_000n * 10n ** 8n, wrapped, 100n * ether)
    await market.pair(coins.thin, 1_000n * ether, dollar, 10_000n * dollars)
    await market.wait(2_700)
    await market.pair(coins.young, 100_000n * ether, dollar, 400_000n * dollars)
    for (const token of Object.values(coins)) await market.give(token, holder, 10n * ether)
    await market.give(dollar, holder, 5n * dollars)
    await refresh()
  }, 60_000)
  afterAll(() => market?.anvil.stop())

  const indexed = async (options: Partial<EvmServiceOptions> & { sources?: PriceSources } = {}) => {
    const { sources = market.sources, ...rest } = options
    const store = await createStore()
    const prices = createPriceBook(() => sources)
    let now = 0
    const all = await indexAnvil(store, market.anvil, { prices, now: () => now, ...rest })
    const tokens = [...Object.values(coins), market.dollar, market.wrapped]
    await writeContractMetadata(store, chainId, await readContracts(all.pool, tokens), { now: 0 })
    const priceOf = async (token: Hex) => {
      const { tokens: held } = await all.explorer.evmHoldings(holdingsInput)
      return held.find(({ token_address }) => token_address === token)?.price ?? null
    }
    const pass = (ms: number) => (now += ms)
    /** Indexes new blocks, after the time for which prices are kept. */
    const renew = async () => {
      await all.catchUp()
      pass(4 * minuteMs)
    }
    return { ...all, store, priceOf, pass, renew }
  }

  test('come from feeds and from the deepest pools, with how they were found', async () => {
    const { explorer, evm } = await indexed()
    const found = await explorer.evmHoldings(holdingsInput)
    const priceOf = (token: Hex) => found.tokens.find(({ token_address }) => token_address === token)
    expect(found.native.price).toMatchObject({ usd: '2000', method: 'chainlink', pair: 'ETH / USD', age_seconds: 12 })
    expect(priceOf(market.dollar)).toMatchObject({ usd_value: '5.00', price: { usd: '1', method: 'chainlink' } })
    expect(priceOf(coins.paired)).toMatchObject({
      usd_value: '40.00',
      price: { usd: '4', method: 'uniswap_v2', source: pair.address, depth_usd: '400000.00', pair: null },
    })
    const pooled = priceOf(coins.pooled)
    expect(pooled?.price).toMatchObject({ method: 'uniswap_v3', source: pool.address, quote: market.wrapped })
    expect(pooled?.price).toMatchObject({ window_seconds: 1_800 })
    expect(Number(pooled?.price?.usd)).toBeCloseTo(20, 2)
    // 10^19 of a token with 8 decimals are worth more than its pool holds.
    expect(pooled?.usd_value).toBeNull()
    expect(Number(pooled?.price?.depth_usd)).toBeGreaterThan(199_000)
    expect(priceOf(coins.thin)?.price, 'a pool of 10,000 dollars').toBeNull()
    expect(priceOf(coins.young)?.price, 'a pool of a few minutes').toBeNull()
    expect(found.value).toEqual({ usd: '45.00', valued_count: 3, held_count: 6 })

    const { result } = await evm.walletTokens(tokensInput)
    expect(result.find(({ token_address }) => token_address === coins.paired)).toMatchObject({
      usd_price: '4',
      usd_value: 40,
      portfolio_percentage: 88.8888,
    })
    expect(result.find(({ native_token }) => native_token)).toMatchObject({ usd_price: '2000', usd_value: 0 })
    const coin = await explorer.evmCoinPrice(parseInput(evmExplorerApi.evmCoinPrice, { chain: 'eth' }))
    expect(coin).toMatchObject({ symbol: 'ETH', price: { usd: '2000', method: 'chainlink' } })
  })

  test('do not change when one block moves a pool, nor while its price is kept until the next block', async () => {
    const { priceOf, renew } = await indexed()
    const [ofPair, ofPool] = [await priceOf(coins.paired), await priceOf(coins.pooled)]
    await market.mine()
    await pair.sell(market.dollar, 4_000_000n * dollars)
    await pool.sell(market.wrapped, 900n * ether)
    // The block of the trades itself.
    await renew()
    expect((await priceOf(coins.paired))?.usd).toBe(ofPair?.usd)
    expect((await priceOf(coins.pooled))?.usd).toBe(ofPool?.usd)
    // One block later the moved prices have stood for 12 seconds.
    await market.mine()
    await renew()
    expect((await priceOf(coins.paired))?.usd).toBe(ofPair?.usd)
    expect((await priceOf(coins.pooled))?.usd).toBe(ofPool?.usd)
    await market.wait(2_400)
    await refresh()
    await renew()
    expect(Number((await priceOf(coins.paired))?.usd), 'a price that lasts counts').toBeGreaterThan(400)
  })

  test('from a feed end with its heartbeat, and the coin is then priced in its pools', async () => {
    await market.pool(market.wrapped, 1_000n * ether, market.dollar, 1_800_000n * dollars)
    await market.wait(4_000)
    const { explorer, renew } = await indexed()
    const stale = (await explorer.evmHoldings(holdingsInput)).native.price
    expect(stale).toMatchObject({ method: 'uniswap_v3', quote: market.dollar })
    expect(Number(stale?.usd)).toBeCloseTo(1_800, 0)
    await refresh()
    await renew()
    expect((await explorer.evmHoldings(holdingsInput)).native.price).toMatchObject({ method: 'chainlink' })
    await market.setFeed('native', 0n)
    await renew()
    expect((await explorer.evmHoldings(holdingsInput)).native.price).toMatchObject({ method: 'uniswap_v3' })
    await refresh()
  })

  test('of v2 pairs need the state of half an hour before; v3 pools remember it', async () => {
    const head = await market.block()
    const plain = await indexed()
    const { callContracts } = plain.nodeAccess
    const node: EvmNodeAccess = {
      ...plain.nodeAccess,
      callContracts: async (chain, calls, block, signal) => {
        if (block.number < head) throw new ServiceError('not_available', 'The node has no state of that block.')
        return (await callContracts?.(chain, calls, block, signal)) ?? []
      },
    }
    const pruned = await indexed({ node })
    expect(await pruned.priceOf(coins.paired)).toBeNull()
    expect(await pruned.priceOf(coins.pooled)).toMatchObject({ method: 'uniswap_v3' })
  })

  test('are read once for three minutes and all visitors, in a bounded number of requests', async () => {
    const { explorer, sent, pass, catchUp } = await indexed()
    await Promise.all([explorer.evmHoldings(holdingsInput), explorer.evmHoldings(holdingsInput)])
    const first = sent('eth_call')
    expect(first).toBeLessThan(250)
    await market.mine()
    await catchUp()
    await explorer.evmHoldings(holdingsInput)
    const balances = sent('eth_call') - first
    expect(balances, 'only the balances of the new block').toBeLessThan(10)
    pass(4 * minuteMs)
    await explorer.evmHoldings(holdingsInput)
    expect(sent('eth_call')).toBeGreaterThan(first + balances)
  })

  test('are absent with PRICES=off, for spam, and while no node answers', async () => {
    const off = await indexed({ prices: undefined })
    expect(await off.explorer.evmHoldings(holdingsInput)).toMatchObject({ value: null, native: { price: null } })
    const sentence = 'Prices are off on this server: PRICES=on turns them on.'
    await expect(off.evm.tokenPrice(parseInput(evmApi.tokenPrice, { address: coins.paired }))).rejects.toThrow(sentence)
    await expect(off.evm.walletNetWorth(parseInput(evmApi.walletNetWorth, { address: holder }))).rejects.toThrow(
      sentence,
    )
    const known = createKnownAddresses({ spam: [{ chain: chainId, address: coins.paired, text: '' }] })
    const spam = await indexed({ known })
    const all = await spam.evm.walletTokens(tokensInput)
    expect(all.result.find(({ token_address }) => token_address === coins.paired)).toMatchObject({ usd_price: null })
    const { callContracts, balance } = spam.nodeAccess
    let isUp = true
    const node: EvmNodeAccess = {
      balance,
      callContracts: async (chain, calls, block, signal) => {
        const isPrice = calls.some(({ data }) => data.startsWith('0xfeaf968c'))
        if (isPrice && !isUp) throw new ServiceError('upstream_timeout', 'The node did not answer in time.')
        return (await callContracts?.(chain, calls, block, signal)) ?? []
      },
    }
    isUp = false
    const silent = await indexed({ node })
    expect(await silent.explorer.evmHoldings(holdingsInput)).toMatchObject({ value: null, token_count: 5 })
    isUp = true
    expect((await silent.explorer.evmHoldings(holdingsInput)).value).not.toBeNull()
  })
})

test('the square root of a price is exact at both bounds of a tick', () => {
  expect(sqrtPriceOf(0n)).toBe(1n << 96n)
  expect(sqrtPriceOf(-887_272n)).toBe(4_295_128_739n)
  expect(sqrtPriceOf(887_272n)).toBe(1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n)
  expect(sqrtPriceOf(887_273n)).toBeUndefined()
})
