import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { toBytes } from '#lib/base/bytes.ts'
import { movedChain, recordedChain } from '#lib/demo/evm/methods.ts'
import { demoFeeds } from '#lib/demo/evm/price-feeds.ts'
import { movedSeconds } from '#lib/demo/moved-times.ts'
import { hashedHeader } from '#lib/evm/chain/checks/chain-rules.ts'
import { feedCalls, feedPrice } from '#lib/evm/prices/feed.ts'
import { usdDigits } from '#lib/evm/prices/price.ts'
import { settleDemoTimes } from '#lib/server/demo-times.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'

const day = 86_400

test('blocks at other times have the hashes that their headers have, and follow each other', async () => {
  const { recording } = await recordedChain()
  const { blocks, receipts } = movedChain(recording, day)
  expect(blocks).toHaveLength(recording.blocks.length)
  blocks.forEach((block, index) => {
    const recorded = recording.blocks[index]
    expect(Number(block.timestamp)).toBe(Number(recorded?.timestamp) + day)
    expect(hashedHeader(block, {}, new Set()).hash).toBe(block.hash)
    expect(block.hash).not.toBe(recorded?.hash)
    if (index > 0) expect(block.parentHash).toBe(blocks[index - 1]?.hash)
    for (const transaction of block.transactions) expect(transaction.blockHash).toBe(block.hash)
    for (const receipt of receipts[index] ?? []) {
      expect(receipt.blockHash).toBe(block.hash)
      for (const log of receipt.logs) expect(log.blockHash).toBe(block.hash)
    }
    expect(block.transactions.map(({ hash }) => hash)).toEqual(recorded?.transactions.map(({ hash }) => hash))
  })
})

test.each(demoFeeds)('the feed $pair reports its price at the head, whatever its time', async (feed) => {
  const { recording } = await recordedChain()
  for (const seconds of [0, day]) {
    const { blocks, calls } = movedChain(recording, seconds)
    const head = { number: blocks.length - 1, timestamp: Number(blocks.at(-1)?.timestamp) }
    const answers = feedCalls(feed.feed).map(({ to, data }) =>
      toBytes(z.object({ result: z.string() }).parse(calls[`${to} ${data}`]).result),
    )
    expect(feedPrice(feed, answers, head)).toMatchObject({
      usd: feed.answer * 10n ** BigInt(usdDigits - 8),
      ageSeconds: 0,
    })
  }
})

test('without another time nothing is changed', async () => {
  const { recording } = await recordedChain()
  expect(movedChain(recording, 0).blocks).toBe(recording.blocks)
})

describe('the end of the demo ledger', () => {
  afterEach(() => {
    globalThis.spyglassDemoEnd = undefined
  })
  const createStore = evmStores('sqlite')

  test('is when the first process of a database started, for all of them', async () => {
    const store = await createStore()
    await settleDemoTimes(store, { demo: true, demoTimes: 'now' }, () => 5_000_000)
    expect(movedSeconds(1_000)).toBe(4_000)
    await settleDemoTimes(store, { demo: true, demoTimes: 'now' }, () => 9_000_000)
    expect(movedSeconds(1_000)).toBe(4_000)
  })

  test('is the recorded one where that is set, and with real nodes', async () => {
    const store = await createStore()
    await settleDemoTimes(store, { demo: true, demoTimes: 'recorded' }, () => 5_000_000)
    await settleDemoTimes(store, { demo: false, demoTimes: 'now' }, () => 5_000_000)
    expect(movedSeconds(1_000)).toBe(0)
  })
})
