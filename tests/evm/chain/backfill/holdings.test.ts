import { describe, expect, test } from 'vitest'
import type { Hex } from '#lib/base/hex.ts'
import { sampleBlocks } from '#lib/evm/chain/backfill/check-history.ts'
import { ReplayedHoldings } from '#lib/evm/chain/backfill/holdings.ts'
import { createChance } from '#tests/indexing/random.ts'

const wallet = (number: number): Hex => `0x${number.toString(16).padStart(40, '0')}`
const side = (from: number, to: number) => ({ from: wallet(from), to: wallet(to) })
const nft = (id: number, from: number, to: number) =>
  ({ standard: 721, token_id: String(id), amount: '1', ...side(from, to) }) as const
const stamp = (id: number, from: number, to: number, amount: number) =>
  ({ standard: 1155, token_id: String(id), amount: String(amount), ...side(from, to) }) as const

describe('holdings computed from transfers', () => {
  test('are the balances and owners after the last transfer', () => {
    const holdings = new ReplayedHoldings()
    holdings.addErc20({ value: '100', ...side(0, 1) })
    holdings.addErc20({ value: '30', ...side(1, 2) })
    holdings.addErc20({ value: '5', ...side(2, 0) })
    holdings.addErc20({ value: '7', ...side(1, 1) })
    expect([...holdings.balances]).toEqual([
      [wallet(1), 70n],
      [wallet(2), 25n],
    ])
    expect(holdings.supply).toBe(95n)
    holdings.addNft(nft(7, 0, 1))
    holdings.addNft(nft(7, 1, 2))
    holdings.addNft(stamp(3, 0, 1, 10))
    holdings.addNft(stamp(3, 1, 2, 4))
    expect([...holdings.owners]).toEqual([['7', wallet(2)]])
    expect([...holdings.amounts]).toEqual([
      [`3 ${wallet(1)}`, 6n],
      [`3 ${wallet(2)}`, 4n],
    ])
    expect(holdings.broken.size).toBe(0)
  })

  test('report senders that did not own what they sent', () => {
    const holdings = new ReplayedHoldings()
    holdings.addErc20({ value: '1', ...side(1, 2) })
    holdings.addNft(nft(7, 5, 1))
    holdings.addNft(stamp(3, 4, 2, 4))
    expect([...holdings.broken]).toEqual([wallet(1), '7', `3 ${wallet(4)}`])
  })

  test('are exact for the tracked fraction when there are more holders than the limit', () => {
    const holdings = new ReplayedHoldings(1_000)
    const count = 2_250
    for (let round = 0; round < 2; round++)
      for (let holder = 1; holder <= count; holder++) holdings.addErc20({ value: '1', ...side(0, holder) })
    expect(holdings.divisor).toBe(4)
    expect(holdings.balances.size).toBeGreaterThan(count / 6)
    expect(holdings.balances.size).toBeLessThan(count / 3)
    expect([...new Set(holdings.balances.values())]).toEqual([2n])
    expect(holdings.supply).toBe(BigInt(2 * count))
  })
})

describe('a sample of blocks', () => {
  const ranges = [
    { first: 10, last: 1_009 },
    { first: 5_000, last: 5_999 },
  ]
  test('takes distinct blocks spread over all ranges', () => {
    const { fraction } = createChance(3)
    const numbers = sampleBlocks(ranges, 1, fraction)
    expect(new Set(numbers).size).toBe(192)
    const inFirst = numbers.filter((number) => 10 <= number && number <= 1_009).length
    const inSecond = numbers.filter((number) => 5_000 <= number && number <= 5_999).length
    expect(inFirst + inSecond).toBe(192)
    expect(Math.min(inFirst, inSecond)).toBeGreaterThan(60)
  })

  test('takes every block of a short range', () => {
    const numbers = sampleBlocks([{ first: 3, last: 90 }], 1)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 88 }, (_, index) => index + 3))
  })
})
