import { expect, test } from 'vitest'
import { createRestartPolicy, ownEnd } from '#lib/process/supervise.ts'

const crash = { code: 1, signal: null, isHung: false }

test('delays grow with each failure within the window, and the fifth is final', () => {
  const decide = createRestartPolicy()
  const waits = [0, 5_000, 10_000, 15_000].map((now) => decide(crash, now))
  expect(waits).toEqual([500, 1_000, 2_000, 4_000].map((restartInMs) => ({ restartInMs })))
  expect(decide({ code: null, signal: 'SIGABRT', isHung: false }, 20_000)).toEqual({
    giveUp: 'failed 5 times within 60 s; the last time it was killed by SIGABRT',
  })
})

test('failures before the window are forgotten', () => {
  const decide = createRestartPolicy()
  for (let now = 0; now < 3_600_000; now += 20_000) expect(decide(crash, now)).toHaveProperty('restartInMs')
})

test('a permanent failure is final at once', () => {
  expect(createRestartPolicy()({ code: 78, signal: null, isHung: false }, 0)).toHaveProperty('giveUp')
})

test('a hang, a crash and a fatal signal are blamed on the process; a kill from outside is not', () => {
  const own = { code: null, signal: null, isHung: false }
  expect(ownEnd({ ...own, signal: 'SIGKILL', isHung: true })).toBe('hung')
  expect(ownEnd(crash)).toBe('crashed')
  expect(ownEnd({ ...own, signal: 'SIGABRT' })).toBe('crashed')
  expect(ownEnd({ ...own, signal: 'SIGSEGV' })).toBe('crashed')
  expect(ownEnd({ ...own, signal: 'SIGKILL' })).toBeUndefined()
  expect(ownEnd({ ...own, signal: 'SIGTERM' })).toBeUndefined()
  expect(ownEnd({ ...own, code: 0 })).toBeUndefined()
})
