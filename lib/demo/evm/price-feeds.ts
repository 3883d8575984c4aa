import type { Hex } from '#lib/base/hex.ts'
import type { PriceFeed, PriceSources } from '#lib/evm/prices/price-sources.ts'

/** A contract of the demo ledger that reports an invented price with each block, in 10^-8 dollars. Its address ends with the symbol. */
type DemoFeed = PriceFeed & { answer: bigint }

const hour = 3_600
const coin: DemoFeed = {
  feed: '0xfeed000000000000000000000000000000455448',
  pair: 'ETH / USD',
  answer: 2_410_00000000n,
  heartbeatSeconds: hour,
}
const tokens: readonly [token: Hex, feed: DemoFeed][] = [
  [
    '0x6fe45d8581823d47a8d1ae9d2138ee32ccb79605',
    {
      feed: '0xfeed000000000000000000000000000000484252',
      pair: 'HBR / USD',
      answer: 3_84000000n,
      heartbeatSeconds: hour,
    },
  ],
  [
    '0xb7f55e457a17e96725b7f7b3b884f51648f889f9',
    {
      feed: '0xfeed00000000000000000000000000004c454146',
      pair: 'LEAF / USD',
      answer: 1_200000n,
      heartbeatSeconds: hour,
    },
  ],
]

export const demoFeeds: readonly DemoFeed[] = [coin, ...tokens.map(([, feed]) => feed)]

export const demoPriceSources: PriceSources = {
  wrapped: '0x4b36057cbeeb9bf756d620d9ba14e22e2cdac4ca',
  native: coin,
  stables: [],
  feeds: new Map(tokens),
}
