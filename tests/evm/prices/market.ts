import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Abi, decodeAbiParameters, encodeDeployData, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { z } from 'zod'
import type { PriceSources } from '#lib/evm/prices/price-sources.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { compileSolidity } from '#tests/support/compile-solidity.ts'

const require = createRequire(import.meta.url)
const hex = z.templateLiteral(['0x', z.string()])
const receipt = z.object({ status: z.literal('0x1'), contractAddress: hex.nullable() })
/** What Uniswap published: the bytecode on public chains. */
const artifact = z.object({ bytecode: z.string().transform((text): Hex => `0x${text.replace(/^0x/, '')}`) })

const uniswap = parseAbi([
  'constructor(address feeToSetter)',
  'function createPair(address one, address other) returns (address)',
  'function getPair(address one, address other) view returns (address)',
  'function createPool(address one, address other, uint24 fee) returns (address)',
  'function getPool(address one, address other, uint24 fee) view returns (address)',
  'function initialize(uint160 root)',
  'function increaseObservationCardinalityNext(uint16 next)',
])

const blockSeconds = 12
/** The whole range of a pool with a fee of 0.3 %. */
const wholeRange = 887_220
const rootMin = 4_295_128_740n
const rootMax = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_341n

export type Market = Awaited<ReturnType<typeof startMarket>>

/** A real node with the factories of Uniswap v2 and v3, feeds, and a trader who owns all coins. */
export const startMarket = async () => {
  const anvil: Anvil = await startAnvil(['--no-mining', '--order', 'fifo'])
  const find = compileSolidity(join(import.meta.dirname, 'contracts'))
  const [from = '0x'] = z.array(hex).parse(await anvil.rpc('eth_accounts'))
  let time = Number(
    z.object({ timestamp: z.string() }).parse(await anvil.rpc('eth_getBlockByNumber', ['latest', false])).timestamp,
  )

  /** Mines a block that is so much later than the one before. */
  const mine = async (seconds = blockSeconds): Promise<number> => {
    time += seconds
    await anvil.rpc('evm_setNextBlockTimestamp', [time])
    await anvil.rpc('evm_mine')
    return time
  }
  const wait = async (seconds: number): Promise<void> => {
    for (let left = seconds; left > 0; left -= 120) await mine(Math.min(left, 120))
  }
  const send = async (to: Hex | undefined, data: Hex) => {
    const hash = await anvil.rpc('eth_sendTransaction', [{ from, to, data, gas: '0x1000000' }])
    await mine()
    return receipt.parse(await anvil.rpc('eth_getTransactionReceipt', [hash]))
  }
  const deploy = async (abi: Abi, bytecode: Hex, args: readonly unknown[] = []): Promise<Hex> => {
    const { contractAddress } = await send(undefined, encodeDeployData({ abi, bytecode, args: [...args] }))
    return contractAddress ?? '0x'
  }
  const deployOwn = (name: string, args: readonly unknown[] = []) => {
    const { abi, code } = find('Market.sol', name)
    return deploy(abi, code, args)
  }
  const call = (name: string, to: Hex, functionName: string, args: readonly unknown[]) =>
    send(to, encodeFunctionData({ abi: find('Market.sol', name).abi, functionName, args: [...args] }))
  const addressOf = async (to: Hex, data: Hex): Promise<Hex> => {
    const [address] = decodeAbiParameters(
      [{ type: 'address' }],
      hex.parse(await anvil.rpc('eth_call', [{ to, data }, 'latest'])),
    )
    return hex.parse(address.toLowerCase())
  }

  const trader = await deployOwn('Trader')
  const coin = async (symbol: string, decimals: number) => await deployOwn('MarketCoin', [symbol, decimals, trader])
  const [wrapped, dollar] = [await coin('WRAP', 18), await coin('DOLLAR', 6)]
  const [nativeFeed, dollarFeed] = [await deployOwn('Feed'), await deployOwn('Feed')]
  const codeOf = (path: string) => artifact.parse(require(path)).bytecode
  const v2Factory = await deploy(uniswap, codeOf('@uniswap/v2-core/build/UniswapV2Factory.json'), [from])
  const v3Factory = await deploy(
    [],
    codeOf('@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json'),
  )
  const sources: PriceSources = {
    wrapped,
    native: { feed: nativeFeed, pair: 'ETH / USD', heartbeatSeconds: 3_600 },
    stables: [dollar],
    feeds: new Map([[dollar, { feed: dollarFeed, pair: 'DOLLAR / USD', heartbeatSeconds: 86_400 }]]),
    v2Factory,
    v3Factory,
  }

  return {
    ...{ anvil, sources, wrapped, dollar, coin, mine, wait, v2Factory },
    time: () => time,
    /** Sets the round of a feed, `ageSeconds` before the coming block. */
    setFeed: (feed: 'native' | 'dollar', answer: bigint, ageSeconds = 0) =>
      call('Feed', feed === 'native' ? nativeFeed : dollarFeed, 'set', [answer, time + blockSeconds - ageSeconds]),
    give: (token: Hex, to: Hex, amount: bigint) => call('Trader', trader, 'give', [token, to, amount]),

    /** A v2 pair with these amounts. */
    pair: async (token: Hex, amount: bigint, quote: Hex, quoteAmount: bigint) => {
      await send(v2Factory, encodeFunctionData({ abi: uniswap, functionName: 'createPair', args: [token, quote] }))
      const data = encodeFunctionData({ abi: uniswap, functionName: 'getPair', args: [token, quote] })
      const address = await addressOf(v2Factory, data)
      await call('Trader', trader, 'fillPair', [address, token, amount, quote, quoteAmount])
      return {
        address,
        sell: (sold: Hex, size: bigint) => call('Trader', trader, 'swapInPair', [address, sold, size]),
      }
    },

    /** A v3 pool of the whole range with these amounts, which remembers `memory` observations. */
    pool: async (token: Hex, amount: bigint, quote: Hex, quoteAmount: bigint, memory = 500) => {
      const fee = 3_000
      await send(v3Factory, encodeFunctionData({ abi: uniswap, functionName: 'createPool', args: [token, quote, fee] }))
      const data = encodeFunctionData({ abi: uniswap, functionName: 'getPool', args: [token, quote, fee] })
      const address = await addressOf(v3Factory, data)
      const [amount0, amount1] = token < quote ? [amount, quoteAmount] : [quoteAmount, amount]
      const root = squareRoot((amount1 << 192n) / amount0)
      await send(address, encodeFunctionData({ abi: uniswap, functionName: 'initialize', args: [root] }))
      if (memory > 1)
        await send(
          address,
          encodeFunctionData({ abi: uniswap, functionName: 'increaseObservationCardinalityNext', args: [memory] }),
        )
      await call('Trader', trader, 'fillPool', [address, wholeRange, squareRoot(amount0 * amount1)])
      return {
        address,
        sell: (sold: Hex, size: bigint) => {
          const isFirst = sold === (token < quote ? token : quote)
          return call('Trader', trader, 'swapInPool', [address, isFirst, size, isFirst ? rootMin : rootMax])
        },
      }
    },
    block: async () => Number(await anvil.rpc('eth_blockNumber')),
  }
}

const squareRoot = (value: bigint): bigint => {
  let root = BigInt(Math.floor(Math.sqrt(Number(value))))
  for (let step = 0; step < 20; step++) root = (root + value / root) / 2n
  return root
}
