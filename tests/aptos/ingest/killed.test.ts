import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { AptosTables } from '#lib/aptos/tables.ts'
import { openStore } from '#lib/store/open.ts'
import { dumpIndex } from '#tests/aptos/aptos-stores.ts'
import { createChance } from '#tests/indexing/random.ts'
import { dialects, testStores } from '#tests/store/test-stores.ts'

const script = fileURLToPath(new URL('./index-demo.ts', import.meta.url))

/** Runs the worker's loop in a process of its own; killed that long after it began, if a time is given. */
const indexDemo = async (databaseUrl: string, killedAfterMs?: number): Promise<void> => {
  const pageMs = killedAfterMs === undefined ? '0' : '4'
  const child = spawn(process.execPath, [script, databaseUrl, pageMs], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  if (killedAfterMs !== undefined) {
    await Promise.race([once(child.stdout, 'data'), exited])
    await wait(killedAfterMs)
    child.kill('SIGKILL')
  }
  const [code] = await exited
  if (killedAfterMs === undefined) expect(code).toBe(0)
}

describe.each(dialects)('%s', (dialect) => {
  const stores = testStores(dialect)
  const dumpOf = async (databaseUrl: string): Promise<string[]> => {
    const store = await openStore<AptosTables>(databaseUrl)
    const dump = await dumpIndex(store)
    await store.close()
    return dump
  }

  test('a worker that is killed again and again leaves what one that was left alone does', {
    timeout: 60_000,
  }, async () => {
    const [calm, killed] = [await stores.createUrl(), await stores.createUrl()]
    await indexDemo(calm)
    const chance = createChance(7)
    for (let kill = 0; kill < 2; kill++) await indexDemo(killed, chance.integer(10, 150))
    await indexDemo(killed)
    expect(await dumpOf(killed)).toEqual(await dumpOf(calm))
  })
})
