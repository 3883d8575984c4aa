import type { Hex } from '#lib/base/hex.ts'

/** A Chainlink feed of an asset in USD. A round older than `heartbeatSeconds` is not a valid price. */
export type PriceFeed = { feed: Hex; pair: string; heartbeatSeconds: number }

/** The contracts of a chain that prices are read from; addresses in lower case. */
export type PriceSources = {
  /** The wrapped native coin, in which pools quote. */
  wrapped: Hex
  native?: PriceFeed
  /** Tokens in which pools quote besides the wrapped native coin; each has a feed. */
  stables: readonly Hex[]
  feeds: ReadonlyMap<Hex, PriceFeed>
  v2Factory?: Hex
  v3Factory?: Hex
  /** Chainlink's uptime feed of a rollup's sequencer: feeds are not read while it is down, nor shortly after. */
  sequencer?: Hex
}

const hour = 3_600
const day = 86_400

/** Each line: token, its feed, the feed's pair and heartbeat. */
const feedsOf = (
  lines: readonly (readonly [token: Hex, feed: Hex, pair: string, heartbeatSeconds: number])[],
): ReadonlyMap<Hex, PriceFeed> =>
  new Map(lines.map(([token, feed, pair, heartbeatSeconds]) => [token, { feed, pair, heartbeatSeconds }]))

/**
 * Feeds: `ChainlinkEthereum.sol` and `ChainlinkArbitrum.sol` of the npm package @aave-dao/aave-address-book 4.68.1
 * (2026-09-16, generated from Chainlink's directory). Heartbeats: not compared with Chainlink's directory; one that is too long
 * would take a stale round for a price. Factories and wrapped coins: @uniswap/sdk-core 7.19.4. `tests/evm/prices/price-sources.test.ts` compares the tokens with the bundled token list.
 */
const knownSources: Readonly<Record<number, PriceSources>> = {
  1: {
    wrapped: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    native: { feed: '0x5f4ec3df9cbd43714fe2740f5e3616155c5b8419', pair: 'ETH / USD', heartbeatSeconds: hour },
    stables: [
      '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      '0xdac17f958d2ee523a2206206994597c13d831ec7',
      '0x6b175474e89094c44da98b954eedeac495271d0f',
    ],
    feeds: feedsOf([
      ['0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0x8fffffd4afb6115b954bd326cbe7b4ba576818f6', 'USDC / USD', day],
      ['0xdac17f958d2ee523a2206206994597c13d831ec7', '0x3e7d1eab13ad0104d2750b8863b489d65364e32d', 'USDT / USD', day],
      ['0x6b175474e89094c44da98b954eedeac495271d0f', '0xaed0c38402a5d19df6e4c03f4e2dced6e29c1ee9', 'DAI / USD', hour],
      ['0x514910771af9ca656af840dff83e8264ecf986ca', '0x2c1d072e956affc0d435cb7ac38ef18d24d9127c', 'LINK / USD', hour],
      ['0x1f9840a85d5af5bf1d1762f925bdaddc4201f984', '0x553303d460ee0afb37edff9be42922d8ff63220e', 'UNI / USD', hour],
      ['0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9', '0x547a514d5e3769680ce22b2361c10ea13619e8a9', 'AAVE / USD', hour],
    ]),
    v2Factory: '0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f',
    v3Factory: '0x1f98431c8ad98523631ae4a59f267346ea31f984',
  },
  42161: {
    wrapped: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
    native: { feed: '0x639fe6ab55c921f74e7fac1ee960c0b6293ba612', pair: 'ETH / USD', heartbeatSeconds: day },
    stables: ['0xaf88d065e77c8cc2239327c5edb3a432268e5831', '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9'],
    feeds: feedsOf([
      ['0xaf88d065e77c8cc2239327c5edb3a432268e5831', '0x50834f3163758fcc1df9973b6e91f0f0f0434ad3', 'USDC / USD', day],
      ['0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9', '0x3f3f5df88dc9f13eac63df89ec16ef6e7e25dde7', 'USDT / USD', day],
      ['0x912ce59144191c1204e64559fe8253a0e49e6548', '0xb2a824043730fe05f3da2efafa1cbbe83fa548d6', 'ARB / USD', day],
    ]),
    v2Factory: '0xf1d7cc64fb4452f05c498126312ebe29f30fbcf9',
    v3Factory: '0x1f98431c8ad98523631ae4a59f267346ea31f984',
    sequencer: '0xfdb631f5ee196f0ed6faa767959853a9f217697d',
  },
}

/** The sources of a public chain, by its id. */
export const knownPriceSources = (chain: number): PriceSources | undefined => knownSources[chain]
