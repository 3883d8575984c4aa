import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createResponseWatch, type TableQuestion } from '#lib/store/drivers/postgres/response-watch.ts'

const silentAfterMs = 60
const hung = () => new Promise<never>(() => {})

const start = (ask: TableQuestion['ask'], giveUpMs?: number) => {
  const said: string[] = []
  const watch = createResponseWatch({
    question: { ask, close: async () => {} },
    silentAfterMs,
    giveUpMs,
    onSilent: () => said.push('silent'),
    onResponse: () => said.push('responds'),
  })
  onTestFinished(() => watch.close())
  return { said, ...watch }
}

test('statements on a database that stops responding are refused, and new ones at once, until it responds', async () => {
  const answer = Promise.withResolvers<void>()
  const { said, during, refuseSilent } = start(() => answer.promise)
  const refused = [during(hung()), during(hung())].map((statement) =>
    expect(statement).rejects.toMatchObject({ code: 'ESILENT' }),
  )
  await Promise.all(refused)
  expect(refuseSilent).toThrow('not answered')
  expect(said).toEqual(['silent'])
  answer.resolve()
  await expect.poll(() => said).toEqual(['silent', 'responds'])
  refuseSilent()
})

test('a slow statement is waited for while questions are answered', async () => {
  let asked = 0
  const { said, during } = start(async () => {
    asked += 1
  })
  const slow = Promise.withResolvers<string>()
  const result = during(slow.promise)
  await expect.poll(() => asked).toBeGreaterThan(2)
  slow.resolve('done')
  expect(await result).toBe('done')
  expect(said).toEqual([])
})

test('nothing is asked about statements that end soon, and their failures are their own', async () => {
  let asked = 0
  const { during } = start(async () => {
    asked += 1
  })
  expect(await during(Promise.resolve(1))).toBe(1)
  await expect(during(Promise.reject(new Error('wrong')))).rejects.toThrow('wrong')
  await wait(2 * silentAfterMs)
  expect(asked).toBe(0)
})

test('a database is not silent because this process was busy', async () => {
  const { said, during } = start(() => readFile(import.meta.filename))
  const slow = Promise.withResolvers<void>()
  const result = during(slow.promise)
  for (let round = 0; round < 5; round++) {
    await wait(5)
    const until = performance.now() + 3 * silentAfterMs
    while (performance.now() < until);
  }
  slow.resolve()
  await result
  expect(said).toEqual([])
})

test('a question that never ends is given up, and asked again', async () => {
  const given: AbortSignal[] = []
  const { said, during } = start((signal) => (given.push(signal) > 1 ? Promise.resolve() : hung()), 200)
  await expect(during(hung())).rejects.toThrow('not answered')
  await expect.poll(() => said).toEqual(['silent', 'responds'])
  expect(given[0]?.aborted).toBe(true)
})
