import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from '#lib/http/visitor-budget.ts'

test('requests that arrive together start one after another, with a round of the event loop between them', async () => {
  const takeTurn = createTurns()
  const seen: string[] = []
  const requests = ['a', 'b', 'c'].map((name) => takeTurn().then(() => seen.push(name)))
  expect(seen).toEqual([])
  for (let round = 0; round < 3; round++) {
    await nextRound()
    seen.push('health')
  }
  await Promise.all(requests)
  expect(seen.slice(0, 4)).toEqual(['a', 'b', 'health', 'c'])
})

test('a request alone starts at once, also after others', async () => {
  const takeTurn = createTurns()
  for (let count = 0; count < 3; count++) {
    let isStarted = false
    takeTurn().then(() => {
      isStarted = true
    })
    await Promise.resolve()
    expect(isStarted).toBe(true)
    await nextRound()
    await nextRound()
  }
})
