import { expect, onTestFinished, test, vi } from 'vitest'
import { createThreadPool, ThreadFailed, type ThreadPoolOptions } from '#lib/process/thread-pool.ts'

type Order = string | Uint8Array

const poolOf = (options: Partial<Omit<ThreadPoolOptions, 'file'>> = {}) => {
  const file = vi.fn(() => new URL('./working-thread.ts', import.meta.url))
  const pool = createThreadPool<Order, unknown>({ threadsMax: 1, ...options, file })
  onTestFinished(() => pool.close())
  return { ...pool, started: () => file.mock.calls.length }
}

test('orders are answered by a bounded number of threads, each with its own answer', async () => {
  const pool = poolOf({ threadsMax: 2 })
  const orders = Array.from({ length: 50 }, (_, index) => `order ${index}`)
  expect(await Promise.all(orders.map((order) => pool.run(order)))).toEqual(orders)
  expect(pool.started()).toBe(2)
})

test('bytes are moved to the thread, and it has no settings of this process', async () => {
  const pool = poolOf()
  const bytes = new Uint8Array(1_000).fill(7)
  expect(await pool.run(bytes, [bytes.buffer])).toEqual(new Uint8Array(1_000).fill(7))
  expect(bytes.byteLength).toBe(0)
  expect(await pool.run('environment')).toEqual(['NODE_ENV'])
})

test.each([
  { fault: 'hang', message: 'did not answer within 1000 ms' },
  { fault: 'fill', message: 'failed' },
  { fault: 'throw', message: 'failed' },
  { fault: 'exit', message: 'ended' },
])('a thread that meets "$fault" fails its orders and is replaced', async ({ fault, message }) => {
  const pool = poolOf({ limitMs: fault === 'hang' ? 1_000 : 60_000, memoryMbMax: 64 })
  expect(await pool.run('before')).toBe('before')
  const failing = [pool.run(fault), pool.run('behind it')]
  for (const one of await Promise.allSettled(failing))
    expect(one).toMatchObject({ status: 'rejected', reason: new ThreadFailed(message) })
  expect(await pool.run('after')).toBe('after')
  expect(pool.started()).toBe(2)
})

test('an unused thread ends, and starts again when it is needed', async () => {
  const pool = poolOf({ idleMs: 1 })
  expect(await pool.run('first')).toBe('first')
  await vi.waitUntil(async () => {
    await pool.run('next')
    return pool.started() > 1
  })
})

test('closing fails what is under way', async () => {
  const pool = poolOf()
  const running = pool.run('hang')
  const refused = expect(running).rejects.toThrow('was closed')
  await pool.close()
  await refused
})
