import { describe, expect, test } from 'vitest'
import type { Service } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { createHostedServedChains, withHostedChains } from '#lib/evm/hosted/hosted-search.ts'

const hourMs = 3_600_000

/** A hosted service that answers as the test says, and a clock. */
const start = (answer: () => Promise<{ chain: string }[]>, waitMs = 60_000) => {
  const clock = { ms: 0 }
  const world = { clock, asked: 0, answer }
  const served = createHostedServedChains({
    ask: () => {
      world.asked += 1
      return world.answer()
    },
    now: () => clock.ms,
    waitMs,
  })
  return { world, clock, served }
}

test('the chains served by another Spyglass are fetched once an hour without delaying a page', async () => {
  const { world, clock, served } = start(async () => [{ chain: 'eth' }])
  expect(await served()).toEqual(new Set(['eth']))
  expect(await served()).toEqual(new Set(['eth']))
  expect(world.asked).toBe(1)
  clock.ms = hourMs
  const next = Promise.withResolvers<{ chain: string }[]>()
  world.answer = () => next.promise
  expect(await served()).toEqual(new Set(['eth']))
  next.resolve([{ chain: 'polygon' }])
  await expect.poll(served).toEqual(new Set(['polygon']))
  expect(world.asked).toBe(2)
})

test('a service without a chain list is requested once, and may serve every chain', async () => {
  const { world, clock, served } = start(() => Promise.reject(new ServiceError('not_found', 'Not found.')))
  expect(await served()).toBeUndefined()
  clock.ms = 100 * hourMs
  expect(await served()).toBeUndefined()
  expect(world.asked).toBe(1)
})

test('a service that is down is retried with growing delays, and its last list stays in use', async () => {
  const { world, clock, served } = start(async () => [{ chain: 'eth' }])
  await served()
  clock.ms = hourMs
  world.answer = () => Promise.reject(new ServiceError('upstream_failed', 'The hosted service responded with 502.'))
  expect(await served()).toEqual(new Set(['eth']))
  expect(await served()).toEqual(new Set(['eth']))
  expect(world.asked).toBe(2)
  clock.ms += 30_000
  await served()
  expect(world.asked).toBe(3)
  clock.ms += 30_000
  await served()
  expect(world.asked).toBe(3)
})

test('only the first pages wait for a hanging service, and only briefly', async () => {
  const { world, served } = start(() => new Promise(() => {}), 1)
  expect(await served()).toBeUndefined()
  expect(await Promise.all(Array.from({ length: 100 }, served))).toEqual(Array(100).fill(undefined))
  expect(world.asked).toBe(1)
})

describe('the list of chains', () => {
  const namesWith = async (served: ReadonlySet<string> | undefined): Promise<string[]> => {
    const index = { evmChains: async () => ({ result: [] }) } as unknown as Service<EvmExplorerApi>
    const { result } = await withHostedChains(index, async () => served, index).evmChains({})
    return result.map(({ chain }) => chain)
  }

  test('contains the chains that the hosted service lists', async () => {
    expect(await namesWith(new Set(['eth', 'cronos', 'demo', 'unheard-of']))).toEqual(['eth', 'cronos'])
  })

  test('contains every public chain if the service lists none', async () => {
    const names = await namesWith(undefined)
    expect(names).toEqual(expect.arrayContaining(['eth', 'polygon', 'arbitrum']))
    expect(names).not.toContain('demo')
  })
})
