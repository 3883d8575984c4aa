import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { PriceFeed, PriceSources } from '#lib/evm/prices/price-sources.ts'

/** A contract of the demo ledger that reports an invented price with each block, in 10^-8 dollars. */
type DemoFeed = PriceFeed & { answer: bigint }

/** Its address ends with the symbol in ASCII. */
const feedOf = (symbol: string, answer: bigint): DemoFeed => ({
  feed: `0xfeed${toHex(Buffer.from(symbol)).slice(2).padStart(36, '0')}`,
  pair: `${symbol} / USD`,
  answer,
  heartbeatSeconds: 3_600,
})

const coin = feedOf('ETH', 2_410_00000000n)
const tokens: readonly [token: Hex, feed: DemoFeed][] = [
  ['0x6fe45d8581823d47a8d1ae9d2138ee32ccb79605', feedOf('HBR', 3_84000000n)],
  ['0xb7f55e457a17e96725b7f7b3b884f51648f889f9', feedOf('LEAF', 1_200000n)],
]

export const demoFeeds: readonly DemoFeed[] = [coin, ...tokens.map(([, feed]) => feed)]

export const demoPriceSources: PriceSources = {
  wrapped: '0x4b36057cbeeb9bf756d620d9ba14e22e2cdac4ca',
  native: coin,
  stables: [],
  feeds: new Map(tokens),
}
