import type { Hex } from '#lib/base/hex.ts'
import type { CallAnswer } from '#lib/evm/chain/rpc/state/calls.ts'
import type { ContractCall } from '#lib/evm/chain/rpc/state/multicall.ts'
import { type Price, usdDigits } from './price.ts'
import type { PriceFeed } from './price-sources.ts'
import { answerWords, signed } from './words.ts'

/** `latestRoundData()` and `decimals()` */
export const feedCalls = (feed: Hex): ContractCall[] => [
  { to: feed, data: '0xfeaf968c' },
  { to: feed, data: '0x313ce567' },
]

/**
 * The price of a feed's newest round at a block's time, by the answers of `feedCalls`. None if the round is older than the
 * feed's heartbeat, not finished, or not above zero.
 */
export const feedPrice = (
  { feed, pair, heartbeatSeconds }: PriceFeed,
  answers: readonly (CallAnswer | undefined)[],
  block: { number: number; timestamp: number },
): Price | undefined => {
  const [, answer = 0n, , updatedAt = 0n] = answerWords(answers[0], 5) ?? []
  const [decimals] = answerWords(answers[1], 1) ?? []
  if (decimals === undefined || decimals > BigInt(usdDigits) || updatedAt === 0n) return
  const ageSeconds = BigInt(block.timestamp) - updatedAt
  if (signed(answer) <= 0n || ageSeconds < 0n || ageSeconds > BigInt(heartbeatSeconds)) return
  return {
    usd: signed(answer) * 10n ** (BigInt(usdDigits) - decimals),
    method: 'chainlink',
    source: feed,
    pair,
    quote: null,
    depthUsd: null,
    ageSeconds: Number(ageSeconds),
    windowSeconds: null,
    block: block.number,
    timestamp: block.timestamp,
  }
}

/** Rounds that were reported while a sequencer was down arrive within this time. */
const graceSeconds = 3_600n

/** Whether a rollup's sequencer is up, and has been for an hour: `latestRoundData` returns 0 while it is up, and since when. */
export const isSequencerUp = (answer: CallAnswer | undefined, timestamp: number): boolean => {
  const [, isDown = 1n, since = 0n] = answerWords(answer, 5) ?? []
  return isDown === 0n && since > 0n && BigInt(timestamp) - since > graceSeconds
}
