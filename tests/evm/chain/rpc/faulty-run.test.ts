import { describe, expect, test } from 'vitest'
import { isFull } from '#tests/support/tier.ts'
import { type FaultRates, runWithFaults } from './faulty-run.ts'

const seeds = Array.from({ length: isFull ? 21 : 7 }, (_, seed) => seed)

const medianOf = async (rates: FaultRates) => {
  const runs = []
  for (const seed of seeds) runs.push(await runWithFaults(rates, seed))
  for (const { blocks } of runs) expect(blocks.map(({ number }) => number)).toEqual(numbers)
  const own = runs.map(({ tookMs, imposedMs }) => tookMs - imposedMs).sort((a, b) => a - b)
  return own[seeds.length >> 1] ?? Number.NaN
}
/** Without faults. */
let undisturbed: Promise<number> | undefined
const medianUndisturbed = () => (undisturbed ??= medianOf({}))
const numbers = Array.from({ length: 300 }, (_, number) => number)

describe('300 blocks take at most twice the undisturbed time, apart from delays that the node demanded', () => {
  test.each<[string, FaultRates]>([
    ['30 % of requests are answered with 429', { limited: 0.3 }],
    ['30 % of requests are answered with 429 and Retry-After', { limited: 0.3, retryAfterSeconds: 1 }],
    ['4 % of requests hang for 30 seconds', { hanging: 0.04 }],
    ['30 % of requests are answered with 429, and 4 % hang', { limited: 0.3, hanging: 0.04 }],
    ['4 % of requests to two nodes hang for 30 seconds', { hanging: 0.04, nodes: 2 }],
  ])('%s', async (_, rates) => {
    expect(await medianOf(rates)).toBeLessThanOrEqual(2 * (await medianUndisturbed()))
  })
})

test.each([402, 403, 404])('one HTTP %s costs one second', async (status) => {
  const { tookMs } = await runWithFaults({ firstStatus: { status, requests: 1 } }, 1)
  expect(tookMs).toBeLessThan(1_500 + (await medianUndisturbed()))
})
