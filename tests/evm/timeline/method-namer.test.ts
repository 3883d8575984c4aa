import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MethodNames } from '#components/evm/parts/transactions/method-names.ts'
import { createMethodNamer } from '#components/evm/timeline/feed/method-namer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Calls of one contract in blocks that run down, newest first. */
const rowsOf = (...selectors: string[]) =>
  selectors.map((selector, place) => ({
    record: { to_address: '0xc', input: selector, block_number: String(900 - place) },
  }))
const [mint, buy, sell] = ['0x11111111', '0x22222222', '0x33333333']
const nameOf = (selector: string, name: string): MethodNames => ({ [`0xc ${selector}`]: name })

const world = (first: Record<string, MethodNames> = {}) => {
  const asked: {
    chain: string
    span: object
    signal: AbortSignal
    answer: (names: MethodNames) => Promise<unknown>
    fail: () => Promise<unknown>
  }[] = []
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const namer = createMethodNamer({
    first,
    atOnce: 2,
    patienceMs: 1_000,
    ask: (chain, span, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        const answer = (names: MethodNames) => {
          resolve(names)
          return settle()
        }
        const fail = () => {
          reject(new Error('No.'))
          return settle()
        }
        asked.push({ chain, span, signal, answer, fail })
      }),
  })
  return { namer, asked }
}

test('requests only blocks of unnamed calls, and each name once', async () => {
  const { namer, asked } = world({ eth: nameOf(mint, 'mint') })
  const heard = vi.fn()
  namer.subscribe(heard)
  namer.look('eth', rowsOf(mint, buy, mint, buy, mint))
  expect(asked.map(({ chain, span }) => [chain, span])).toEqual([['eth', { from_block: '897', to_block: '899' }]])
  await asked[0]?.answer(nameOf(buy, 'buy'))
  expect(namer.names()).toEqual({ eth: { ...nameOf(mint, 'mint'), ...nameOf(buy, 'buy') } })
  expect(heard).toHaveBeenCalledTimes(1)
  namer.look('eth', rowsOf(mint, buy, mint, buy, mint, buy))
  expect(asked).toHaveLength(1)
})

test('a hanging chain does not delay others, and is not requested again', async () => {
  const { namer, asked } = world()
  namer.look('slow', rowsOf(mint))
  for (const chain of ['a', 'b']) namer.look(chain, rowsOf(mint))
  expect(asked.map(({ chain }) => chain)).toEqual(['slow', 'a'])
  await asked[1]?.answer(nameOf(mint, 'mint'))
  expect(asked.map(({ chain }) => chain)).toEqual(['slow', 'a', 'b'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked[0]?.signal.aborted).toBe(true)
  namer.look('slow', rowsOf(mint, buy))
  expect(asked).toHaveLength(3)
})

test('a chain whose source decodes nothing keeps selectors; the others get names', async () => {
  const { namer, asked } = world()
  namer.look('plain', rowsOf(mint))
  namer.look('eth', rowsOf(sell))
  await asked[0]?.fail()
  await asked[1]?.answer(nameOf(sell, 'sell'))
  namer.look('plain', rowsOf(mint, sell))
  expect(asked).toHaveLength(2)
  expect(namer.names()).toEqual({ eth: nameOf(sell, 'sell') })
})

test('leaving the page aborts pending requests, and returning requests names still missing', async () => {
  const { namer, asked } = world()
  namer.look('eth', rowsOf(mint))
  namer.stop()
  expect(asked[0]?.signal.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(0)
  namer.look('eth', rowsOf(mint))
  expect(asked).toHaveLength(2)
  await asked[1]?.answer(nameOf(mint, 'mint'))
  expect(namer.names()).toEqual({ eth: nameOf(mint, 'mint') })
})
