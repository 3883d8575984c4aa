import { describe, expect, test } from 'vitest'
import { isServiceError } from '#lib/base/errors.ts'
import { createVerifications, verificationKind } from '#lib/evm/verification/verifications.ts'
import { createJobs } from '#lib/store/jobs.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'

const chain = 1
const minuteMs = 60_000
const visitor = (name: string) => ({ name, hasKey: false })
const key = (name: string) => ({ name, hasKey: true })

describe.each(dialects)('the queue of verifications on %s', (dialect) => {
  const createStore = evmStores(dialect)

  const start = async () => {
    const store = await createStore()
    const clock = { ms: 1_000_000_000_000 }
    const verifications = createVerifications(
      () => store,
      () => clock.ms,
    )
    const jobs = createJobs(store, { now: () => clock.ms, leaseMs: 10 * minuteMs })
    const names = new Map<string, string>()
    const send = async (name: string, caller: { name: string; hasKey: boolean }, bytes = 100) => {
      const found = await verifications.request(
        chain,
        {
          address: `0x${'11'.repeat(20)}`,
          input: { language: 'Solidity', sources: { 'A.sol': { content: 'a'.repeat(bytes) } }, settings: {} },
          contract: { file: 'A.sol', name: 'A' },
          compilerVersion: '0.8.30',
          by: 'page',
        },
        caller,
      )
      names.set(found.id.slice(found.id.indexOf('-') + 1), name)
      clock.ms += 1
      return found
    }
    const next = async () => {
      const job = await jobs.claim(verificationKind(chain))
      if (job) await jobs.finish(job)
      return job && names.get(job.key)
    }
    const order = async () => {
      const seen: (string | undefined)[] = []
      for (let name = await next(); name !== undefined; name = await next()) seen.push(name)
      return seen
    }
    return { verifications, clock, send, next, order, jobs }
  }

  test('has three of a visitor at most, also when they come together, and says when the next may follow', async () => {
    const { send, next, order } = await start()
    const sent = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => send(`a${index}`, visitor('a'))))
    const refusals = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refusals).toHaveLength(5)
    expect(refusals.every((error) => isServiceError(error, 'rate_limited') && error.retryAfterSeconds === 60)).toBe(
      true,
    )
    expect(refusals[0].message).toBe(
      'You have 3 contracts in the queue of this chain, which is the most. Send the next when one of them is finished. ' +
        'With an API key it is 10.',
    )
    await send('b', visitor('b'))
    await next()
    await send('a again', visitor('a'))
    expect(await order()).toHaveLength(4)
  })

  test('takes callers in turn, those with a key first', async () => {
    const { send, order } = await start()
    for (const name of ['a1', 'a2', 'a3']) await send(name, visitor('a'))
    for (const name of ['b1', 'b2']) await send(name, visitor('b'))
    for (const name of ['k1', 'k2']) await send(name, key('k'))
    await send('l1', key('l'))
    expect(await order()).toEqual(['k1', 'l1', 'k2', 'a1', 'b1', 'a2', 'b2', 'a3'])
  })

  test('runs small sources before large ones', async () => {
    const { send, order } = await start()
    await send('large', visitor('a'), 4_000_000)
    await send('middle', visitor('b'), 400_000)
    await send('small', visitor('c'), 4_000)
    expect(await order()).toEqual(['small', 'middle', 'large'])
  })

  test('overtakes nothing for ever', async () => {
    const { send, next, clock } = await start()
    for (const name of ['a1', 'a2']) await send(name, visitor('a'))
    await send('large', visitor('a'), 5_000_000)
    clock.ms += 3 * 60 * minuteMs
    await send('k1', key('k'))
    expect([await next(), await next(), await next(), await next()]).toEqual(['a1', 'a2', 'large', 'k1'])
  })

  test('tells the place of each, which is 1 for the one that runs', async () => {
    const { send, jobs, verifications } = await start()
    const first = await send('a1', visitor('a'))
    await jobs.claim(verificationKind(chain))
    const second = await send('a2', visitor('a'))
    const ahead = await send('k1', key('k'))
    expect([first, second, ahead].map(({ place }) => place)).toEqual([1, 2, 2])
    const places = await Promise.all([first, second, ahead].map(({ id }) => verifications.find(id)))
    expect(places.map((found) => found?.place)).toEqual([1, 3, 2])
  })
})
